import type { IncomingMessage } from 'node:http';
import type { Middleware } from './types.ts';
import { ApiError } from '../platform/errors.ts';
import { assertReasonable, assertStorable } from './check-json.ts';

/** Largest JSON body: 50 MB, exact, also for chunked bodies. */
export const MAX_JSON_BYTES = 50 * 1024 * 1024;
/**
 * Largest body of an unauthenticated caller: many at once cost little. Stripe's events and all OAuth
 * parameters fit.
 */
export const MAX_OPEN_BYTES = 1024 * 1024;

/**
 * Reads a JSON body; an empty or absent one passes. With `form`, also reads application/x-www-form-urlencoded
 * (RFC 6749, appendix B). `maxBytes`: the largest body; default `MAX_JSON_BYTES`.
 */
export function parseBody({
  form = false,
  maxBytes = MAX_JSON_BYTES,
}: { form?: boolean; maxBytes?: number } = {}): Middleware {
  return async (ctx, next) => {
    if (Number(ctx.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
    const bytes = await readBytes(ctx.req, maxBytes);
    const text = decode(bytes);
    ctx.state.rawBody = text;
    ctx.state.body =
      text.trim() === ''
        ? undefined
        : form && ctx.is('application/x-www-form-urlencoded')
          ? parseForm(text)
          : parse(bytes, text);
    await next();
  };
}

/**
 * Reads by events instead of iterating: leaving an iteration early destroys the socket, and the error with
 * it. What exceeds the limit is discarded unread, so that the client gets to read the answer.
 */
function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(tooLarge(maxBytes));
      }
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', (cause) =>
      reject(
        new ApiError('invalid_request', {
          message: 'The connection closed before the whole body had arrived',
          cause,
        }),
      ),
    );
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('invalid_json', { message: 'The body is not UTF-8', cause });
  }
}

function parse(bytes: Buffer, text: string): unknown {
  assertReasonable(bytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', {
      message: `The body is not valid JSON: ${(cause as Error).message}`,
      cause,
    });
  }
  assertStorable(body);
  return body;
}

/** Fields by name. A repeated field is a list, which no handler mistakes for a text. */
function parseForm(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text);
  const fields = Object.fromEntries(
    [...new Set(form.keys())].map((name) => [
      name,
      form.getAll(name).length > 1 ? form.getAll(name) : form.get(name),
    ]),
  );
  assertStorable(fields);
  return fields;
}

function tooLarge(maxBytes: number): ApiError {
  const megabytes = maxBytes / 1024 / 1024;
  return new ApiError('body_too_large', {
    message: `The body is over ${megabytes} MB${maxBytes === MAX_JSON_BYTES ? '. Upload media with POST /public/v1/upload first' : ''}`,
  });
}
