import type { IncomingMessage } from 'node:http';
import type { Middleware } from '../app-types.ts';
import { ApiError } from '../errors.ts';

/** Largest JSON body: 50 MB, exact, also for chunked bodies. */
export const MAX_JSON_BYTES = 50 * 1024 * 1024;

/** Reads a JSON body; clients that send an empty or absent one on GET and DELETE are let through. */
export function parseBody(): Middleware {
  return async (ctx, next) => {
    if (Number(ctx.get('content-length')) > MAX_JSON_BYTES) throw tooLarge();
    const text = await readText(ctx.req);
    ctx.state.rawBody = text;
    ctx.state.body = text.trim() === '' ? undefined : parse(text);
    await next();
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_JSON_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new ApiError('invalid_json', { message: 'The body is not UTF-8', cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_json', { message: `The body is not valid JSON: ${(cause as Error).message}`, cause });
  }
}

function tooLarge(): ApiError {
  return new ApiError('body_too_large', { message: 'The body is over 50 MB. Upload media with POST /public/v1/upload first', headers: { connection: 'close' } });
}
