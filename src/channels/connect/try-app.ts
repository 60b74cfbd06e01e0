/**
 * Whether a network knows an app and its secret, before anybody connects with it: a code that nobody was
 * given is exchanged. RFC 6749, section 5.2, has `invalid_client` for the app and `invalid_grant` for the
 * code; Slack and Meta have codes of their own (docs.slack.dev/reference/methods/oauth.v2.access; Meta's
 * Graph API, error codes 100, 101 and 191). Only the message shows what Meta refuses under 1 and 100, and
 * Instagram under 400: "Error validating client secret", "Invalid platform app".
 */
import { ProviderError, Rejected } from '../../../providers/_kit/errors.ts';
import type { OAuthClient } from '../../../providers/_kit/oauth.ts';
import type { Context } from '../../platform/context.ts';
import { withoutSecrets } from '../without-secrets.ts';
import { connectContext, redirectUriOf, type OAuthProvider } from './begin.ts';

/** The verdict of the network; `field`: what it refuses, null where it names none. */
export interface AppTrial {
  readonly state: 'accepted' | 'refused' | 'unknown';
  readonly field: 'clientId' | 'clientSecret' | 'redirectUri' | null;
  /** The network's own words. */
  readonly reason: string | null;
}

const NOBODYS_CODE = 'crier-tries-this-app';
/** Long enough for PKCE (RFC 7636, section 4.1), and for a state of VK, which has 32 characters or more. */
const VERIFIER = NOBODYS_CODE.repeat(3);

const FIELDS: ReadonlyMap<string, AppTrial['field']> = new Map([
  ['invalid_client', null],
  ['unauthorized_client', null],
  ['invalid_client_id', 'clientId'],
  ['bad_client_secret', 'clientSecret'],
  ['101', 'clientId'],
  ['bad_redirect_uri', 'redirectUri'],
  ['redirect_uri_mismatch', 'redirectUri'],
  ['invalid_redirect_uri', 'redirectUri'],
  ['191', 'redirectUri'],
]);

const WORDS: readonly (readonly [RegExp, AppTrial['field']])[] = [
  [/\bclient.secret\b/i, 'clientSecret'],
  [/\bplatform app\b|\bclient.id\b/i, 'clientId'],
];

/** Refusals of the code, so that the app came through. X and LinkedIn have `invalid_request` for that. */
const OF_THE_CODE: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_request', 'invalid_code', '100']);
/** Instagram has one number for everything. */
const OF_THE_CODE_IN_WORDS = /\bauthorization code\b|\bmatching code\b/i;

/**
 * Asks the network. Where people approve elsewhere, or a login is polled, nothing can be tried without them.
 */
export async function tryApp(context: Context, provider: OAuthProvider, app: OAuthClient): Promise<AppTrial> {
  const { oauth } = provider;
  if (oauth.approval || oauth.codeParameter) return { state: 'unknown', field: null, reason: null };
  const redirectUri = redirectUriOf(context, provider);
  const step = { app, redirectUri, code: NOBODYS_CODE, verifier: VERIFIER, state: VERIFIER, deviceId: '1' };
  const ctx = connectContext(context, provider);
  try {
    await withoutSecrets(provider, { credentials: { secret: app.secret } }, () => oauth.exchange(step, ctx));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return trialOf(error);
  }
  // A code that nobody was given was taken: this says nothing about the app.
  return { state: 'unknown', field: null, reason: null };
}

function trialOf(error: ProviderError): AppTrial {
  const code = (error.networkCode ?? '').split('/')[0] ?? '';
  // Ours above it names variables, which nobody sets here.
  const { message: reason } = error.cause instanceof ProviderError ? error.cause : error;
  const field = FIELDS.has(code) ? FIELDS.get(code) : WORDS.find(([text]) => text.test(reason))?.[1];
  if (field !== undefined) return { state: 'refused', field, reason };
  const isOfTheCode = OF_THE_CODE.has(code) || OF_THE_CODE_IN_WORDS.test(reason);
  if (error instanceof Rejected && isOfTheCode) return { state: 'accepted', field: null, reason: null };
  return { state: 'unknown', field: null, reason };
}
