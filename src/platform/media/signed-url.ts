/**
 * Signed URLs of uploads that expire, for networks that fetch files themselves. They do not contain the
 * random name of the file: a recipient cannot make its permanent URL out of them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A network may fetch a file hours after it got the URL (a queue, an outage of its own). */
export const SIGNED_FOR_MS = 6 * 3_600_000;

/** Some networks take a URL only when it ends like a file and has no query. */
const SIGNED_PATH = /^signed\/([0-9a-f-]{36})\/(\d{1,12})\/med_([\w-]{43})\.([a-z0-9]{2,5})$/;

/**
 * Makes and reads what follows the prefix of uploads: `signed/<id>/<expires>/med_<signature>.<extension>`.
 */
export interface UrlSigner {
  /** `expiresAt` is rounded down to a second. */
  sign(file: { readonly id: string; readonly extension: string }, expiresAt: Date): string;
  /** The id of the file, unless the path was not signed by this instance or has expired. */
  read(path: string, now: Date): string | undefined;
}

/** Signs with the first key and accepts all: a URL outlives the change of a key. */
export function createUrlSigner(keys: readonly Buffer[]): UrlSigner {
  return {
    sign({ id, extension }, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const signature = signatureOf(keys[0] ?? Buffer.alloc(0), [id, expires, extension]);
      return `signed/${id}/${expires}/med_${signature}.${extension}`;
    },
    read(path, now) {
      const [, id = '', expires = '', signature = '', extension = ''] = SIGNED_PATH.exec(path) ?? [];
      const isOurs = keys.some((key) => isSame(signature, signatureOf(key, [id, expires, extension])));
      return isOurs && now.getTime() < Number(expires) * 1000 ? id : undefined;
    },
  };
}

/** No field can contain the separator. */
function signatureOf(key: Buffer, fields: readonly string[]): string {
  return createHmac('sha256', key).update(fields.join('/')).digest('base64url');
}

/** In constant time; as text, because the last character of base64url can be written in four ways. */
function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
