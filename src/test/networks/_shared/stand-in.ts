/** What stand-ins of networks have in common: how a request reaches them, and how they answer. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the routes see it. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
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

export async function readCall(request: http.IncomingMessage): Promise<Call> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://stand-in');
  const body = Buffer.concat(await request.toArray());
  return { method: request.method ?? 'GET', path, query, headers: request.headers, body };
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

/** A string as a page, anything else as JSON, unless the answer names its own type. */
export function send(response: http.ServerResponse, { status, body, headers }: Answer): void {
  if (body === null) return void response.writeHead(status, headers).end();
  const isText = typeof body === 'string';
  response
    .writeHead(status, {
      'content-type': isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      ...headers,
    })
    .end(isText ? body : JSON.stringify(body));
}
