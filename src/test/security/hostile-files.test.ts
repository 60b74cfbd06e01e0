/**
 * No file stops a process (case 119): every parser of a format meets lengths, counts, loops and inflation
 * that are made to break it, beside a good file of each format that still works.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentMaker } from '../../platform/media/document-maker.ts';
import { pngFile } from '../../../providers/_kit/test-harness.ts';
import type { MediaFile } from '../../../providers/_kit/contract.ts';
import { ApiError } from '../../platform/errors.ts';
import { animation, bytesOf, picture } from '../../platform/media/fixtures/picture.ts';
import { CannotFit } from '../../platform/media/fit-shape.ts';
import { createPictureProcess } from '../../platform/media/picture-process.ts';
import { createPictures, pictures } from '../../platform/media/pictures.ts';
import { instagramRules } from '../../../providers/instagram/rules.ts';
import { upload, type ErrorBody } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { goodFiles, type GoodFile } from './good-files.ts';
import { HOSTILE_FILES } from './hostile-files.ts';

const MB = 1024 * 1024;
/** Highest resident memory of a process so far, in bytes (proc(5)); 0 where the system does not report it. */
const peakOf = (pid: number): number =>
  process.platform === 'linux'
    ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
    : 0;

/** Where the system reports it. */
const childrenOf = (pid: number): number[] =>
  process.platform === 'linux'
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    : [];

/** A picture of 2,748 bytes with a place, that needs more memory than a file may to be written without it. */
const GREEDY = join(import.meta.dirname, '../../platform/media/fixtures/place-of-99-million-pixels.avif');
const HOSTILE = Object.entries(HOSTILE_FILES);
const WORDS = 'is damaged, or needs more time or memory';
/** Those that a network would be sent as a page. */
const PAGES = HOSTILE.filter(([name]) => /^a (PNG|JPEG)/.test(name));

const folder = mkdtempSync(join(tmpdir(), 'crier-hostile-'));
let count = 0;
const write = (bytes: Uint8Array): { path: string; size: number } => {
  const path = join(folder, `${++count}`);
  writeFileSync(path, bytes);
  return { path, size: bytes.length };
};
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failing = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it succeeded',
    (error: unknown) => error,
  );

describe('a file that is made to break its reader', () => {
  let crier: TestInstance;
  let api: { url: string; pid: number };
  let good: Readonly<Record<string, GoodFile>>;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
    // What a reader on the main thread takes would be missing here.
    const env = { NODE_OPTIONS: '--max-old-space-size=160' };
    const { child, url } = await crier.startApiProcess(env);
    api = { url, pid: child.pid ?? 0 };
    good = await goodFiles();
  }, 60_000);
  afterAll(() => crier?.stop());

  const send = async (
    bytes: Uint8Array,
  ): ReturnType<typeof upload<ErrorBody & { type: string; width: number }>> =>
    upload<ErrorBody & { type: string; width: number }>({ ...crier, url: api.url }, new Uint8Array(bytes));

  it('is stored or refused with a message, one after the other, and the process that was sent them does not grow', async () => {
    await send(good.JPEG?.bytes ?? new Uint8Array());
    const before = peakOf(api.pid);
    const odd: unknown[] = [];
    for (const [name, bytes] of HOSTILE) {
      const { status, body } = await send(bytes);
      const isFine = status === 201 || ['unsupported_file', 'file_too_large'].includes(body.code);
      if (!isFine || body.message?.includes(WORDS)) odd.push([name, status, body]);
    }
    expect(odd).toEqual([]);
    expect((peakOf(api.pid) - before) / MB).toBeLessThan(150);
  }, 120_000);

  it.each(['JPEG', 'PNG', 'WebP', 'AVIF', 'TIFF', 'GIF', 'HEIC', 'BMP', 'MP4', 'MOV', 'PDF'])(
    'does not keep a good %s from being stored after it',
    async (format) => {
      const { bytes = new Uint8Array(), mime, width } = good[format] ?? {};
      const { status, body } = await send(bytes);
      expect([status, body]).toEqual([201, expect.objectContaining({ type: mime, width })]);
    },
  );

  it('is refused with a message when it needs more memory than a file may, and others go on', async () => {
    const [greedy, fine] = await Promise.all([
      send(readFileSync(GREEDY)),
      send(good.JPEG?.bytes ?? new Uint8Array()),
    ]);
    expect([greedy.status, greedy.body]).toEqual([
      400,
      expect.objectContaining({ code: 'unsupported_file', message: expect.stringContaining(WORDS) }),
    ]);
    expect(fine.status).toBe(201);
  }, 60_000);
});

describe('work on a file', () => {
  const place = async (): Promise<{ path: string; size: number }> =>
    write(await bytesOf((await picture({ width: 600, height: 500, gps: true })).jpeg()));

  it('is ended when it takes too long, and the next is done', async () => {
    let first = true;
    const doJob = createPictureProcess({ ms: 20, bytes: 1000 * MB });
    const hurried = createPictures({
      longest: 5,
      doJob: (job) => doJob(job, first ? ((first = false), 0) : 60_000),
    });
    const path = join(folder, 'late.avif');
    copyFileSync(GREEDY, path);
    const late = await failing(hurried.receive('a', { file: { path, size: statSync(path).size } }));
    expect(late).toMatchObject({ code: 'unsupported_file', message: expect.stringContaining(WORDS) });
    expect((late as Error).cause).toMatchObject({ message: 'no answer within 20 ms' });
    expect(await hurried.receive('a', { file: await place() })).toMatchObject({ width: 600 });
  }, 60_000);

  it('is ended when it takes too much memory, and the next is done', async () => {
    const small = createPictures({
      longest: 5,
      doJob: createPictureProcess({ ms: 60_000, bytes: 200 * MB }),
    });
    const path = join(folder, 'large.avif');
    copyFileSync(GREEDY, path);
    const large = await failing(small.receive('a', { file: { path, size: statSync(path).size } }));
    expect(large).toMatchObject({ code: 'unsupported_file', message: expect.stringContaining(WORDS) });
    expect((large as Error).cause).toMatchObject({ message: 'ended with SIGKILL' });
    expect(await small.receive('a', { file: write(await animation('gif')) })).toMatchObject({ width: 40 });
  }, 60_000);

  it('is done by a new process when the one that waited was ended from outside', async () => {
    const kept = createPictures({
      longest: 5,
      doJob: createPictureProcess({ ms: 60_000, bytes: 1000 * MB }),
    });
    const file = write(await animation('gif'));
    const before = childrenOf(process.pid);
    const own = (): number[] => childrenOf(process.pid).filter((child) => !before.includes(child));
    for (let times = 0; times < 2; times++) {
      expect(await kept.look('a', { file })).toMatchObject({ width: 40 });
      for (const child of own()) process.kill(child, 'SIGKILL');
      while (own().length) await sleep(5);
    }
  });

  it('is refused with 429 when too much of its organisation waits already, and not for others', async () => {
    const crier = await startInstance({ temporal: false });
    try {
      const other = await crier.anotherOrganization();
      const jpeg = await bytesOf((await picture({ width: 40, height: 30 })).jpeg());
      const path = join(folder, 'slow.avif');
      copyFileSync(GREEDY, path);
      const size = statSync(path).size;
      const slow = failing(pictures.receive(crier.organizationId, { file: { path, size } }));
      const waiting = Array.from({ length: 100 }, () =>
        pictures.look(crier.organizationId, { file: { path: GREEDY, size } }),
      );
      const refused = await upload(crier, jpeg);
      expect([refused.status, refused.body.code]).toEqual([429, 'pictures_busy']);
      expect(refused.headers.get('retry-after')).toBe('10');
      expect((await upload(crier, jpeg, { key: other.apiKey })).status).toBe(201);
      expect(await slow).toBeInstanceOf(ApiError);
      await Promise.all(waiting);
      expect((await upload(crier, jpeg)).status).toBe(201);
    } finally {
      await crier.stop();
    }
  }, 60_000);
});

describe('a document of pictures', () => {
  const file = (bytes: Uint8Array, mime: string): MediaFile => ({
    ...pngFile(),
    mime,
    blob: async () => new Blob([new Uint8Array(bytes)]),
  });
  const pagesOf = (files: readonly MediaFile[], maxBytes = 100 * MB): Promise<number> =>
    documentMaker('a', new AbortController().signal)({ files, title: 'Menu', maxBytes }, async (document) => {
      const pdf = Buffer.from(await document.arrayBuffer()).toString('latin1');
      return pdf.startsWith('%PDF') ? [...pdf.matchAll(/\/MediaBox/g)].length : 0;
    });

  it.each(PAGES)('is made or refused with a message with %s in it', async (name, bytes) => {
    const mime = name.startsWith('a PNG') ? 'image/png' : 'image/jpeg';
    const made = await pagesOf([file(bytes, mime), pngFile()]).catch((error: unknown) => error);
    if (made instanceof Error) {
      expect(made).toMatchObject({ name: 'Rejected', message: expect.stringContaining('is damaged') });
      expect(made.message).not.toContain(WORDS);
    } else expect(made).toBe(2);
  });

  it('is made of the pictures that another library could not end with', async () => {
    const negative = HOSTILE_FILES['a PNG with a chunk of a negative length'] ?? Buffer.alloc(0);
    const inflating = HOSTILE_FILES['a PNG that inflates a thousand times'] ?? Buffer.alloc(0);
    expect(await pagesOf([file(negative, 'image/png'), file(inflating, 'image/png')])).toBe(2);
  });

  it('has no more bytes than it may, or is refused', async () => {
    const noise = await bytesOf((await picture({ width: 1200, height: 1200 })).png());
    const files = [file(noise, 'image/png'), file(noise, 'image/png')];
    expect(await pagesOf(files, 2 * noise.length - 100_000)).toBe(2);
    const refused = await failing(pagesOf(files, 10_000));
    expect(refused).toMatchObject({
      name: 'Rejected',
      message: expect.stringContaining('need more than the 10 kB'),
    });
  });
});

describe('a hostile picture of the library', () => {
  it.each(HOSTILE.filter(([name]) => /PNG|JPEG|GIF|WebP|AVIF|TIFF|BMP/.test(name)))(
    'is fitted or refused with a message: %s',
    async (_, bytes) => {
      const to = join(folder, `${++count}.fitted`);
      const from = { path: write(bytes).path, mime: 'image/png' };
      const options = { name: 'Instagram', rules: instagramRules.media, ratio: 'pad' } as const;
      const made = await pictures.fit('a', { from, to, options }).catch((error: unknown) => error);
      if (made instanceof Error) expect(made).toBeInstanceOf(CannotFit);
      if (made instanceof Error) expect(made.message).not.toContain(WORDS);
      else expect((made as { size: number }).size).toBe(statSync(to).size);
    },
  );
});
