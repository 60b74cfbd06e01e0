/** What stands before a test's S3 service: it passes everything on, notes it, and breaks on request. */
import http from 'node:http';
import { Transform } from 'node:stream';

/** `path` without the query. */
export interface S3Call {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/**
 * A fault: an answer with an error of S3; the connection cut after a number of bytes of what is sent up or
 * down; a byte changed on the way; a number of bytes a second and no more; silence.
 */
export type S3Breakage =
  | { readonly answer: { readonly status: number; readonly code: string; readonly message: string } }
  | { readonly cut: 'up' | 'down'; readonly after: number }
  | { readonly change: 'up' | 'down' }
  | { readonly slow: number }
  | { readonly silent: true };

/** How a call breaks; undefined passes it on. */
export type S3Fault = (call: S3Call) => S3Breakage | undefined;

/** With Amazon's messages (API Reference, "List of error codes"). */
export const S3_ERRORS = {
  slowDown: { status: 503, code: 'SlowDown', message: 'Please reduce your request rate.' },
  skewed: {
    status: 403,
    code: 'RequestTimeTooSkewed',
    message: "The difference between the request time and the server's time is too large.",
  },
  noBucket: { status: 404, code: 'NoSuchBucket', message: 'The specified bucket does not exist.' },
  denied: { status: 403, code: 'AccessDenied', message: 'Access Denied' },
  wrongRegion: {
    status: 400,
    code: 'AuthorizationHeaderMalformed',
    message: "The authorization header is malformed; the region 'us-east-1' is wrong; expecting 'eu-west-1'",
  },
} as const;

/** Passes the first `times` calls that match to `breakage`. */
export function firstOf(matches: (call: S3Call) => boolean, breakage: S3Breakage, times = Infinity): S3Fault {
  let left = times;
  return (call) => (matches(call) && left-- > 0 ? breakage : undefined);
}

export const isMethod =
  (...methods: readonly string[]) =>
  ({ method }: S3Call): boolean =>
    methods.includes(method);

interface Front {
  readonly port: number;
  readonly calls: S3Call[];
  fault(): S3Fault | null;
}

export function forward(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { port, calls, fault }: Front,
): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const call = { method: request.method ?? '', path, query };
  calls.push(call);
  const broken = fault()?.(call);
  if (broken && 'silent' in broken) return void request.resume();
  if (broken && 'answer' in broken) {
    request.resume().once('end', () => answerError(request, response, broken.answer));
    return;
  }
  const asked = http.request(
    { host: '127.0.0.1', port, method: call.method, path: request.url, headers: request.headers },
    (answer) => {
      if (answer.statusCode === 404 && call.method !== 'HEAD') {
        return void passError(request, answer, response);
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(through(broken, 'down', () => response.destroy())).pipe(response);
      answer.once('error', () => response.destroy());
    },
  );
  asked.on('error', () => response.destroy());
  const cut = (): void => {
    asked.destroy();
    request.socket.destroy();
  };
  request.pipe(through(broken, 'up', cut)).pipe(asked);
}

function answerError(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { status, code, message }: { status: number; code: string; message: string },
): void {
  const body =
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>` +
    '<RequestId>4442587FB7D0A2F9</RequestId></Error>';
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** versitygw answers 404 XAdminUserNotFound where Amazon answers 403 InvalidAccessKeyId. */
async function passError(
  request: http.IncomingMessage,
  answer: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (!body.includes('XAdminUserNotFound')) {
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
    return;
  }
  answerError(request, response, {
    status: 403,
    code: 'InvalidAccessKeyId',
    message: 'The AWS Access Key Id you provided does not exist in our records.',
  });
}

/** Everything as it comes, but for what breaks in this direction. */
function through(broken: S3Breakage | undefined, way: 'up' | 'down', cut: () => void): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const before = passed;
      passed += chunk.length;
      if (broken && 'cut' in broken && broken.cut === way && passed > broken.after) {
        this.push(chunk.subarray(0, Math.max(0, broken.after - before)));
        // What was passed on arrives before the connection ends.
        return void setImmediate(cut);
      }
      if (broken && 'change' in broken && broken.change === way && before === 0) {
        const changed = Buffer.from(chunk);
        const last = changed.length - 1;
        changed[last] = (changed[last] ?? 0) ^ 1;
        return done(null, changed);
      }
      if (broken && 'slow' in broken) return trickle(this, chunk, { bytesPerSecond: broken.slow, done });
      done(null, chunk);
    },
  });
}

/** A tenth of a second's bytes at a time, for as long as anybody takes them. */
function trickle(
  to: Transform,
  chunk: Buffer,
  { bytesPerSecond, done }: { readonly bytesPerSecond: number; done(): void },
): void {
  const step = Math.max(1, Math.floor(bytesPerSecond / 10));
  const from = (at: number): void => {
    if (at >= chunk.length || to.destroyed) return done();
    to.push(chunk.subarray(at, at + step));
    setTimeout(from, 100, at + step);
  };
  from(0);
}
