/**
 * A short-lived program: downloads a file and keeps it if its digest is right.
 *
 *     node fetch-archive.ts <url> <SHA-256 in hexadecimal> <file>
 *
 * A process of its own, so that a download can be ended like a build. It takes HTTPS_PROXY, HTTP_PROXY and
 * NO_PROXY into account.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';

const [url = '', sha256 = '', file = ''] = process.argv.slice(2);
const hash = createHash('sha256');
const counted = new Transform({
  transform(chunk: Buffer, _, done) {
    hash.update(chunk);
    done(null, chunk);
  },
});
try {
  const response = await fetch(url, { dispatcher: new EnvHttpProxyAgent() });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
  await pipeline(response.body, counted, createWriteStream(file, { mode: 0o600 }));
  const found = hash.digest('hex');
  if (found !== sha256) {
    throw new Error(`${url} is not the file that was published: its SHA-256 is ${found}, not ${sha256}`);
  }
} catch (error) {
  rmSync(file, { force: true });
  const { message, cause } = error as Error;
  const why = cause instanceof Error ? `: ${cause.message || (cause as NodeJS.ErrnoException).code}` : '';
  process.stderr.write(`${message}${why}\n`);
  process.exit(1);
}
