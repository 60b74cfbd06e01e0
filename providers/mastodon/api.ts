/** Calls to one instance, and the parts of its answers that this provider reads. */
import type { ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { hostIn } from '../_kit/host-of.ts';
import { callJson, type HttpAnswer, type HttpCall } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** The instance to call, and the account. */
export interface Access {
  /** Origin of the instance, without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
}

/** The fields of a Status that are read (docs.joinmastodon.org/entities/Status). */
export interface Status {
  readonly id: string;
  readonly url: string | null;
  readonly uri: string;
  /** HTML. */
  readonly content: string;
  /** ISO 8601. */
  readonly created_at?: string;
  readonly in_reply_to_id: string | null;
  readonly media_attachments: readonly { readonly id?: string }[];
  /** What it quotes; without a post while that is pending, refused or gone (entities/Quote). */
  readonly quote?: {
    readonly quoted_status?: { readonly id: string } | null;
    readonly quoted_status_id?: string | null;
  } | null;
  readonly poll?: { readonly options: readonly { readonly title: string }[] } | null;
}

/** Calls the instance with the account's token and maps its errors. */
export function call<T>(
  access: Access,
  ctx: ProviderContext,
  path: string,
  options: HttpCall = {},
): Promise<HttpAnswer<T>> {
  return callJson<T>(ctx.egress, `${access.baseUrl}${path}`, {
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
    ...options,
    headers: { authorization: `Bearer ${access.token}`, ...options.headers },
  });
}

export function accessOf(channel: {
  credentials: Record<string, string>;
  details: Record<string, unknown>;
}): Access {
  return { baseUrl: String(channel.details.baseUrl), token: channel.credentials.token ?? '' };
}

/** Ids are unique only within an instance, so a channel's internal id includes the host. */
export const internalIdOf = (accountId: string, baseUrl: string): string =>
  `${accountId}@${new URL(baseUrl).host}`;

/** The account's id at its own instance. */
export const accountIdOf = ({ internalId }: { readonly internalId: string }): string =>
  internalId.replace(/@.*$/, '');

/** A 2xx answer without an id proves nothing about the post. */
export function toPublished(status: Status): Published {
  if (typeof status?.id !== 'string' || !status.id) {
    throw new OutcomeUnknown(answeredWithout('The instance', 'the id of a post'));
  }
  const url = status.url ?? status.uri ?? null;
  return { id: status.id, url, ref: { id: status.id, server: hostIn(url) } };
}

/**
 * Ids are unique only within an instance, which uses one name in all of its URLs, under any name by which it
 * is called. Posts of earlier versions have that name in their URL alone.
 */
export function keyOf(published: Published): string {
  const { server } = (published.ref ?? {}) as { server?: string };
  return `${server || hostIn(published.url)}/${idOf(published, /\/([^/]+)\/?$/)}`;
}
