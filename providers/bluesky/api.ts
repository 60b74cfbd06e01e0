/**
 * Calls to XRPC methods (AT Protocol, HTTP API): `GET` for queries, `POST` for procedures, JSON answers,
 * typed failures.
 */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, type ProviderError } from '../_kit/errors.ts';
import { callJson, type HttpFailure } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** The entryway of the network that Bluesky runs. */
export const DEFAULT_SERVICE = 'https://bsky.social';

/** The AT Protocol library with all its lexicons, loaded on first use. */
export const atproto = () => import('@atproto/api');

/** The collection that posts are records of. */
export const COLLECTION = 'app.bsky.feed.post';

/** A record's URI and the hash of its content; replies name both (lexicon com.atproto.repo.strongRef). */
export interface StrongRef {
  readonly uri: string;
  readonly cid: string;
}

export interface FoundRecord extends StrongRef {
  readonly value: Record<string, unknown>;
}

/**
 * One call. `json` or `file` makes it a procedure; `method` does so without a body. `token` is sent as a
 * Bearer token. `timeoutMs` as in `EgressOptions`.
 */
export interface XrpcCall {
  readonly method?: 'POST';
  readonly token?: string;
  readonly query?: Record<string, string>;
  readonly json?: unknown;
  readonly file?: { readonly mime: string; readonly data: Blob };
  readonly timeoutMs?: number;
  /** Consulted before `errors.ts`. */
  readonly mapFailure?: (failure: HttpFailure) => ProviderError | null;
}

/**
 * Calls `method` (an NSID) at `service` (an origin).
 *
 * @returns the parsed JSON answer
 * @throws the typed errors of `errors.ts` and of `callJson`
 */
export async function xrpc<T>(
  ctx: ProviderContext,
  service: string,
  method: string,
  call: XrpcCall = {},
): Promise<T> {
  const url = new URL(`/xrpc/${method}`, service);
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  const answer = await callJson<T>(ctx.egress, url, {
    method: call.method ?? (call.json !== undefined || call.file ? 'POST' : 'GET'),
    headers: {
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      ...(call.file ? { 'content-type': call.file.mime } : {}),
    },
    ...(call.json === undefined ? {} : { json: call.json }),
    ...(call.file ? { body: call.file.data } : {}),
    ...(call.timeoutMs ? { timeoutMs: call.timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => call.mapFailure?.(failure) ?? mapFailure(failure, ctx.now()),
  });
  return answer.body;
}

/** Where a channel's account lives: origins without a trailing slash. */
export interface ServiceUrls {
  /** Where sessions are created and renewed: the PDS itself, or an entryway to several. */
  readonly service: string;
  /** The account's own PDS, for everything else. */
  readonly pds: string;
}

/** The URLs that `connect` recorded. */
export function urlsOf(channel: Pick<Channel, 'details'>): ServiceUrls {
  const text = (value: Json | undefined): string | undefined =>
    typeof value === 'string' && value ? value : undefined;
  const service = text(channel.details.service) ?? DEFAULT_SERVICE;
  return { service, pds: text(channel.details.pds) ?? service };
}

/** Reads one post. Records are public, so this needs no token and still works after it has expired. */
export function readRecord(channel: Channel, rkey: string, ctx: ProviderContext): Promise<FoundRecord> {
  const query = { repo: channel.internalId, collection: COLLECTION, rkey };
  return xrpc<FoundRecord>(ctx, urlsOf(channel).pds, 'com.atproto.repo.getRecord', { query });
}

/** `gates`: records that were created with it, and are deleted with it. */
export async function toPublished(
  { uri, cid }: StrongRef,
  gates: readonly { readonly collection: string }[] = [],
): Promise<Published> {
  if (typeof uri !== 'string' || typeof cid !== 'string') {
    throw new OutcomeUnknown(answeredWithout('The PDS', 'the URL of the record'));
  }
  const { AtUri } = await atproto();
  const { host, rkey } = new AtUri(uri);
  const ref = { uri, cid, ...(gates.length ? { gates: gates.map(({ collection }) => collection) } : {}) };
  return { id: uri, url: `https://bsky.app/profile/${host}/post/${rkey}`, ref };
}
