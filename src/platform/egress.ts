/**
 * The one outbound client: guarded against internal addresses, capped in time and bytes, never following
 * redirects.
 */
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, Response, WebSocket, fetch, type Dispatcher, type RequestInit } from 'undici';
import type { Egress, EgressOptions } from '../../providers/_kit/egress.ts';
import { OutcomeUnknown, Unsent } from '../../providers/_kit/errors.ts';
import { CALL_MS } from '../../temporal/contract/bounds.ts';
import { isStreamed, sendStreamed } from './stream-body.ts';
import { isPrivateName } from '../../providers/_kit/public-url.ts';
import { createProxyDispatcher } from './proxy-dispatcher.ts';
import { sentence } from './sentences.ts';
import type { Sentence, Words } from '../../providers/_kit/sentences/fill.ts';

/** Settings of the outbound client. `allowCidrs` and `trustedOrigins` are exempt from the guard. */
export interface EgressConfig {
  /** Turns the guard off (DISABLE_SSRF_PROTECTION). */
  readonly guardDisabled: boolean;
  readonly allowCidrs: readonly string[];
  /** Origins that the operator configured as a network's URL (the sandbox, a local instance). */
  readonly trustedOrigins: readonly string[];
  readonly proxyUrl?: string;
  /**
   * The proxy is asked for names instead of checked addresses: this machine cannot resolve them, or the proxy
   * admits names alone. Then the proxy itself must block private addresses.
   */
  readonly proxyResolves?: boolean;
}

const DEFAULT_TIMEOUT_MS = CALL_MS;
/** The largest that a `Response` may have (Fetch Standard, "initialize a response"). */
const MAX_STATUS = 599;
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Of one WebSocket message, also after it is decompressed; the largest event that a relay may send is
 * smaller.
 */
const MAX_MESSAGE_BYTES = 1024 * 1024;

/**
 * The message for a blocked address (existing clients know its first two words), with the setting that allows
 * it.
 */
export const blockedSentence = (host: string): Sentence => sentence('address_blocked', { host });

/** Thrown for an address that is not public. */
export class BlockedAddress extends Unsent {
  readonly host: string;

  constructor(host: string) {
    super(blockedSentence(host), { networkCode: 'blocked_ip' });
    this.host = host;
  }
}

/** Builds the client; close it with `close()` when the process ends. */
export function createEgress(config: EgressConfig): Egress & { close(): Promise<void> } {
  const guard = createGuard(config);
  const guarded = createDispatcher(config, guard.lookup);
  const trusted = createDispatcher({ ...config, proxyUrl: undefined }, undefined);
  const dispatcherFor = (url: URL): Dispatcher => {
    if (guard.isTrusted(url)) return trusted;
    guard.check(url);
    return guarded;
  };

  return {
    async fetch(input, init = {}) {
      const url = new URL(input);
      const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, signal, ...rest } = init;
      if (!['http:', 'https:'].includes(url.protocol) || url.username) {
        throw new Unsent(sentence('not_a_url_to_call', { url: `${url.protocol}//${url.host}` }));
      }
      const call = { begun: false };
      const dispatcher = noticeStart(dispatcherFor(url), () => void (call.begun = true));
      const timeout = AbortSignal.timeout(timeoutMs);
      const request: RequestInit = {
        ...rest,
        redirect: 'manual',
        dispatcher,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      };
      const answer = isStreamed(rest.body)
        ? sendStreamed(url, { ...request, body: rest.body })
        : fetch(url, request);
      const response = await answer.catch((error: unknown) => {
        throw classifyFailure(error, url, call.begun);
      });
      return capped(response, maxBytes, url);
    },
    async webSocket(input, options: EgressOptions = {}) {
      const url = new URL(input);
      if (!['ws:', 'wss:'].includes(url.protocol)) {
        throw new Unsent(sentence('not_a_websocket_url', { url: `${url.protocol}//${url.host}` }));
      }
      const asHttp = new URL(url.href.replace(/^ws/, 'http'));
      const trustedSocket = guard.isTrusted(asHttp);
      if (!trustedSocket) guard.check(asHttp);
      // A dispatcher of its own: a peer that ignores the close frame would otherwise hold the connection
      // open.
      const dispatcher = createDispatcher(
        trustedSocket ? { ...config, proxyUrl: undefined } : config,
        trustedSocket ? undefined : guard.lookup,
      );
      const socket = new WebSocket(url, { dispatcher });
      closeFor(socket, dispatcher);
      return openWebSocket(socket, url, options.timeoutMs ?? CONNECT_TIMEOUT_MS);
    },
    async close() {
      await Promise.all([guarded.destroy(), trusted.destroy()]);
    },
  };
}

function createDispatcher(config: EgressConfig, lookup: LookupFunction | undefined): Dispatcher {
  const connect = { timeout: CONNECT_TIMEOUT_MS, ...(lookup ? { lookup } : {}) };
  // A pooled connection that the other side closes makes an outcome unknown for nothing: keep them short.
  const options = {
    connect,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 10_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    webSocket: { maxPayloadSize: MAX_MESSAGE_BYTES, maxFragments: 1000 },
  };
  if (!config.proxyUrl) return new Agent(options);
  const asName = config.guardDisabled || config.proxyResolves;
  return createProxyDispatcher(config.proxyUrl, asName ? undefined : lookup, options);
}

/**
 * Calls `onStart` right before the first byte of a request is written. By then there is a connection, and TLS
 * and a proxy's tunnel are set up (undici, `onRequestStart` of a dispatch handler).
 */
function noticeStart(dispatcher: Dispatcher, onStart: () => void): Dispatcher {
  return dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(
        options,
        new Proxy(handler, {
          get(target, key) {
            const value: unknown = Reflect.get(target, key, target);
            if (typeof value !== 'function') return value;
            return (...args: unknown[]): unknown => {
              if (key === 'onRequestStart') onStart();
              return Reflect.apply(value, target, args) as unknown;
            };
          },
        }),
      ),
  );
}

function createGuard(config: EgressConfig): {
  check(url: URL): void;
  isTrusted(url: URL): boolean;
  lookup: LookupFunction;
} {
  const origins = new Set(config.trustedOrigins.map((origin) => new URL(origin).origin));
  const permits = (address: string): boolean => isPermitted(address, config);
  return {
    isTrusted: (url) => origins.has(url.origin),
    // An agent's lookup is not called for IP literals, so they are checked here.
    check(url) {
      const host = literalOf(url.hostname);
      if (isIP(host) && !permits(host)) throw new BlockedAddress(host);
      // A proxy that resolves the name gets it unchecked, so the proxy's message shows that a private one was
      // refused.
      const isUnchecked = config.proxyUrl && config.proxyResolves && !config.guardDisabled;
      if (isUnchecked && !isIP(host) && isPrivateName(host)) throw new BlockedAddress(host);
    },
    // The addresses that pass are the ones connected to, so a second DNS answer cannot differ.
    lookup(hostname, options, callback) {
      dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
        const found = addresses as unknown as LookupAddress[];
        if (error) return callback(error, '', 0);
        if (found.some((a) => !permits(a.address))) {
          return callback(new BlockedAddress(hostname) as NodeJS.ErrnoException, '', 0);
        }
        if (options.all) return callback(null, found);
        callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
      });
    },
  };
}

/** Whether an IP literal is a public unicast address; embedded IPv4 (mapped, NAT64, 6to4, Teredo) is not. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}

/**
 * Whether a host is an address to which the operator has allowed outbound calls; a name is not, even if it
 * resolves to one.
 */
export function isAllowedAddress(host: string, cidrs: readonly string[]): boolean {
  const literal = literalOf(host);
  return isIP(literal) > 0 && cidrs.some((cidr) => matches(literal, ipaddr.parseCIDR(cidr)));
}

/** Whether a host is an address that no outbound call reaches; a name is only resolved at the call. */
export function isBlockedAddress(host: string, guard: Guard): boolean {
  const literal = literalOf(host);
  return isIP(literal) > 0 && !isPermitted(literal, guard);
}

type Guard = Pick<EgressConfig, 'guardDisabled' | 'allowCidrs'>;

const isPermitted = (address: string, { guardDisabled, allowCidrs }: Guard): boolean =>
  guardDisabled || isPublicAddress(address) || isAllowedAddress(address, allowCidrs);

/** The host of a URL, written without brackets. */
const literalOf = (host: string): string => host.replace(/^\[|\]$/g, '');

function matches(address: string, cidr: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  const parsed = ipaddr.process(address);
  return parsed.kind() === cidr[0].kind() && parsed.match(cidr);
}

/**
 * What decides is when it broke, not how: TLS can refuse a certificate, and a route can vanish, after the
 * request was written. Only before its first byte is it certain that nothing arrived.
 */
function classifyFailure(error: unknown, url: URL, begun: boolean): Error {
  const cause = (error instanceof Error && error.cause ? error.cause : error) as NodeJS.ErrnoException;
  if (cause instanceof BlockedAddress) return cause;
  const code = cause?.code ?? '';
  const timedOut = cause?.name === 'TimeoutError';
  const networkCode = timedOut ? 'timeout' : code;
  const { host } = url;
  const why = code || cause?.message || 'no answer';
  if (!begun) {
    const silence = timedOut ? sentence('no_answer_in_time') : why;
    return new Unsent(sentence('host_not_reached', { host, why: silence }), { networkCode, cause });
  }
  return new OutcomeUnknown(
    timedOut ? sentence('no_answer_of_host_in_time', { host }) : sentence('connection_broke', { host, why }),
    { networkCode, cause },
  );
}

function capped(response: Response, maxBytes: number, url: URL): Response {
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(ReadableStream.from(readCapped(response.body, maxBytes, url)) as never, {
    // Servers answer what the standard does not allow a response to have: 999, a reason in any alphabet.
    status: status <= MAX_STATUS ? status : MAX_STATUS,
    statusText: /^[\t\x20-\x7e]*$/.test(statusText) ? statusText : '',
    headers,
  });
}

// A body that breaks off is as typed as a request that breaks off.
async function* readCapped(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  url: URL,
): AsyncGenerator<Uint8Array> {
  let seen = 0;
  try {
    for await (const chunk of body) {
      seen += chunk.byteLength;
      if (seen > maxBytes) {
        throw new OutcomeUnknown(sentence('host_sent_too_much', { host: url.host, max: maxBytes }), {
          networkCode: 'too_large',
        });
      }
      yield chunk;
    }
  } catch (error) {
    throw error instanceof OutcomeUnknown ? error : classifyFailure(error, url, true);
  }
}

const CLOSE_GRACE_MS = 2000;

/** Destroys the connection when the socket has closed, or soon after it was asked to. */
function closeFor(socket: WebSocket, dispatcher: Dispatcher): void {
  const destroy = (): void => void dispatcher.destroy();
  socket.addEventListener('close', destroy, { once: true });
  socket.addEventListener('error', destroy, { once: true });
  const close = socket.close.bind(socket);
  socket.close = (code?: number, reason?: string) => {
    close(code, reason);
    setTimeout(destroy, CLOSE_GRACE_MS).unref();
  };
}

function openWebSocket(socket: WebSocket, url: URL, timeoutMs: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const fail = (why: Words): void => {
      clearTimeout(timer);
      reject(new Unsent(sentence('host_not_opened', { host: url.host, why })));
    };
    const timer = setTimeout(() => {
      fail(sentence('no_answer_in_time'));
      socket.close();
    }, timeoutMs);
    socket.addEventListener('error', (event) => fail(event.message || 'refused'), { once: true });
    socket.addEventListener('close', () => fail('closed'), { once: true });
    socket.addEventListener(
      'open',
      () => {
        clearTimeout(timer);
        resolve(socket);
      },
      { once: true },
    );
  });
}
