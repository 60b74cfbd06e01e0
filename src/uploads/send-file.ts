/** A stored file as the answer to a request. */
import { Readable } from 'node:stream';
import type { AppContext } from '../http/types.ts';
import type { OpenFile } from '../platform/media/storage.ts';

/**
 * Answers with a file: inert (`nosniff`, sandboxing CSP, a download unless it is a picture or video), with
 * ranges (RFC 9110, section 14) and 304 for what the client has (section 13). `tag`: names these bytes, and
 * is never given to others.
 */
export async function sendFile(
  ctx: AppContext,
  file: OpenFile,
  { tag, cache }: { readonly tag: string; readonly cache: string },
): Promise<void> {
  ctx.status = 200;
  ctx.set({
    'Content-Type': file.mime,
    'Cache-Control': cache,
    'Accept-Ranges': 'bytes',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Last-Modified': file.modifiedAt.toUTCString(),
    ETag: `"${tag}"`,
    ...(/^(image|video)\//.test(file.mime) ? {} : { 'Content-Disposition': 'attachment' }),
  });
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  // Range means something for GET alone (RFC 9110, section 14.2).
  const range = ctx.method === 'GET' && isCurrent(ctx) ? parseRange(ctx.get('range'), file.size) : undefined;
  if (range === 'unsatisfiable') {
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${file.size}`);
    ctx.body = '';
    return;
  }
  if (range) {
    ctx.status = 206;
    ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  ctx.length = range ? range.end - range.start + 1 : file.size;
  ctx.body = ctx.method === 'HEAD' ? Readable.from([]) : await file.stream(range);
}

/** A part is of use only to a client that has the rest of the same file (RFC 9110, section 13.1.5). */
function isCurrent(ctx: AppContext): boolean {
  const known = ctx.get('if-range');
  return !known || known === ctx.response.get('etag') || known === ctx.response.get('last-modified');
}

/** One byte range; several, or another unit, are answered with the whole file as the RFC allows. */
function parseRange(
  header: string,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  if (!match || (!match[1] && !match[2])) return undefined;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
