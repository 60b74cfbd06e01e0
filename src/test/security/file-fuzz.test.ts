/**
 * Files that nobody thought of: good ones, broken at random. A seed is printed with every failure, and
 * `CRIER_TEST_SEED` repeats it.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instagramRules } from '../../../providers/instagram/rules.ts';
import { ApiError } from '../../platform/errors.ts';
import { CannotFit } from '../../platform/media/fit-shape.ts';
import { pictures } from '../../platform/media/pictures.ts';
import { THOROUGH } from '../thorough.ts';
import { broken, startRandom } from './broken-file.ts';
import { goodFiles } from './good-files.ts';

/** For each format: few on every push, many every night (src/test/nightly.ts). */
const FILES = THOROUGH ? 3000 : 25;
/** The same for every push, so that a failure has to do with it; another one each night. */
const SEED = Number(process.env.CRIER_TEST_SEED ?? (THOROUGH ? Date.now() % 1_000_000 : 20_260));
const LIMITS = 'more time or memory';

const folder = mkdtempSync(join(tmpdir(), 'crier-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The message for a person; undefined for a file without a problem. Anything else is a defect. */
async function problemOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const isRefusal = (error instanceof ApiError && error.status === 400) || error instanceof CannotFit;
    if (isRefusal && !error.message.includes(LIMITS)) return undefined;
    return String((error as Error).stack);
  }
}

describe(`a file that is broken at random (CRIER_TEST_SEED=${SEED})`, () => {
  it.each(['JPEG', 'PNG', 'WebP', 'AVIF', 'TIFF', 'GIF', 'HEIC', 'BMP', 'MP4', 'MOV'])(
    'is stored, fitted, put into a document, or refused with a message, and never beyond the limits: %s',
    async (format) => {
      const { bytes = new Uint8Array(), mime = '' } = (await goodFiles())[format] ?? {};
      const random = startRandom(SEED);
      const [path, to] = [join(folder, format), join(folder, `${format}.to`)];
      const options = { name: 'Instagram', rules: instagramRules.media, ratio: 'pad' } as const;
      for (let n = 0; n < FILES; n++) {
        const file = broken(bytes, random);
        const put = (): { path: string; size: number } => {
          writeFileSync(path, file);
          return { path, size: file.length };
        };
        const problems = [
          await problemOf(pictures.receive('a', { file: put() })),
          await problemOf(pictures.fit('a', { from: { ...put(), mime }, to, options })),
          await problemOf(
            pictures.document({ owner: 'a' }, { from: [{ ...put(), mime }], to, title: 'x', maxBytes: 1e8 }),
          ),
        ];
        expect([SEED, format, n, problems]).toEqual([SEED, format, n, [undefined, undefined, undefined]]);
      }
    },
    3_600_000,
  );
});
