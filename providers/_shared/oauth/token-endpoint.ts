/**
 * Requests to a token endpoint (RFC 6749) of networks that follow the standard: the library forms and checks
 * them, and this says what its errors mean to Crier.
 */
import type * as OAuth from 'oauth4webapi';
import type { ProviderContext } from '../../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected } from '../../_kit/errors.ts';
import { classifyStatus } from '../../_kit/http.ts';
import type { OAuthClient } from '../../_kit/oauth.ts';

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
  readonly clientAuth: 'basic_plain' | 'post';
}

/** What is exchanged for tokens. */
export type Grant =
  | { readonly code: string; readonly verifier: string; readonly redirectUri: string }
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
  const oauth = await library();
  const server: OAuth.AuthorizationServer = {
    issuer: new URL(endpoint.url).origin,
    token_endpoint: endpoint.url,
  };
  const client: OAuth.Client = { client_id: endpoint.app.id };
  const auth = clientAuthOf(endpoint, oauth);
  const options = {
    [oauth.customFetch]: async (url: string, init: Parameters<ProviderContext['egress']['fetch']>[1]) => {
      const answer = await ctx.egress.fetch(url, init);
      if (answer.status === 429 || answer.status >= 500) throw await failureOf(endpoint, answer, ctx);
      return answer;
    },
    // Plain http is for a server on this machine alone.
    [oauth.allowInsecureRequests]: LOOPBACK.has(new URL(endpoint.url).hostname),
    signal: ctx.signal,
  };
  try {
    const answer = await ('refreshToken' in grant
      ? oauth
          .refreshTokenGrantRequest(server, client, auth, grant.refreshToken, options as object)
          .then((response) => oauth.processRefreshTokenResponse(server, client, response))
      : oauth
          .authorizationCodeGrantRequest(
            server,
            client,
            auth,
            oauth.validateAuthResponse(server, client, new URLSearchParams({ code: grant.code })),
            grant.redirectUri,
            grant.verifier,
            options as object,
          )
          .then((response) => oauth.processAuthorizationCodeResponse(server, client, response)));
    return toTokens(answer, ctx.now());
  } catch (error) {
    throw toProviderError(endpoint, error, oauth);
  }
}

function clientAuthOf({ app, clientAuth }: TokenEndpoint, oauth: typeof OAuth): OAuth.ClientAuth {
  if (clientAuth === 'post') return oauth.ClientSecretPost(app.secret);
  const basic = Buffer.from(`${app.id}:${app.secret}`).toString('base64');
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${basic}`);
}

async function failureOf(
  { network }: TokenEndpoint,
  answer: Awaited<ReturnType<ProviderContext['egress']['fetch']>>,
  ctx: ProviderContext,
): Promise<ProviderError> {
  const headers = new Headers([...answer.headers]);
  const message = `${network} gave no tokens (HTTP ${answer.status})`;
  return classifyStatus({ status: answer.status, headers, body: await answer.text(), message }, ctx.now());
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

/** The library throws errors of its own for refusals, and for answers that are not as the standard says. */
function toProviderError({ network }: TokenEndpoint, error: unknown, oauth: typeof OAuth): unknown {
  if (error instanceof ProviderError) return error;
  if (error instanceof oauth.ResponseBodyError) {
    const words = error.error_description || error.error;
    return new Rejected(`${network}: ${words} (${error.error})`, { networkCode: error.error, cause: error });
  }
  if (
    error instanceof oauth.OperationProcessingError ||
    error instanceof oauth.WWWAuthenticateChallengeError
  ) {
    return new OutcomeUnknown(`${network} answered without tokens`, { cause: error });
  }
  return error;
}
