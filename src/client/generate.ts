/**
 * `npm run types`, and before every check, test and `npm run dev`: writes the types of the client and of the
 * web app (schema.d.ts) when what they are made of has changed. They are not committed; `npm start` needs no
 * types.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Surface } from '../http/openapi/codes-of.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const STAMP = '.cache/api-types';
const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** The digest of the sources of the documents, and of the types that are there. */
function digest(): string {
  const sources = ['src', 'providers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => file.endsWith('.ts') && !/node_modules|\.test\.ts$|^src\/(web|test)\//.test(file)),
  );
  const hash = createHash('sha256');
  for (const file of [...sources.sort(), 'src/web/api/schema.d.ts', 'package-lock.json']) {
    hash.update(`${file}\0`).update(read(file));
  }
  return hash.digest('hex');
}

/** Complete or not at all: another process may read it. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

process.chdir(ROOT);
if (read(STAMP) !== digest()) {
  const { TYPE_FILES, buildTypes } = await import('./build-types.ts');
  for (const [surface, file] of Object.entries(TYPE_FILES)) {
    const text = await buildTypes(surface as Surface);
    if (read(file) !== text) write(file, text);
  }
  write(STAMP, digest());
}
