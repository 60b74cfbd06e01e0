/**
 * Loaded into the API before anything else: notes for each create-post request which statements and calls of
 * Temporal it waited for, and when. `CRIER_BENCH_TRACE` is the file that has them when the process ends.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Client as GrpcClient } from '@grpc/grpc-js';
import pg from 'pg';

/** What a request waited for; milliseconds since its begin. */
export interface Span {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** One create; `atMs` since the epoch, `tookMs` until its answer was written. */
export interface TracedCreate {
  readonly atMs: number;
  readonly tookMs: number;
  readonly spans: Span[];
}

interface Open {
  readonly began: number;
  readonly atMs: number;
  readonly spans: Span[];
}

const traced: TracedCreate[] = [];
const current = new AsyncLocalStorage<Open | undefined>();
const open = new WeakMap<IncomingMessage, Open>();

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  const isCreate = request.method === 'POST' && request.url === '/public/v1/posts';
  const entry = isCreate ? { began: performance.now(), atMs: Date.now(), spans: [] } : undefined;
  current.enterWith(entry);
  if (entry) open.set(request, entry);
});
subscribe('http.server.response.finish', (message) => {
  const { request } = message as { request: IncomingMessage };
  const entry = open.get(request);
  if (!entry) return;
  traced.push({ atMs: entry.atMs, tookMs: performance.now() - entry.began, spans: entry.spans });
});
process.on('exit', () => writeFileSync(process.env.CRIER_BENCH_TRACE ?? '', JSON.stringify(traced)));

/** Notes the time from now until the returned function is called. */
function begin(name: string): () => void {
  const entry = current.getStore();
  if (!entry) return () => undefined;
  const from = performance.now();
  return () => {
    entry.spans.push({ name, fromMs: from - entry.began, toMs: performance.now() - entry.began });
  };
}

const { query } = pg.Pool.prototype;
pg.Pool.prototype.query = function (this: pg.Pool, ...args: unknown[]) {
  const [config] = args as [{ name?: string; text?: string } | string];
  const text = typeof config === 'string' ? config : (config.name ?? config.text ?? '');
  const end = begin(text.slice(0, 40));
  const result = (query as (...all: unknown[]) => Promise<unknown>).apply(this, args);
  void result.then(end, end);
  return result;
} as typeof query;

type Unary = (path: string, ...rest: unknown[]) => unknown;
const prototype = GrpcClient.prototype as unknown as { makeUnaryRequest: Unary };
const { makeUnaryRequest } = prototype;
prototype.makeUnaryRequest = function (this: unknown, path, ...rest) {
  const end = begin(path.split('/').at(-1) ?? path);
  const answered = rest.at(-1);
  if (typeof answered !== 'function') return makeUnaryRequest.call(this, path, ...rest);
  const withEnd = (...answer: unknown[]): unknown => {
    end();
    return (answered as Unary).apply(undefined, answer as [string]);
  };
  return makeUnaryRequest.call(this, path, ...rest.slice(0, -1), withEnd);
};
