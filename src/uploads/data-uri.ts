/**
 * Media inside a request as a `data:` URI (RFC 2397), in base64 (RFC 4648, section 4), which may be broken
 * into lines (RFC 2045, section 6.8) and escaped as in a URL (RFC 3986, section 2.1).
 */
import { writeFile } from 'node:fs/promises';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { withIncomingFile } from '../platform/media/incoming.ts';
import type { StoredMedia } from '../platform/media/storage.ts';
import { sentence } from '../platform/sentences.ts';

/** Media types with their parameters are shorter than this. */
const MAX_HEAD = 256;

export function isDataUri(text: string): boolean {
  return /^data:/i.test(text);
}

/**
 * Decodes and stores one file. The bytes decide its type, not the claimed media type; text is rejected either
 * way.
 *
 * @throws ApiError `invalid_request` when it is not base64, `unsupported_file`, `file_too_large`,
 * `storage_full`
 */
export async function storeDataUri(
  context: Pick<Context, 'storage' | 'uploadFolder'>,
  uri: string,
  organizationId: string,
): Promise<StoredMedia> {
  const bytes = decode(uri);
  return withIncomingFile(context.uploadFolder, async (path) => {
    await writeFile(path, bytes, { flag: 'wx' });
    return context.storage.take({ path, size: bytes.length, originalName: null, organizationId });
  });
}

function decode(uri: string): Buffer {
  const comma = uri.slice(0, MAX_HEAD).indexOf(',');
  const head = comma < 0 ? '' : uri.slice('data:'.length, comma);
  if (!/;\s*base64\s*$/i.test(head)) throw new ApiError('invalid_request', sentence('not_a_data_uri'));
  if (/^\s*text\//i.test(head)) throw new ApiError('unsupported_file', sentence('data_uri_of_text'));
  const data = plain(uri.slice(comma + 1));
  if (!isBase64(data)) throw new ApiError('invalid_request', sentence('not_base64'));
  if (!data) throw new ApiError('unsupported_file', sentence('is_empty'));
  return Buffer.from(data, 'base64');
}

/** Removes line breaks and URL escapes. */
function plain(data: string): string {
  const unescaped = data.includes('%') ? unescape(data) : data;
  return /\s/.test(unescaped) ? unescaped.replaceAll(/\s/g, '') : unescaped;
}

function unescape(data: string): string {
  try {
    return decodeURIComponent(data);
  } catch {
    return data; // no base64, and refused as that
  }
}

// Node's decoder skips invalid characters. No regular expression with a repetition: the text may have 70
// million characters.
function isBase64(data: string): boolean {
  const unpadded = data.endsWith('==') ? data.length - 2 : data.length - Number(data.endsWith('='));
  if (unpadded < data.length && data.length % 4 !== 0) return false;
  const foreign = data.search(/[^A-Za-z0-9+/]/);
  return (foreign === -1 || foreign === unpadded) && unpadded % 4 !== 1;
}
