/** Calls to the YouTube Data API, and the parts of its answers that this provider reads. */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson, type HttpAnswer, type HttpCall } from '../_kit/http.ts';
import { googleUrl } from '../_shared/oauth/google.ts';
import type { Session } from '../_shared/google/upload.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** The variable with the URL of a server in place of Google's, for tests. */
export const API = { urlVariable: 'YOUTUBE_API_URL' } as const;

/** A video (schema `Video` of Google's discovery document). */
export interface Video {
  readonly id?: string;
  readonly snippet?: { readonly title?: string; readonly description?: string };
  readonly status?: {
    readonly uploadStatus?: string;
    readonly failureReason?: string;
    readonly rejectionReason?: string;
  };
  /** Numbers are given as strings. */
  readonly statistics?: Readonly<Record<string, string | undefined>>;
}

/** A list, which is missing where it would be empty. */
export interface List<T> {
  readonly items?: readonly T[];
  readonly nextPageToken?: string;
}

type Caller = Pick<Channel, 'credentials'>;

const dataUrl = (ctx: ProviderContext): string => googleUrl(API, ctx, 'youtube.googleapis.com');

/** Calls one of Google's APIs with the channel's token. `url`: a path of the Data API, or a URL. */
export function callFor<T>(
  { credentials }: Caller,
  ctx: ProviderContext,
  url: string,
  { query, ...call }: HttpCall & { query?: Readonly<Record<string, string>> } = {},
): Promise<HttpAnswer<T>> {
  const target = new URL(url, dataUrl(ctx));
  target.search = new URLSearchParams(query ?? {}).toString();
  return callJson<T>(ctx.egress, target, {
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
    ...call,
    headers: { authorization: `Bearer ${credentials.accessToken ?? ''}`, ...call.headers },
  });
}

/** The first of what the channel's list has; undefined where it has nothing. */
export async function readFirst<T>(
  channel: Caller,
  ctx: ProviderContext,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<T | undefined> {
  const { body } = await callFor<List<T>>(channel, ctx, `/youtube/v3/${path}`, { query });
  return body.items?.[0];
}

/** A session by the path that was kept of its URL: bytes go to no other server than Google's. */
export const sessionOf = (
  { credentials }: Caller,
  { path, total }: { path: string; total: number },
  ctx: ProviderContext,
): Session => ({
  url: `${dataUrl(ctx)}${path}`,
  total,
  token: credentials.accessToken ?? '',
  mapFailure: (failure) => mapFailure(failure, ctx.now()),
});

/** A video as people find it. */
export function toPublished(id: unknown): Published {
  if (typeof id !== 'string' || !id) {
    throw new OutcomeUnknown(answeredWithout('YouTube', 'the id of the video'));
  }
  return { id, url: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`, ref: { id } };
}
