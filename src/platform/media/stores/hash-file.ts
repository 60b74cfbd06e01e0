import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of the content of a stream, in hex; memory does not grow with it. */
export async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(source, hash);
  return hash.digest('hex');
}

/** SHA-256 of a file of this disk, in hex. */
export const hashOfFile = (path: string): Promise<string> => hashOf(createReadStream(path));
