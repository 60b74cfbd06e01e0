/**
 * Approving and tokens, on Facebook and on Instagram (developers.facebook.com: Facebook Login; Business
 * login).
 */
import { randomBytes } from 'node:crypto';
import {
  askConsent,
  ok,
  onlyFields,
  parameter,
  Refusal,
  refusal,
  type Answer,
  type Call,
} from './answers.ts';
import type { Grant, State, Token } from './state.ts';

const FACEBOOK_SCOPES = new Set([
  'pages_show_list',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_read_engagement',
  'pages_read_user_content',
  'read_insights',
  'business_management',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_contents',
  'instagram_manage_insights',
]);
const INSTAGRAM_SCOPES = new Set([
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
]);
const HOUR = 3600;
const DAY_MS = 86_400_000;

const random = (): string => randomBytes(40).toString('base64url');

/** Facebook's dialog: one button for each person. */
export const dialog = (state: State, call: Call): Answer =>
  consent(state, call, {
    known: FACEBOOK_SCOPES,
    buttons: [...state.people.values()].map(({ id, name }) => ({
      label: `Continue as ${name}`,
      account: id,
    })),
    grantOf: (id) => ({ person: state.people.get(id) ?? null, account: null }),
  });

/** Instagram's page: one button for each account. */
export const authorize = (state: State, call: Call): Answer =>
  consent(state, call, {
    known: INSTAGRAM_SCOPES,
    buttons: [...state.accounts.values()].map(({ id, username }) => ({
      label: `Allow as ${username}`,
      account: id,
    })),
    grantOf: (id) => ({ person: null, account: state.accounts.get(id) ?? null }),
  });

interface Who {
  readonly known: ReadonlySet<string>;
  readonly buttons: readonly { readonly label: string; readonly account: string }[];
  grantOf(id: string): Pick<Grant, 'person' | 'account'>;
}

function consent(state: State, call: Call, { known, buttons, grantOf }: Who): Answer {
  const { fields, path } = call;
  const scopes = (fields.get('scope') ?? '').split(',');
  const redirectUri = fields.get('redirect_uri') ?? '';
  return askConsent(
    call,
    { action: path, buttons, problem: findProblem(state, fields, { known, scopes }) },
    (id) => {
      const who = grantOf(id);
      if (!who.person && !who.account) return undefined;
      const code = random();
      const granted = scopes.filter((scope) => !state.withheld.has(scope));
      state.codes.set(code, { ...who, redirectUri, scopes: granted });
      return code;
    },
  );
}

function findProblem(
  { app }: State,
  fields: URLSearchParams,
  { known, scopes }: { known: ReadonlySet<string>; scopes: readonly string[] },
): string | null {
  if (fields.get('response_type') !== 'code') return 'Invalid response_type';
  if (fields.get('client_id') !== app.id) return 'Invalid App ID';
  if (!app.redirectUris.includes(fields.get('redirect_uri') ?? '')) {
    return "URL Blocked: This redirect failed because the redirect URI is not whitelisted in the app's Client OAuth Settings.";
  }
  const unknown = scopes.find((scope) => !known.has(scope));
  return unknown === undefined ? null : `Invalid Scopes: ${unknown}`;
}

function checkApp({ app }: State, id: string | null, secret: string | null): void {
  if (id !== app.id || secret !== app.secret) {
    throw refusal(400, 'Error validating client secret.', { code: 1 });
  }
}

/** A code is good once. */
function takeCode(state: State, fields: URLSearchParams): Grant {
  const code = fields.get('code') ?? '';
  const grant = state.codes.get(code);
  state.codes.delete(code);
  if (!grant || grant.redirectUri !== fields.get('redirect_uri')) {
    throw refusal(400, 'Invalid verification code format.', { code: 100 });
  }
  return grant;
}

/** Facebook's endpoint: a code, or a token of a person that is to live longer. */
export function facebookToken(state: State, call: Call): Answer {
  const { fields } = call;
  if (state.onlyAsShown && call.method === 'POST') {
    throw refusal(400, 'Unsupported post request.', { code: 100, type: 'GraphMethodException' });
  }
  const isLonger = fields.get('grant_type') === 'fb_exchange_token';
  const own = isLonger ? ['grant_type', 'fb_exchange_token'] : ['redirect_uri', 'code'];
  onlyFields(call, ['client_id', 'client_secret', ...own]);
  checkApp(state, fields.get('client_id'), fields.get('client_secret'));
  const from = isLonger ? readToken(state, fields.get('fb_exchange_token') ?? '') : takeCode(state, fields);
  return ok(withLife(issue(state, from, isLonger), state));
}

/** As others have recorded it: this endpoint has one code, and a form of its own. */
const refusedByInstagram = (message: string): Refusal =>
  new Refusal({ status: 400, body: { error_type: 'OAuthException', code: 400, error_message: message } });

/** Instagram's endpoint for codes: a token of an hour. */
export function instagramToken(state: State, call: Call): Answer {
  onlyFields(call, ['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code']);
  const { fields } = call;
  if (fields.get('client_id') !== state.app.id) throw refusedByInstagram('Invalid platform app');
  if (fields.get('client_secret') !== state.app.secret) {
    throw refusedByInstagram('Error validating client secret.');
  }
  if (fields.get('grant_type') !== 'authorization_code') throw parameter('Invalid grant_type');
  if (!state.codes.has(fields.get('code') ?? '')) {
    throw refusedByInstagram('Matching code was not found or was already used.');
  }
  const grant = takeCode(state, fields);
  const token = issue(state, grant, false);
  return ok({ access_token: token.value, user_id: grant.account?.appScopedId, permissions: grant.scopes });
}

/** A token of an hour becomes one of 60 days. */
export function lengthen(state: State, call: Call): Answer {
  onlyFields(call, ['grant_type', 'client_secret']);
  if (call.fields.get('grant_type') !== 'ig_exchange_token') throw parameter('Invalid grant_type');
  checkApp(state, state.app.id, call.fields.get('client_secret'));
  const token = exchanged(state, call);
  if (token.isLong) throw parameter('The token is long-lived already');
  return ok(withLife(issue(state, token, true), state));
}

/** A token of 60 days gets 60 more from its second day on. */
export function renew(state: State, call: Call): Answer {
  onlyFields(call, ['grant_type']);
  if (call.fields.get('grant_type') !== 'ig_refresh_token') throw parameter('Invalid grant_type');
  const token = exchanged(state, call);
  if (!token.isLong || state.now().getTime() - token.issuedAt < DAY_MS) {
    throw parameter('The access token must be long-lived, and at least 24 hours old');
  }
  return ok(withLife(issue(state, token, true), state));
}

/** The token that is exchanged: the pages have it in the query. */
function exchanged(state: State, call: Call): Token {
  if (state.onlyAsShown && !call.fields.has('access_token')) {
    throw refusal(400, 'An access token is required to request this resource.', { code: 104 });
  }
  return tokenOf(state, call);
}

const withLife = ({ value, expiresAt }: Token, state: State) => ({
  access_token: value,
  token_type: 'bearer',
  ...(expiresAt === null ? {} : { expires_in: Math.floor((expiresAt - state.now().getTime()) / 1000) }),
});

/** A token of a Page does not expire. */
export function issue(
  state: State,
  owner: Pick<Token, 'person' | 'account' | 'scopes'> & Partial<Pick<Token, 'page'>>,
  isLong: boolean,
): Token {
  const issuedAt = state.now().getTime();
  const token: Token = {
    value: `EAA${random()}`,
    person: owner.person,
    page: owner.page ?? null,
    account: owner.account,
    scopes: owner.scopes,
    isLong,
    issuedAt,
    expiresAt: owner.page ? null : issuedAt + (isLong ? state.limits.tokenSeconds : HOUR) * 1000,
  };
  state.tokens.set(token.value, token);
  return token;
}

/** The token of a call: in its header, or as a field. */
export const tokenOf = (state: State, { headers, fields }: Call): Token =>
  readToken(
    state,
    /^(?:Bearer|OAuth) (.+)$/.exec(headers.authorization ?? '')?.[1] ?? fields.get('access_token') ?? '',
  );

function readToken(state: State, value: string): Token {
  const token = state.tokens.get(value);
  if (!token) throw refusal(401, 'Invalid OAuth access token - Cannot parse access token', { code: 190 });
  if (token.expiresAt !== null && token.expiresAt <= state.now().getTime()) {
    throw refusal(401, 'Error validating access token: Session has expired.', { code: 190, subcode: 463 });
  }
  return token;
}

/** @throws Refusal unless the token has one of the permissions */
export function need({ scopes }: Token, ...one: readonly string[]): void {
  if (!one.some((scope) => scopes.includes(scope))) {
    throw refusal(403, `(#10) Application does not have permission for this action: ${one.join(' or ')}`, {
      code: 10,
    });
  }
}
