/** What stand-ins of networks have in common: how a request reaches them, and how they answer. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Recorder } from '../../oracles/exchange.ts';

/** A request as the routes see it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The query with its question mark, as it came. */
  readonly search: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

export interface Answer {
  readonly status: number;
  /** A string is sent as it is, null as none, anything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that ends the request. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`The network answers ${answer.status}`);
    this.answer = answer;
  }
}

/** Listens on 127.0.0.1, by default on a free port. A request whose handling fails is cut off. */
export async function listen(
  handle: (request: http.IncomingMessage, response: http.ServerResponse) => Promise<unknown>,
  port = 0,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** How a stand-in is served. */
export interface Serving {
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  /** The types of answers that do not name their own: of texts (null = none), and of JSON. */
  readonly textType?: string | null;
  readonly jsonType?: string;
  /** Receives the exchanges that `records` is true of. */
  readonly recorder?: Recorder;
  readonly records?: (call: Call) => boolean;
}

/** Starts a stand-in: each call is answered by `handle`, or by the refusal that it throws. */
export const serveCalls = (
  handle: (call: Call) => Answer | Promise<Answer>,
  serving: Serving = {},
): ReturnType<typeof listen> =>
  listen(async (request, response) => {
    const call = await readCall(request);
    const answer = await answerOf(() => handle(call));
    const { headers, body } = writtenOf(answer, serving);
    if (serving.recorder && serving.records?.(call) !== false) {
      serving.recorder.add({
        method: call.method,
        target: request.url ?? '/',
        request: { headers: textsOf(call.headers), body: call.body },
        status: answer.status,
        answer: { headers, body },
      });
    }
    response.writeHead(answer.status, headers).end(body);
  }, serving.port);

const textsOf = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** An answer as it is sent: a string as a text, null as nothing, anything else as JSON. */
function writtenOf(
  { body, headers }: Answer,
  {
    textType = 'text/html; charset=utf-8',
    jsonType = 'application/json; charset=utf-8',
  }: Pick<Serving, 'textType' | 'jsonType'> = {},
): { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer<ArrayBuffer> } {
  if (body === null) return { headers: { ...headers }, body: Buffer.alloc(0) };
  const isText = typeof body === 'string';
  const type = isText ? textType : jsonType;
  return {
    headers: { ...(type ? { 'content-type': type } : {}), ...headers },
    body: Buffer.from(isText ? body : JSON.stringify(body)),
  };
}

export async function readCall(request: http.IncomingMessage): Promise<Call> {
  const { pathname: path, searchParams: query, search } = new URL(request.url ?? '/', 'http://stand-in');
  const body = Buffer.concat(await request.toArray());
  return { method: request.method ?? 'GET', path, query, search, headers: request.headers, body };
}

/** What a handler answers, or the refusal that it throws. */
export async function answerOf(handle: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await handle();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

/** Sends an answer as `serveCalls` does, for stand-ins that read requests in their own way. */
export function send(
  response: http.ServerResponse,
  answer: Answer,
  types?: Pick<Serving, 'textType' | 'jsonType'>,
): void {
  const { headers, body } = writtenOf(answer, types);
  response.writeHead(answer.status, headers).end(body);
}

/** The route of a call, with the captured parts of its path. */
export function findRoute<R extends { readonly method: string; readonly path: RegExp }>(
  routes: readonly R[],
  { method, path }: Pick<Call, 'method' | 'path'>,
): { readonly route: R; readonly params: readonly string[] } | null {
  for (const route of routes) {
    const found = route.method === method ? route.path.exec(path) : null;
    if (found) return { route, params: found.slice(1) };
  }
  return null;
}

/** The JSON of a body. @throws what `refused` has for another type of content, and for what is no JSON */
export function jsonOf(
  { headers, body }: Pick<Call, 'headers' | 'body'>,
  refused: { readonly type: Refusal; readonly syntax: Refusal },
): Record<string, unknown> {
  if (!headers['content-type']?.startsWith('application/json')) throw refused.type;
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    throw refused.syntax;
  }
}

/** Names that are not among the known ones. */
export const unknownOf = (names: Iterable<string>, known: readonly string[]): string[] =>
  [...names].filter((name) => !known.includes(name));
