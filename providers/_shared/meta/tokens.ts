/** Token endpoints of Meta, which answer `{access_token, expires_in}` and know no refresh tokens. */
import type { ProviderContext } from '../../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown } from '../../_kit/errors.ts';
import { callJson } from '../../_kit/http.ts';
import { mapGrantFailure } from './errors.ts';
import { answeredWithout } from '../../_kit/answered-without.ts';

/** The issued token. `expiresAt` is null where the answer does not include it. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date | null;
}

interface TokenAnswer {
  readonly access_token?: unknown;
  readonly expires_in?: unknown;
}

/** What is exchanged for a token, and the secrets that prove who asks. */
export interface TokenCall {
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as a POST. */
  readonly form?: Readonly<Record<string, string>>;
  /** For a token that is exchanged: in the header. */
  readonly token?: string;
  /** The method, where Meta's page shows the fields of the form in the URL. */
  readonly shown?: 'GET' | 'POST';
}

interface Request {
  readonly method: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly token?: string;
}

/**
 * Asks for a token with the secrets where no log of URLs keeps them: in a form, as RFC 6749 (section 4.1.3)
 * has it, and in the header. Meta's pages show them in the query (Facebook Login, "Exchanging Code for an
 * Access Token"; Instagram Platform, Business Login; Threads, Long-lived tokens), which follows a refusal.
 * `name`: the network's, for people.
 *
 * @throws ChannelGone for a grant that is not accepted
 */
export async function requestToken(
  name: string,
  url: string,
  { query = {}, form, token, shown }: TokenCall,
  ctx: ProviderContext,
): Promise<IssuedToken> {
  const careful = { method: form ? 'POST' : 'GET', query, form, token };
  const documented = token
    ? { method: 'GET', query: { ...query, access_token: token } }
    : { method: shown ?? 'POST', query: { ...query, ...form } };
  try {
    return await ask(name, url, careful, ctx);
  } catch (error) {
    if (!(error instanceof ChannelGone) || !(token ?? shown)) throw error;
    return ask(name, url, documented, ctx);
  }
}

async function ask(
  name: string,
  url: string,
  { method, query, form, token }: Request,
  ctx: ProviderContext,
): Promise<IssuedToken> {
  const search = new URLSearchParams(query).toString();
  const { body } = await callJson<TokenAnswer>(ctx.egress, search ? `${url}?${search}` : url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => mapGrantFailure(name, failure, ctx.now()),
  }).catch((error: unknown) => {
    hide([token, ...SECRETS.flatMap((field) => [query[field], form?.[field]])], error);
    throw error;
  });
  if (typeof body?.access_token !== 'string') {
    throw new OutcomeUnknown(answeredWithout(name, 'an access token'));
  }
  const seconds = typeof body.expires_in === 'number' ? body.expires_in : null;
  return {
    token: body.access_token,
    expiresAt: seconds === null ? null : new Date(ctx.now().getTime() + seconds * 1000),
  };
}

const SECRETS = ['client_secret', 'code', 'access_token', 'fb_exchange_token'];

/** Takes the secrets of a call out of the messages of its error, should Meta quote them. */
function hide(secrets: readonly (string | undefined)[], error: unknown): void {
  for (let at = error; at instanceof Error; at = at.cause) {
    for (const secret of secrets) if (secret) at.message = at.message.replaceAll(secret, '[redacted]');
  }
}
