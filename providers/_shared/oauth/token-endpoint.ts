/**
 * Requests to a token endpoint (RFC 6749) of networks that follow the standard: the library forms and checks
 * them, and this file translates its errors for Crier.
 */
import type * as OAuth from 'oauth4webapi';
import { Response } from 'undici';
import type { ProviderContext } from '../../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected, Unsent } from '../../_kit/errors.ts';
import { classifyStatus, type HttpFailure } from '../../_kit/http.ts';
import type { OAuthClient } from '../../_kit/oauth.ts';
import { answeredWithout } from '../../_kit/answered-without.ts';
import { sentence } from '../../_kit/sentences/catalogue.ts';

/** Where and how a network gives out tokens. */
export interface TokenEndpoint {
  /** How people call the network. */
  readonly network: string;
  readonly url: string;
  readonly app: OAuthClient;
  /**
   * How the client shows who it is. `basic_plain`: in the header, but not encoded as RFC 6749, section 2.3.1
   * asks for; networks that decode nothing refuse the encoded form of a secret with a hyphen.
   */
  readonly clientAuth: 'basic_plain' | 'post' | 'client_key';
  /** Fields of the network's own beside those of the standard. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What a refusal means, of a network whose errors have not the standard's form. */
  readonly refused?: (failure: HttpFailure) => ProviderError;
}

/** What is exchanged for tokens. */
export type Grant =
  | {
      readonly code: string;
      /** Missing where the network has no PKCE. */
      readonly verifier?: string;
      readonly redirectUri: string;
    }
  | { readonly refreshToken: string };

/** Tokens as a network gave them. */
export interface Tokens {
  readonly accessToken: string;
  /** null where the network gave none: then the one before stays valid (RFC 6749, section 6). */
  readonly refreshToken: string | null;
  readonly expiresAt: Date | null;
  /** What was granted; the person may have granted less than was asked for. */
  readonly scopes: readonly string[] | null;
}

/** Loaded with the first token, so that an instance without such a network does not carry it. */
const library = (): Promise<typeof OAuth> => import('oauth4webapi');

/** Plain http is for a server on this machine alone. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Exchanges a code or a refresh token.
 *
 * @throws Rejected with the network's code (`invalid_grant`) as `networkCode`; `RateLimited`,
 * `OutcomeUnknown`, `Unsent` as any call
 */
export async function requestTokens(
  endpoint: TokenEndpoint,
  grant: Grant,
  ctx: ProviderContext,
): Promise<Tokens> {
  const { protocol, hostname } = new URL(endpoint.url);
  if (protocol !== 'https:' && !LOOPBACK.has(hostname)) {
    throw new Unsent(
      sentence('must_use_https', { who: endpoint.network, url: new URL(endpoint.url).origin }),
    );
  }
  const oauth = await library();
  try {
    return toTokens(await send(oauth, { endpoint, grant }, ctx), ctx.now());
  } catch (error) {
    throw toProviderError(endpoint, error, oauth);
  }
}

async function send(
  oauth: typeof OAuth,
  { endpoint, grant }: { endpoint: TokenEndpoint; grant: Grant },
  ctx: ProviderContext,
): Promise<OAuth.TokenEndpointResponse> {
  const server = { issuer: new URL(endpoint.url).origin, token_endpoint: endpoint.url };
  const client = { client_id: endpoint.app.id };
  const auth = clientAuthOf(endpoint, oauth);
  // The types are those of another `fetch`.
  const options = {
    [oauth.customFetch]: fetchOf(endpoint, ctx),
    [oauth.allowInsecureRequests]: true,
    signal: ctx.signal,
    additionalParameters: { ...endpoint.parameters },
  } as unknown as OAuth.TokenEndpointRequestOptions;
  if ('refreshToken' in grant) {
    const { refreshToken } = grant;
    const answer = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
    return oauth.processRefreshTokenResponse(server, client, answer);
  }
  const { code, redirectUri, verifier } = grant;
  const callback = oauth.validateAuthResponse(server, client, new URLSearchParams({ code }));
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    callback,
    redirectUri,
    verifier ?? oauth.nopkce,
    options,
  );
  return oauth.processAuthorizationCodeResponse(server, client, answer);
}

type Fetch = ProviderContext['egress']['fetch'];
type Answer = Awaited<ReturnType<Fetch>>;

const fetchOf =
  (endpoint: TokenEndpoint, ctx: ProviderContext): Fetch =>
  async (url, init) => {
    const answer = await ctx.egress.fetch(url, init);
    if (answer.status === 429 || answer.status >= 500 || (!answer.ok && endpoint.refused)) {
      throw await failureOf(endpoint, answer, ctx);
    }
    return answer.ok ? withStandardFields(answer) : withoutChallenge(answer);
  };

/**
 * Networks that mean well leave the standard in three places; the library would refuse the whole answer.
 * TikTok refuses under 200, as some have recorded (ResearchTikPy, pull request 28), and under 400, as others
 * have.
 */
async function withStandardFields({ status, headers, body }: Answer): Promise<Answer> {
  const text = await new Response(body).text();
  const kept = [...headers].filter(([name]) => name !== 'content-length');
  const answer = parse(text);
  const isRefusal = typeof answer?.error === 'string' && !answer.access_token;
  return new Response(answer ? standardised(answer) : text, {
    status: isRefusal ? 400 : status,
    headers: kept,
  });
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const answer = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    return typeof answer === 'object' ? answer : null;
  } catch {
    return null; // not JSON, which the library reports
  }
}

function standardised({ id_token: idToken, scope, ...rest }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    ...rest,
    // Tumblr answers false where there is none.
    ...(typeof idToken === 'string' ? { id_token: idToken } : {}),
    // One text in the standard (RFC 6749, section 3.3); Twitch has a list.
    ...(scope === undefined ? {} : { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
  });
}

function clientAuthOf({ app, clientAuth }: TokenEndpoint, oauth: typeof OAuth): OAuth.ClientAuth {
  if (clientAuth === 'post') return oauth.ClientSecretPost(app.secret);
  if (clientAuth === 'client_key') {
    return (_server, _client, body) => {
      body.set('client_key', app.id);
      body.set('client_secret', app.secret);
    };
  }
  const basic = Buffer.from(`${app.id}:${app.secret}`).toString('base64');
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${basic}`);
}

/** The body explains the problem; the library would stop at the header, which has less. */
function withoutChallenge({ status, headers, body }: Answer): Answer {
  const kept = [...headers].filter(([name]) => name !== 'www-authenticate');
  return new Response(body, { status, headers: kept });
}

async function failureOf(
  { network, refused }: TokenEndpoint,
  answer: Answer,
  ctx: ProviderContext,
): Promise<ProviderError> {
  const headers = new Headers([...answer.headers]);
  const message = `${network} gave no tokens (HTTP ${answer.status})`;
  const failure = { status: answer.status, headers, body: await answer.text(), message };
  const isRefusal = answer.status < 500 && answer.status !== 429;
  return isRefusal && refused ? refused(failure) : classifyStatus(failure, ctx.now());
}

function toTokens(answer: OAuth.TokenEndpointResponse, now: Date): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer;
  return {
    accessToken,
    refreshToken: refreshToken ?? null,
    expiresAt: seconds === undefined ? null : new Date(now.getTime() + seconds * 1000),
    scopes: scope?.split(' ').filter(Boolean) ?? null,
  };
}

/** The library throws errors of its own for refusals, and for answers that violate the standard. */
function toProviderError({ network }: TokenEndpoint, error: unknown, oauth: typeof OAuth): unknown {
  if (error instanceof ProviderError) return error;
  if (error instanceof oauth.ResponseBodyError) {
    const message = error.error_description || error.error;
    return new Rejected(`${network}: ${message} (${error.error})`, { networkCode: error.error });
  }
  const unreadable = [oauth.OperationProcessingError, oauth.UnsupportedOperationError];
  if (unreadable.some((kind) => error instanceof kind)) {
    return new OutcomeUnknown(answeredWithout(network, 'tokens'), { cause: error });
  }
  return error;
}
