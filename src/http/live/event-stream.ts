/** Server-sent events (HTML Living Standard, section 9.2) as the body of an answer. */
import { PassThrough } from 'node:stream';

export interface EventStream {
  readonly body: PassThrough;
  send(event: string, data: string): void;
  /** A comment, which no page sees. */
  beat(): void;
  end(): void;
  /** Also when the browser goes away. */
  onClose(then: () => void): void;
}

/** When a browser asks again after the stream has ended. */
const RETRY_MS = 2000;
/** A browser that does not read has to begin again. */
const MAX_UNREAD_BYTES = 64 * 1024;

export function createEventStream(): EventStream {
  const body = new PassThrough();
  const write = (lines: string): void => {
    if (body.writableEnded || body.destroyed) return;
    if (body.writableLength > MAX_UNREAD_BYTES) body.destroy();
    else body.write(lines);
  };
  write(`retry: ${RETRY_MS}\n\n`);
  return {
    body,
    send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
    beat: () => write(':\n\n'),
    end: () => void body.end(),
    onClose: (then) => void body.once('close', then),
  };
}
