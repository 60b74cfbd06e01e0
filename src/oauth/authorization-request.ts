/**
 * The authorization request that brings a browser to the consent page (RFC 6749, section 4.1.1; RFC 7636,
 * section 4.3): checked when the page is shown and again when the person decides.
 */
import type { Database, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { CHALLENGE } from './pkce.ts';
import { redirectUrlProblem, withParameters } from './redirect-url.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from '../platform/sentences.ts';

/** The app that asks. `registeredBy` = the organisation that registered it. */
export interface AskingApp {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly pictureId: string | null;
  readonly clientId: string;
  readonly redirectUrl: string;
  readonly registeredBy: string;
}

/**
 * A request of a known app with its registered redirect URL. `error` is sent there instead of a code,
 * regardless of the person's decision.
 */
export interface AuthorizationRequest {
  readonly app: AskingApp;
  readonly state: string | undefined;
  /** Set when the app sent it; the exchange must then repeat it. */
  readonly redirectUri: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly error:
    | { readonly error: 'unsupported_response_type' | 'invalid_request'; readonly error_description: string }
    | undefined;
}

/** Longest `state`, in characters; it is returned unchanged. */
export const MAX_STATE = 4096;

const FIND: Statement = {
  name: 'oauth-asking-app',
  text: `select a.id, a.organization_id as "organizationId", a.name, a.description, a.picture_id as "pictureId", a.client_id as "clientId", a.redirect_url as "redirectUrl", o.name as "registeredBy"
    from oauth_app a join organization o on o.id = a.organization_id where a.client_id = $1 and a.deleted_at is null and a.suspended_at is null`,
};

/**
 * Checks the parameters; unknown ones are ignored (RFC 6749, section 3.1). Until the app and its redirect URL
 * are certain, a problem is shown to the person and not sent to any URL.
 *
 * @param parameters by their OAuth names; a parameter that occurs more than once is a list
 * @throws ApiError `unknown_client`, `redirect_mismatch`, `invalid_request`
 */
export async function checkAuthorizationRequest(
  { database }: { readonly database: Database },
  parameters: Readonly<Record<string, unknown>>,
): Promise<AuthorizationRequest> {
  const clientId = once(parameters, 'client_id') || undefined;
  const redirectUri = once(parameters, 'redirect_uri') || undefined;
  const state = once(parameters, 'state');
  if (!clientId) {
    throw new ApiError('invalid_request', { issues: [{ path: 'client_id', ...sentence('required') }] });
  }
  const problem = state === undefined ? undefined : stateProblem(state);
  if (problem) throw new ApiError('invalid_request', { issues: [{ path: 'state', ...problem }] });
  const [app] = await database.query<AskingApp>(FIND, [
    clientId.isWellFormed() && !clientId.includes('\0') ? clientId : '',
  ]);
  if (!app) throw new ApiError('unknown_client');
  // No form registered it: the row came from another place, with a backup say.
  const unfit = redirectUrlProblem(app.redirectUrl);
  if (unfit) throw new ApiError('redirect_mismatch', sentence('redirect_of_app_unfit', { why: unfit }));
  if (redirectUri !== undefined && redirectUri !== app.redirectUrl) throw new ApiError('redirect_mismatch');
  return { app, state, redirectUri, ...checkRest(parameters) };
}

/** Where the browser goes with an answer: the registered URL, never one from the request. */
export function redirectOf(
  { app, state }: Pick<AuthorizationRequest, 'app' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string {
  return withParameters(app.redirectUrl, { ...answer, state });
}

function checkRest({
  response_type: responseType,
  code_challenge: challenge,
  code_challenge_method: method,
}: Readonly<Record<string, unknown>>): Pick<AuthorizationRequest, 'codeChallenge' | 'error'> {
  const refuse = (error_description: string) =>
    ({ codeChallenge: undefined, error: { error: 'invalid_request', error_description } }) as const;
  if ([responseType, challenge, method].some(Array.isArray)) return refuse('A parameter came more than once');
  if (responseType !== 'code') {
    return {
      codeChallenge: undefined,
      error: { error: 'unsupported_response_type', error_description: 'response_type must be code' },
    };
  }
  if (!challenge) {
    return method
      ? refuse('code_challenge_method came without code_challenge')
      : { codeChallenge: undefined, error: undefined };
  }
  // Without a method the challenge is `plain` (RFC 7636, section 4.3).
  if (method !== 'S256') return refuse('code_challenge_method must be S256');
  if (typeof challenge !== 'string' || !CHALLENGE.test(challenge)) {
    return refuse('code_challenge must be 43 to 128 of the characters of RFC 7636');
  }
  return { codeChallenge: challenge, error: undefined };
}

/**
 * What keeps a `state` from coming back as it was sent. Any text can, an empty one too; RFC 6749, appendix
 * A.5, allows only printable ASCII. Bytes that are no UTF-8 have become U+FFFD before anybody sees them, and
 * NUL cannot be part of the decision's JSON.
 */
function stateProblem(state: string): Sentence | undefined {
  if (state.length > MAX_STATE) return sentence('more_characters_than', { max: MAX_STATE });
  return state.isWellFormed() && !/[\0\ufffd]/.test(state) ? undefined : sentence('not_utf8');
}

/**
 * @throws ApiError `invalid_request` when it occurs more than once
 */
function once(parameters: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = parameters[name];
  if (value !== undefined && typeof value !== 'string') {
    throw new ApiError('invalid_request', { issues: [{ path: name, ...sentence('not_given_once') }] });
  }
  return value;
}
