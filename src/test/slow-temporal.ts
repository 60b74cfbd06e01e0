/**
 * A Temporal server to which chosen calls of a worker arrive late: gRPC over cleartext HTTP/2, call by call.
 */
import http2 from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';

/** A running proxy; `address` (host:port) stands for the server's. */
export interface SlowTemporal {
  readonly address: string;
  /** The next call of this method arrives late by `ms`. Resolves when it has arrived. */
  delayNext(method: string, ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one on a free loopback port that forwards to `target` (host:port). */
export async function startSlowTemporal(target: string): Promise<SlowTemporal> {
  const upstream = http2.connect(`http://${target}`);
  upstream.on('error', () => undefined);
  let armed: { method: string; ms: number; arrived: () => void } | null = null;
  const sessions = new Set<http2.ServerHttp2Session>();
  const server = http2.createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => session.destroy());
    session.once('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => void forward(stream, headers));

  async function forward(stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders): Promise<void> {
    const late = armed && headers[':path']?.endsWith(`/${armed.method}`) ? armed : null;
    if (late) {
      armed = null;
      await sleep(late.ms);
    }
    const { ':authority': _, ...rest } = headers;
    const call = upstream.request({ ...rest, ':authority': target });
    call.on('response', (answer) => {
      if (!stream.destroyed) stream.respond(answer, { waitForTrailers: true });
    });
    let trailers: http2.IncomingHttpHeaders = {};
    call.on('trailers', (last) => (trailers = last));
    stream.on('wantTrailers', () => stream.sendTrailers(trailers));
    for (const [from, to] of [
      [stream, call],
      [call, stream],
    ] as const) {
      from.on('error', () => to.close(http2.constants.NGHTTP2_CANCEL));
      from.on('aborted', () => to.close(http2.constants.NGHTTP2_CANCEL));
    }
    stream.pipe(call);
    call.pipe(stream);
    late?.arrived();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as { port: number }).port}`,
    delayNext: (method, ms) =>
      new Promise((arrived) => {
        armed = { method, ms, arrived };
      }),
    async stop() {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
