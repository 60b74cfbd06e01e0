import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { PARTS } from './first-page.ts';

/** Pictures and typefaces are compressed already. The page itself gets a value of its own for each answer. */
const WORTH = /\.(?:js|css|svg|json|webmanifest|html)$/;
const PAGE = 'index.html';

/** What the first page waits for, with its texts, is worth ten times the work for a tenth less. */
const FIRST = new RegExp(`/(?:${PARTS.join('|')}|first|rolldown-runtime)-[^/]+$`);
const OTHERS_QUALITY = 6;

/** Writes each file once more as Brotli (`.br`) and gzip (`.gz`). */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = await readdir(dir, { recursive: true });
    await Promise.all(
      files.filter((file) => WORTH.test(file) && file !== PAGE).map((file) => compress(join(dir, file))),
    );
  },
};

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const brotli = promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: FIRST.test(file) ? constants.BROTLI_MAX_QUALITY : OTHERS_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gzipped = promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
  await Promise.all([writeFile(`${file}.br`, await brotli), writeFile(`${file}.gz`, await gzipped)]);
}
