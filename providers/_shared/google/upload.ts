/**
 * Resumable uploads of Google's APIs
 * (developers.google.com/youtube/v3/guides/using_resumable_upload_protocol): a session takes the bytes in
 * order, and what they make exists once the last byte has arrived. A session can be asked how far it is, also
 * after an answer was lost.
 */
import { uploadMs } from '../../_kit/bounds.ts';
import type { MediaFile, ProviderContext } from '../../_kit/contract.ts';
import { OutcomeUnknown, type ProviderError } from '../../_kit/errors.ts';
import type { MapFailure } from '../../_kit/http.ts';
import { sentence } from '../../_kit/sentences/catalogue.ts';

/** All chunks but the last are multiples of this. */
export const CHUNK_UNIT = 256 * 1024;

/** How far a session is: it waits for the byte `next`, has made something, or no longer exists. */
export type Progress<T> =
  | { readonly state: 'incomplete'; readonly next: number }
  | { readonly state: 'complete'; readonly made: T }
  | { readonly state: 'gone' };

/** What each request of an upload needs, besides its bytes. */
export interface Session {
  readonly url: string;
  /** Bytes of the whole file. */
  readonly total: number;
  readonly token: string;
  readonly mapFailure: MapFailure;
}

/**
 * Opens a session and returns the path and the query of its URL: the caller knows the server, and bytes go to
 * no other one.
 */
export async function openSession(
  { url, token, mapFailure }: Omit<Session, 'total'>,
  { json, file }: { json: unknown; file: Pick<MediaFile, 'mime' | 'size'> },
  ctx: ProviderContext,
): Promise<string> {
  const response = await ctx.egress.fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': file.mime,
      'x-upload-content-length': String(file.size),
    },
    body: JSON.stringify(json),
    signal: ctx.signal,
  });
  const text = await response.text();
  if (!response.ok) throw errorOf(mapFailure, response, text);
  const location = response.headers.get('location');
  if (!location || !URL.canParse(location)) {
    throw new OutcomeUnknown(sentence('upload_opened_nowhere', { network: 'Google' }));
  }
  const { pathname, search } = new URL(location);
  return `${pathname}${search}`;
}

/** Asks a session how far it is. Changes nothing. */
export const askProgress = <T>(session: Session, ctx: ProviderContext): Promise<Progress<T>> =>
  put(session, ctx, { range: `*/${session.total}` });

/** Sends the bytes of a file from `start` up to `end`, which it does not include. */
export const sendBytes = <T>(
  session: Session,
  { file, start, end }: { file: Blob; start: number; end: number },
  ctx: ProviderContext,
): Promise<Progress<T>> =>
  put(session, ctx, {
    range: `${start}-${end - 1}/${session.total}`,
    body: file.slice(start, end, 'application/octet-stream'),
  });

/** Where the last request begins: it is small, so that what cannot be repeated is over soon. */
export const startOfLast = (total: number): number => Math.floor((total - 1) / CHUNK_UNIT) * CHUNK_UNIT;

async function put<T>(
  { url, token, mapFailure }: Session,
  ctx: ProviderContext,
  { range, body }: { range: string; body?: Blob },
): Promise<Progress<T>> {
  const response = await ctx.egress.fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-range': `bytes ${range}` },
    body: body ?? null,
    signal: ctx.signal,
    ...(body ? { timeoutMs: uploadMs(body.size) } : {}),
  });
  const text = await response.text();
  if (response.status === 308) return { state: 'incomplete', next: nextOf(response.headers.get('range')) };
  if (response.status === 404 || response.status === 410) return { state: 'gone' };
  const parsed = parse(text);
  if (response.ok) {
    if (parsed === undefined) {
      throw new OutcomeUnknown(sentence('answered_no_json', { who: 'Google', status: response.status }));
    }
    return { state: 'complete', made: parsed as T };
  }
  throw errorOf(mapFailure, response, text);
}

type Answer = Awaited<ReturnType<ProviderContext['egress']['fetch']>>;

function errorOf(mapFailure: MapFailure, { status, headers }: Answer, text: string): ProviderError {
  const body = parse(text) ?? text.slice(0, 2000);
  const message = `HTTP ${status}`;
  return (
    mapFailure({ status, headers: new Headers([...headers]), body, message }) ?? new OutcomeUnknown(message)
  );
}

/** Without the header, the session has no byte yet. */
const nextOf = (range: string | null): number => {
  const last = /^bytes=0-(\d+)$/.exec(range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON
  }
}
