import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Middleware } from './types.ts';
import { ApiError } from '../platform/errors.ts';
import { assertReasonable, assertStorable } from './check-json.ts';
import { readFields } from './read-fields.ts';
import { sentence } from '../platform/sentences.ts';

/** Largest JSON body: 50 MB, exact, also for chunked bodies. */
export const MAX_JSON_BYTES = 50 * 1024 * 1024;
/**
 * Largest body of a caller who is not authenticated: the bodies of open operations fit several times, and
 * many at once cost little.
 */
export const MAX_OPEN_BYTES = 16 * 1024;
/** Largest event of Stripe; who sent it is known only once the whole of it was read. */
export const MAX_EVENT_BYTES = 1024 * 1024;
/** Names of the one compression that is read (RFC 9110, 8.4.1.3). */
const GZIP: ReadonlySet<string> = new Set(['gzip', 'x-gzip']);
const unzip = promisify(gunzip);
/** Fields of one form; no endpoint knows more than six. */
export const MAX_FORM_FIELDS = 50;

/**
 * Reads a JSON body, compressed with gzip or not; an empty or absent one passes. With `form`, also reads
 * application/x-www-form-urlencoded (RFC 6749, appendix B). `maxBytes`: the largest body, before and after
 * it is unpacked; default `MAX_JSON_BYTES`.
 *
 * @throws ApiError `body_too_large`, `invalid_json`, `invalid_request`, `unsupported_media_type`
 */
export function parseBody({
  form = false,
  maxBytes = MAX_JSON_BYTES,
}: { form?: boolean; maxBytes?: number } = {}): Middleware {
  return async (ctx, next) => {
    if (Number(ctx.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
    const coding = contentCoding(ctx);
    if (coding !== 'identity' && !GZIP.has(coding)) throw unknownCoding(coding);
    const sent = await readBytes(ctx.req, maxBytes);
    const bytes = GZIP.has(coding) && sent.length ? await unpack(sent, maxBytes) : sent;
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

/** How a body is packed (RFC 9110, section 8.4), in small letters; `identity` when it is not. */
export const contentCoding = (ctx: Parameters<Middleware>[0]): string =>
  ctx.get('content-encoding').trim().toLowerCase() || 'identity';

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
      reject(new ApiError('invalid_request', { ...sentence('body_breaks_off'), cause })),
    );
  });
}

async function unpack(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new ApiError('invalid_request', { ...sentence('body_not_gzip'), cause });
  }
}

/** A byte order mark at the start is left out, as RFC 8259 (8.1) allows: some programs write one. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('invalid_json', { ...sentence('body_not_utf8'), cause });
  }
}

function parse(bytes: Buffer, text: string): unknown {
  assertReasonable(bytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', {
      ...sentence('body_not_json', { why: (cause as Error).message }),
      cause,
    });
  }
  assertStorable(body);
  return body;
}

/**
 * @throws ApiError `invalid_request` for more fields than `MAX_FORM_FIELDS`, or values that cannot be stored
 */
function parseForm(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text);
  if (form.size > MAX_FORM_FIELDS) {
    throw new ApiError(
      'invalid_request',
      sentence('too_many_form_fields', { count: form.size, max: MAX_FORM_FIELDS }),
    );
  }
  const fields = readFields(form);
  assertStorable(fields);
  return fields;
}

const unknownCoding = (coding: string): ApiError =>
  new ApiError('unsupported_media_type', {
    ...sentence('body_with_encoding', { coding: coding.slice(0, 60) }),
    headers: { 'accept-encoding': 'gzip' },
  });

function tooLarge(maxBytes: number): ApiError {
  const limit = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} KB` : `${maxBytes / 1024 / 1024} MB`;
  const code = maxBytes === MAX_JSON_BYTES ? 'body_over_upload_first' : 'body_over';
  return new ApiError('body_too_large', sentence(code, { limit }));
}
