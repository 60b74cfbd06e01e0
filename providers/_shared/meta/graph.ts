/** Calls to the Graph API (developers.facebook.com/docs/graph-api). */
import { FormData } from 'undici';
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { callJson } from '../../_kit/http.ts';
import { mapGraphFailure } from './errors.ts';

/** Versions live for two years; calls of an older one are answered by the oldest that lives. */
export const GRAPH_VERSION = 'v26.0';

/** A server of the Graph API. */
export interface Graph {
  /** The network's name, for people. */
  readonly name: string;
  readonly url: string;
  readonly version: string;
}

/** One call; `form` is sent as a POST, encoded as multipart if it is a `FormData`. */
export interface GraphCall {
  readonly method?: 'GET' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>> | FormData;
  readonly timeoutMs?: number;
}

/** Calls as one account; `path` begins with the id of what it is about. */
export type GraphCalls = <T>(path: string, call?: GraphCall) => Promise<T>;

/**
 * The calls of an account. The token goes into a header, which no log of URLs keeps. They throw the typed
 * error of the answer (errors.ts).
 */
export const callsTo =
  (
    { name, url, version }: Graph,
    { credentials }: Pick<Channel, 'credentials'>,
    ctx: ProviderContext,
  ): GraphCalls =>
  async <T>(path: string, { method = 'GET', query, form, timeoutMs }: GraphCall = {}) => {
    const isFile = form instanceof FormData;
    const { body } = await callJson<T>(
      ctx.egress,
      `${url}/${version}${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
      {
        method: form ? 'POST' : method,
        headers: {
          authorization: `Bearer ${credentials.token ?? ''}`,
          ...(form && !isFile ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(form ? { body: isFile ? form : new URLSearchParams(form).toString() } : {}),
        ...(timeoutMs ? { timeoutMs } : {}),
        signal: ctx.signal,
        mapFailure: (failure) => mapGraphFailure(name, failure, ctx.now()),
      },
    );
    return body;
  };

/** URL of a test's server, in place of the real ones. */
export const overrideOf = (value: string | undefined): string | undefined =>
  value?.trim().replace(/\/+$/, '') || undefined;

/**
 * A page of a list; `next`: what `after` has to be for the following one. `end`: the cursor at its end, which
 * the last page has as well.
 */
export interface ListPage<T> {
  readonly items: readonly T[];
  readonly next: string | null;
  readonly end: string | null;
}

/** Reads a page of a list (developers.facebook.com/docs/graph-api/results, "Cursor-based Pagination"). */
export async function readList<T>(
  call: GraphCalls,
  path: string,
  query: Readonly<Record<string, string | number | null | undefined>>,
): Promise<ListPage<T>> {
  const parameters = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const { data = [], paging } = await call<{
    data?: readonly T[];
    paging?: { readonly next?: string; readonly cursors?: { readonly after?: string } };
  }>(path, { query: Object.fromEntries(parameters.map(([name, value]) => [name, String(value)])) });
  const end = paging?.cursors?.after ?? null;
  return { items: data, next: paging?.next ? end : null, end };
}
