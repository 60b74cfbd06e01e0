/** Token endpoints of Meta, which answer `{access_token, expires_in}` and know no refresh tokens. */
import type { ProviderContext } from '../../_kit/contract.ts';
import { OutcomeUnknown } from '../../_kit/errors.ts';
import { callJson } from '../../_kit/http.ts';
import { mapGrantFailure } from './errors.ts';

/** The issued token. `expiresAt` is null where the answer does not include it. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt: Date | null;
}

interface TokenAnswer {
  readonly access_token?: unknown;
  readonly expires_in?: unknown;
}

/** One call to a token endpoint; `form` is sent as a POST. */
export interface TokenCall {
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  /** For a token that is exchanged: in the header. */
  readonly token?: string;
}

/**
 * `name`: the network's, for people.
 *
 * @throws ChannelGone for a grant that is not accepted
 */
export async function requestToken(
  name: string,
  url: string,
  { query, form, token }: TokenCall,
  ctx: ProviderContext,
): Promise<IssuedToken> {
  const { body } = await callJson<TokenAnswer>(
    ctx.egress,
    `${url}${query ? `?${new URLSearchParams(query)}` : ''}`,
    {
      method: form ? 'POST' : 'GET',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      signal: ctx.signal,
      mapFailure: (failure) => mapGrantFailure(name, failure, ctx.now()),
    },
  );
  if (typeof body?.access_token !== 'string') {
    throw new OutcomeUnknown(`${name} answered without an access token`);
  }
  const seconds = typeof body.expires_in === 'number' ? body.expires_in : null;
  return {
    token: body.access_token,
    expiresAt: seconds === null ? null : new Date(ctx.now().getTime() + seconds * 1000),
  };
}
