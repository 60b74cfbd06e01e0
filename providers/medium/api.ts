/** Calls to Medium's API (github.com/Medium/medium-api-docs), and the parts of its answers that are read. */
import type { Channel, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson, type HttpCall } from '../_kit/http.ts';
import { trimEndOf } from '../_kit/scan.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const API_URL = 'https://api.medium.com';

/** "Getting the authenticated user's details". */
export interface User {
  readonly id: string;
  readonly username?: string;
  readonly name?: string;
  readonly url?: string;
  readonly imageUrl?: string;
}

/** "Listing the user's publications". */
export interface Publication {
  readonly id: string;
  readonly name: string;
}

/** "Fetching contributors for a publication". */
export interface Contributor {
  readonly userId: string;
  readonly role: 'editor' | 'writer';
}

/** "Creating a post". */
export interface Story {
  readonly id: string;
  readonly url?: string;
  readonly publishStatus?: string;
}

export const apiUrl = ({ env }: Pick<ProviderContext, 'env'>): string =>
  trimEndOf(env.MEDIUM_API_URL?.trim() || API_URL, '/');

/**
 * Calls the API with an integration token; every answer is in an envelope `{"data": …}`.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  options: HttpCall = {},
): Promise<T> {
  const { body } = await callJson<{ data?: T } | null>(ctx.egress, `${apiUrl(ctx)}/v1${path}`, {
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
    ...options,
    headers: { authorization: `Bearer ${credentials.token ?? ''}` },
  });
  if (!body?.data) throw new OutcomeUnknown(answeredWithout('Medium', 'what was asked for'));
  return body.data;
}
