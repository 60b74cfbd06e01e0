/**
 * Calls of XRPC methods (AT Protocol, HTTP API): `GET` for queries, `POST` for procedures, JSON answers,
 * typed failures.
 */
import type { Channel, Json, ProviderContext } from '../_kit/contract.ts';
import { callJson, type HttpFailure } from '../_kit/http.ts';
import type { ProviderError } from '../_kit/errors.ts';
import { classifyFailure } from './errors.ts';

/**
 * One call. `json` or `bytes` makes it a procedure; `method` does so without a body. `token` is sent as
 * Bearer. `timeoutMs` as in `EgressOptions`.
 */
export interface XrpcCall {
  readonly method?: 'POST';
  readonly token?: string;
  readonly query?: Record<string, string>;
  readonly json?: unknown;
  readonly bytes?: { readonly mime: string; readonly data: Uint8Array<ArrayBuffer> };
  readonly timeoutMs?: number;
  /** Asked before the common table of `errors.ts`. */
  readonly mapFailure?: (failure: HttpFailure) => ProviderError | null;
}

/**
 * Calls `method` (an NSID) at `service` (an origin).
 *
 * @returns the parsed JSON answer
 * @throws the typed errors of `classifyFailure` and of `callJson`
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
    method: call.method ?? (call.json !== undefined || call.bytes ? 'POST' : 'GET'),
    headers: {
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      ...(call.bytes ? { 'content-type': call.bytes.mime } : {}),
    },
    ...(call.json === undefined ? {} : { json: call.json }),
    ...(call.bytes ? { body: call.bytes.data } : {}),
    ...(call.timeoutMs ? { timeoutMs: call.timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => call.mapFailure?.(failure) ?? classifyFailure(failure, ctx.now()),
  });
  return answer.body;
}

/** Where a channel's account lives: origins without a trailing slash. */
export interface Addresses {
  /** Where sessions are made and renewed: the PDS itself, or the entrance before several. */
  readonly service: string;
  /** The account's own PDS, for everything else. */
  readonly pds: string;
}

/** The addresses that `connect` recorded. */
export function addressesOf(channel: Pick<Channel, 'details'>): Addresses {
  const text = (value: Json | undefined): string | undefined =>
    typeof value === 'string' && value ? value : undefined;
  const service = text(channel.details.service) ?? DEFAULT_SERVICE;
  return { service, pds: text(channel.details.pds) ?? service };
}

/** The entrance of the network that Bluesky runs. */
export const DEFAULT_SERVICE = 'https://bsky.social';
