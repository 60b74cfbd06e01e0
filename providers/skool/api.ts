/**
 * Calls to the API of Skool's own web app (api2.skool.com), with the cookies of a person who is signed in
 * there. Skool documents none of it: fields are as in the recordings and the calls of other clients.
 */
import type { Channel, ProviderContext } from '../_kit/contract.ts';
import { callJson } from '../_kit/http.ts';
import { assertNotStopped, mapFailure } from './errors.ts';

const API_URL = 'https://api2.skool.com';
export const SITE_URL = 'https://www.skool.com';

type Account = Pick<Channel, 'credentials'>;

/**
 * Calls the API for a person. There is no body in the answer to a deletion: then the result is null.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Account,
  ctx: ProviderContext,
  path: string,
  options: { method?: string; json?: unknown; timeoutMs?: number } = {},
): Promise<T | null> {
  const { authToken = '', clientId = '' } = credentials;
  const base = ctx.env.SKOOL_API_URL?.trim().replace(/\/+$/, '') || API_URL;
  const egress: ProviderContext['egress'] = {
    ...ctx.egress,
    async fetch(url, init) {
      const answer = await ctx.egress.fetch(url, init);
      await assertNotStopped(answer);
      return answer;
    },
  };
  const { body } = await callJson<T | null>(egress, `${base}${path}`, {
    ...options,
    headers: {
      cookie: `auth_token=${authToken}; client_id=${clientId}`,
      origin: SITE_URL,
      referer: `${SITE_URL}/`,
    },
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
  });
  return body;
}

/** The person who is signed in (`GET /self`). */
export interface Self {
  readonly id?: string;
  readonly name?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly metadata?: { readonly picture_profile?: string };
}

/** A group; `name` is its part of a URL, `labels` the ids of its categories, separated by commas. */
export interface Group {
  readonly id?: string;
  readonly name?: string;
  readonly metadata?: { readonly display_name?: string; readonly labels?: string };
}

export async function readGroup(account: Account, id: string, ctx: ProviderContext): Promise<Group> {
  return (await call<Group>(account, ctx, `/groups/${encodeURIComponent(id)}`)) ?? {};
}
