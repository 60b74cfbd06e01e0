/**
 * A reverse proxy in front of a network's server that makes chosen requests fail the way networks and
 * connections do. It works with real servers and stand-ins alike, so one list of faults serves every
 * provider.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from './_shared/stand-in.ts';

/**
 * What happens to the next matching request:
 *   status               the front answers; the network never sees the request
 *   hang_before          the network never sees the request; no response arrives
 *   reset_before         the network never sees the request; the connection is reset
 *   hang_after           the network accepts the request; no response arrives
 *   reset_after          the network accepts the request; the connection is reset
 *   garbage_after        the network accepts the request; the response is an HTML page with status 200
 *   truncated_after      the network accepts the request; the JSON response breaks off half-way
 *   drip_after           the network accepts the request; the response arrives one byte every 200 ms
 *   slow                 the network accepts the request; the response arrives after `delayMs`
 */
export type Fault =
  | { kind: 'status'; status: number; headers?: Readonly<Record<string, string>>; body: string }
  | {
      kind:
        | 'hang_before'
        | 'reset_before'
        | 'hang_after'
        | 'reset_after'
        | 'garbage_after'
        | 'truncated_after'
        | 'drip_after';
    }
  | { kind: 'slow'; delayMs: number };

/** An error that a network answers with; `body` is sent as JSON. */
export const jsonFault = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Fault => ({ kind: 'status', status, headers, body: JSON.stringify(body) });

/** Selects the requests that a fault applies to. */
export type FaultTarget = (request: { method: string; path: string; body: string }) => boolean;

interface Armed {
  fault: Fault;
  target: FaultTarget;
  times: number;
}

/** A running front. Clients use `url` in place of the network's URL. */
export interface FaultFront {
  readonly url: string;
  /** Applies the fault to the next `times` matching requests. */
  arm(fault: Fault, target: FaultTarget, times?: number): void;
  /** Discards unused faults and returns how many there were. */
  disarm(): number;
  stop(): Promise<void>;
}

/** Starts a front on a free loopback port that forwards to `upstream` (an http URL). */
export async function startFaultFront(upstream: string): Promise<FaultFront> {
  const armed: Armed[] = [];
  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const { method = 'GET', url: path = '/' } = request;
    const hit = armed.find((a) => a.target({ method, path, body: String(body) }));
    if (hit && --hit.times <= 0) armed.splice(armed.indexOf(hit), 1);
    const fault = hit?.fault;
    if (fault?.kind === 'status') {
      return void response
        .writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
        .end(fault.body);
    }
    if (fault?.kind === 'reset_before') return void request.socket.resetAndDestroy();
    if (fault?.kind === 'hang_before') return;
    const answer = await forward(upstream, request, body);
    await deliver(answer, fault, request, response);
  }
  const { url, stop } = await listen(handle);
  return {
    url,
    arm: (fault, target, times = 1) => void armed.push({ fault, target, times }),
    disarm: () => armed.splice(0).length,
    stop,
  };
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

async function deliver(
  answer: Answer,
  fault: Fault | undefined,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  switch (fault?.kind) {
    case 'hang_after':
      return;
    case 'reset_after':
      return void request.socket.resetAndDestroy();
    case 'garbage_after':
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>Just a moment…</body></html>');
    case 'truncated_after':
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'content-length': answer.body.length,
      });
      response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)));
      return void setTimeout(() => request.socket.destroy(), 20);
    case 'drip_after':
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      for (const byte of answer.body) {
        if (response.destroyed) return;
        response.write(Buffer.from([byte]));
        await sleep(200);
      }
      return void response.end();
    case 'slow':
      await sleep(fault.delayMs);
      break;
    default:
      break;
  }
  const {
    'transfer-encoding': _,
    'content-length': __,
    connection: ___,
    'keep-alive': ____,
    ...headers
  } = answer.headers;
  response.writeHead(answer.status, headers).end(answer.body);
}

function forward(upstream: string, request: http.IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const target = new URL(request.url ?? '/', upstream);
    const { 'transfer-encoding': _, ...rest } = request.headers;
    const headers = { ...rest, host: target.host, 'content-length': String(body.length) };
    const onward = http.request(target, { method: request.method, headers, agent: false }, (answer) => {
      answer
        .toArray()
        .then(
          (chunks) =>
            resolve({
              status: answer.statusCode ?? 502,
              headers: answer.headers,
              body: Buffer.concat(chunks),
            }),
          reject,
        );
    });
    onward.on('error', reject);
    onward.end(body);
  });
}
