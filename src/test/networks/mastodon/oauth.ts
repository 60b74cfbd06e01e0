/**
 * Apps and OAuth (docs.joinmastodon.org/methods/apps, /methods/oauth), as strict as Doorkeeper, the library
 * that Mastodon uses; the messages are those of config/locales/doorkeeper.en.yml. The page at
 * /oauth/authorize combines sign-in and consent: it has a form for each account.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFields, ApiError, type Answer, type Call, type Fields, type Route } from './call.ts';
import { addToken, type App, type Grant, type State } from './state.ts';

const MESSAGES = {
  invalid_client:
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  invalid_grant:
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
  invalid_redirect_uri: 'The redirect uri included is not valid.',
  unsupported_response_type: 'The authorization server does not support this response type.',
  unsupported_grant_type: 'The authorization grant type is not supported by the authorization server.',
  invalid_code_challenge_method: 'The code challenge method must be S256, plain is unsupported.',
  access_denied: 'The resource owner or authorization server denied the request.',
  unauthorized_client: 'You are not authorized to revoke this token',
} as const;

const CODE_MS = 600_000;
const FAMILIES = ['read', 'write'];
const PARTS = [
  'accounts',
  'blocks',
  'bookmarks',
  'favourites',
  'filters',
  'follows',
  'lists',
  'media',
  'mutes',
  'notifications',
  'search',
  'statuses',
  'reports',
  'conversations',
];
const SCOPES = new Set([
  ...FAMILIES,
  ...FAMILIES.flatMap((family) => PARTS.map((part) => `${family}:${part}`)),
  'profile',
  'follow',
  'push',
]);

const oauthError = (code: keyof typeof MESSAGES, status = 400): ApiError =>
  new ApiError(status, MESSAGES[code], code);
const missing = (name: string): ApiError =>
  new ApiError(400, `Missing required parameter: ${name}.`, 'invalid_request');
const random = (): string => randomBytes(32).toString('base64url');
const text = (fields: Fields, name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
const split = (scopes: string): string[] => scopes.split(/\s+/).filter(Boolean);
/** Mastodon supports PKCE since 4.3. */
const hasPkce = ({ software, version }: State): boolean =>
  software === 'mastodon' && Number(version.split('.')[0]) * 100 + Number(version.split('.')[1]) >= 403;

/** Whether `granted` includes each scope, or the top-level scope that includes it. */
const covers = (granted: readonly string[], asked: readonly string[]): boolean =>
  asked.every((scope) => granted.includes(scope) || granted.includes(scope.split(':')[0] ?? ''));

async function createApp(state: State, call: Call): Promise<Answer> {
  const fields = await readFields(call);
  const [name, redirectUri, scopes] = [
    text(fields, 'client_name'),
    text(fields, 'redirect_uris'),
    split(text(fields, 'scopes') || 'read'),
  ];
  if (!name) throw new ApiError(422, "Validation failed: Application name can't be blank");
  if (!redirectUri) throw new ApiError(422, "Validation failed: Redirect URI can't be blank");
  if (!URL.canParse(redirectUri)) {
    throw new ApiError(422, 'Validation failed: Redirect URI must be an absolute URI.');
  }
  if (!/^https?:$/.test(new URL(redirectUri).protocol)) {
    throw new ApiError(422, 'Validation failed: Redirect URI must be an HTTPS/SSL URI.');
  }
  if (!scopes.every((scope) => SCOPES.has(scope))) {
    throw new ApiError(422, "Validation failed: Scopes doesn't match configured on the server.");
  }
  const website = text(fields, 'website') || null;
  if (website && !URL.canParse(website)) {
    throw new ApiError(422, 'Validation failed: Website is not a valid URL');
  }
  const app: App = { clientId: random(), clientSecret: random(), name, redirectUri, scopes };
  state.apps.set(app.clientId, app);
  return {
    status: 200,
    body: {
      id: String(state.apps.size),
      name,
      website,
      scopes,
      redirect_uri: redirectUri,
      redirect_uris: [redirectUri],
      client_id: app.clientId,
      client_secret: app.clientSecret,
      client_secret_expires_at: 0,
    },
  };
}

interface Asked {
  readonly app: App;
  readonly redirectUri: string;
  readonly scopes: string[];
  readonly state: string;
  readonly challenge: string | null;
}

/**
 * Reads the parameters of the authorization page. Errors are shown on the page; the browser is not
 * redirected.
 */
function readRequest(state: State, value: (name: string) => string): Asked {
  const app = state.apps.get(value('client_id'));
  if (!app) throw oauthError('invalid_client', 401);
  const redirectUri = value('redirect_uri');
  if (!redirectUri) throw missing('redirect_uri');
  if (redirectUri !== app.redirectUri) throw oauthError('invalid_redirect_uri');
  if (!value('response_type')) throw missing('response_type');
  if (value('response_type') !== 'code') throw oauthError('unsupported_response_type');
  const scopes = split(value('scope') || 'read');
  if (!covers(app.scopes, scopes)) throw oauthError('invalid_scope');
  const challenge = hasPkce(state) ? value('code_challenge') : '';
  if (challenge && value('code_challenge_method') !== 'S256') {
    throw oauthError('invalid_code_challenge_method');
  }
  return { app, redirectUri, scopes, state: value('state'), challenge: challenge || null };
}

const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const page = (status: number, body: string): Answer => ({
  status,
  body: `<!doctype html><title>Stand-in</title>${body}`,
});

/** Shows errors as an HTML page instead of JSON. */
async function asPage(work: () => Promise<Answer> | Answer): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) {
      return page(
        error.answer.status,
        `<p>An error has occurred</p><p class="error">${escape(error.message)}</p>`,
      );
    }
    throw error;
  }
}

const showPage = (state: State, { query }: Call): Promise<Answer> =>
  asPage(() => {
    const { app, scopes } = readRequest(state, (name) => query.get(name) ?? '');
    const hidden = [...query]
      .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
      .join('');
    const form = (extra: string, label: string): string =>
      `<form method="post" action="/oauth/authorize">${hidden}${extra}<button>${label}</button></form>`;
    const accounts = [...state.accounts.values()].map(({ id, username }) =>
      form(`<input type="hidden" name="account" value="${id}">`, `Authorize as ${escape(username)}`),
    );
    const request = `${escape(app.name)} would like permission to access your account: ${scopes.join(' ')}`;
    const deny = form('<input type="hidden" name="_method" value="delete">', 'Deny');
    return page(200, `<p>${request}</p>${accounts.join('')}${deny}`);
  });

const decide = (state: State, call: Call): Promise<Answer> =>
  asPage(async () => {
    const fields = await readFields(call);
    const asked = readRequest(state, (name) => text(fields, name));
    const back = new URL(asked.redirectUri);
    const leave = (values: Record<string, string>): Answer => {
      for (const [name, value] of Object.entries({
        ...values,
        ...(asked.state ? { state: asked.state } : {}),
      })) {
        back.searchParams.set(name, value);
      }
      return { status: 302, body: '', headers: { location: back.href } };
    };
    if (text(fields, '_method') === 'delete') {
      return leave({ error: 'access_denied', error_description: MESSAGES.access_denied });
    }
    const account = [...state.accounts.values()].find(({ id }) => id === text(fields, 'account'));
    if (!account) return page(401, '<p>You need to sign in or sign up before continuing.</p>');
    const { app, redirectUri, scopes, challenge } = asked;
    const grant: Grant = {
      code: random(),
      app,
      account,
      redirectUri,
      scopes,
      challenge,
      expiresAt: state.now().getTime() + CODE_MS,
      used: false,
    };
    state.grants.set(grant.code, grant);
    return leave({ code: grant.code });
  });

/** The app that the id and secret in the body belong to. */
function authenticateApp(state: State, fields: Fields): App {
  const app = state.apps.get(text(fields, 'client_id'));
  if (!app || app.clientSecret !== text(fields, 'client_secret')) throw oauthError('invalid_client', 401);
  return app;
}

async function token(state: State, call: Call): Promise<Answer> {
  const fields = await readFields(call);
  const type = text(fields, 'grant_type');
  if (!type) throw missing('grant_type');
  if (type !== 'authorization_code' && type !== 'client_credentials') {
    throw oauthError('unsupported_grant_type');
  }
  const app = authenticateApp(state, fields);
  const answer = (value: string, scopes: readonly string[]): Answer => ({
    status: 200,
    body: {
      access_token: value,
      token_type: 'Bearer',
      scope: scopes.join(' '),
      created_at: Math.floor(state.now().getTime() / 1000),
    },
    headers: { 'cache-control': 'no-store' },
  });
  if (type === 'client_credentials') {
    const scopes = split(text(fields, 'scope') || 'read');
    if (!covers(app.scopes, scopes)) throw oauthError('invalid_scope');
    return answer(random(), scopes);
  }
  const { account, scopes } = redeem(state, app, fields);
  // An app that requests the same access again receives its existing token (reuse_access_token).
  const known = [...state.tokens.values()].find(
    (t) =>
      !t.revoked && t.clientId === app.clientId && t.account === account && t.scopes.join() === scopes.join(),
  );
  return answer((known ?? addToken(state, account, scopes, app.clientId)).value, scopes);
}

function redeem(state: State, app: App, fields: Fields): Grant {
  if (!text(fields, 'code')) throw missing('code');
  if (!text(fields, 'redirect_uri')) throw missing('redirect_uri');
  const grant = state.grants.get(text(fields, 'code'));
  if (
    !grant ||
    grant.used ||
    grant.app !== app ||
    grant.redirectUri !== text(fields, 'redirect_uri') ||
    grant.expiresAt <= state.now().getTime()
  ) {
    throw oauthError('invalid_grant');
  }
  const verifier = text(fields, 'code_verifier');
  if (grant.challenge && !verifier) throw missing('code_verifier');
  if (grant.challenge && createHash('sha256').update(verifier).digest('base64url') !== grant.challenge) {
    throw oauthError('invalid_grant');
  }
  grant.used = true;
  return grant;
}

async function revoke(state: State, call: Call): Promise<Answer> {
  const fields = await readFields(call);
  const known = state.tokens.get(text(fields, 'token'));
  const app = state.apps.get(text(fields, 'client_id'));
  if (
    !app ||
    app.clientSecret !== text(fields, 'client_secret') ||
    (known && known.clientId !== app.clientId)
  ) {
    throw oauthError('unauthorized_client', 403);
  }
  if (known) known.revoked = true;
  return { status: 200, body: {} };
}

function metadata(state: State): Answer {
  if (!hasPkce(state)) throw new ApiError(404, 'Record not found');
  const { url } = state;
  return {
    status: 200,
    body: {
      issuer: `${url}/`,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      revocation_endpoint: `${url}/oauth/revoke`,
      app_registration_endpoint: `${url}/api/v1/apps`,
      scopes_supported: [...SCOPES],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      grant_types_supported: ['authorization_code', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    },
  };
}

export const oauthRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/api\/v1\/apps$/, handle: createApp },
  { method: 'GET', path: /^\/oauth\/authorize$/, handle: showPage },
  { method: 'POST', path: /^\/oauth\/authorize$/, handle: decide },
  { method: 'POST', path: /^\/oauth\/token$/, handle: token },
  { method: 'POST', path: /^\/oauth\/revoke$/, handle: revoke },
  { method: 'GET', path: /^\/\.well-known\/oauth-authorization-server$/, handle: metadata },
];
