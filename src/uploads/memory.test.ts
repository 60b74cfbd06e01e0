import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { memoryOfChildren, peakOf } from './fixtures/memory-of.ts';
import { startMediaHost, type MediaHost } from './fixtures/media-host.ts';
import { storedPath } from '../platform/media/storage.ts';
import { box, FTYP, moovOf, mp4 } from '../platform/media/fixtures/mp4.ts';
import { telephoneFilm } from '../platform/media/fixtures/telephone-film.ts';
import { describeWith } from '../test/servers/server.ts';
import { versitygw, type RunningS3 } from '../test/servers/versitygw.ts';
import { THOROUGH } from '../test/thorough.ts';

interface Uploaded {
  path: string;
  type: string;
  size: number;
  width: number;
  durationMs: number;
}

const MB = 1024 * 1024;
const PIECE = Buffer.alloc(MB);
/** As long as those of browsers. */
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
/**
 * A film of a gigabyte less a megabyte, so that what is around it fits the limit; one that is larger than
 * what is allowed shows as well that it is not held.
 */
const PIECES = THOROUGH ? 1023 : 220;

/** The film piece by piece: its type, one box of samples, the index behind it. */
function* film(): Generator<Buffer> {
  const header = box('mdat');
  header.writeUInt32BE(8 + PIECES * MB, 0);
  yield FTYP;
  yield header;
  for (let n = 0; n < PIECES; n++) yield PIECE;
  yield moovOf({ durationMs: 3_600_000 });
}
const SIZE = FTYP.length + 8 + PIECES * MB + moovOf().length;

describe('a video of a gigabyte', () => {
  // Only Linux reports the peak memory of another process.
  if (process.platform === 'linux') tests();
  else it.skip('is not held in memory', () => undefined);
});
describeWith([versitygw], 'a video of a gigabyte, where files are in a bucket,', () => {
  if (process.platform === 'linux') tests(() => versitygw.start());
  else it.skip('is not held in memory', () => undefined);
});

function tests(bucket?: () => Promise<RunningS3>): void {
  let crier: TestInstance;
  let host: MediaHost;
  let s3: RunningS3 | undefined;
  let api: { url: string; pid: number };
  let uploaded = '';
  beforeAll(async () => {
    s3 = await bucket?.();
    const env = s3?.env ?? {};
    [crier, host] = await Promise.all([
      startInstance({ temporal: false, api: false, env }),
      startMediaHost(),
    ]);
    const { child, url } = await crier.startApiProcess();
    api = { url, pid: child.pid ?? 0 };
    // what is loaded on first use
    await send(
      '/public/v1/upload',
      `multipart/form-data; boundary=${BOUNDARY}`,
      multipart([Buffer.from(mp4())]),
    );
  }, 60_000);
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
    await s3?.stop();
  });

  function* multipart(content: Iterable<Buffer>): Generator<Buffer> {
    yield Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    );
    yield* content;
    yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  }

  const send = async (
    path: string,
    type: string,
    pieces: Iterable<Buffer>,
  ): Promise<{ status: number; body: Uploaded }> => {
    const call = request(`${api.url}${path}`, {
      method: 'POST',
      headers: { authorization: crier.apiKey, 'content-type': type },
    });
    const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
      call
        .once('error', reject)
        .once('response', async (response) =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(await response.toArray()).toString(),
          }),
        );
    });
    // A refusal comes before all is sent.
    for (const piece of pieces) if (!call.write(piece)) await Promise.race([once(call, 'drain'), answered]);
    call.end();
    const { status, text } = await answered;
    return { status, body: JSON.parse(text) as Uploaded };
  };

  it('is uploaded without its bytes being held in memory', async () => {
    const before = peakOf(api.pid);
    const { status, body } = await send(
      '/public/v1/upload',
      `multipart/form-data; boundary=${BOUNDARY}`,
      multipart(film()),
    );
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ type: 'video/mp4', size: SIZE, width: 640, durationMs: 3_600_000 }),
    ]);
    expect((peakOf(api.pid) - before) / MB).toBeLessThan(150);
    uploaded = body.path;
    expect(s3 ? statSync(join(s3.folder, storedPath(uploaded) ?? '')).size : SIZE).toBe(SIZE);
  }, 120_000);

  it('is served, in whole and from its middle, without its bytes being held in memory', async () => {
    const at = `${api.url}/uploads/${storedPath(uploaded)}`;
    const before = peakOf(api.pid);
    for (const start of [0, SIZE / 2 + 1].map(Math.floor)) {
      const answer = await fetch(at, start ? { headers: { range: `bytes=${start}-` } } : {});
      let length = 0;
      for await (const chunk of answer.body ?? []) length += (chunk as Uint8Array).length;
      expect([answer.status, length]).toEqual([start ? 206 : 200, SIZE - start]);
    }
    expect((peakOf(api.pid) - before) / MB).toBeLessThan(150);
  }, 120_000);

  it('is fetched from a URL without its bytes being held in memory', async () => {
    const url = host.serve('/film.mp4', async (_, response) => {
      for (const piece of film()) {
        if (!response.write(piece)) await new Promise((ready) => response.once('drain', ready));
      }
      response.end();
    });
    const before = peakOf(api.pid);
    const { status, body } = await send('/public/v1/upload-from-url', 'application/json', [
      Buffer.from(JSON.stringify({ url })),
    ]);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ type: 'video/mp4', size: SIZE, durationMs: 3_600_000 }),
    ]);
    expect((peakOf(api.pid) - before) / MB).toBeLessThan(150);
  }, 120_000);

  // It is copied before it is put into a bucket.
  if (bucket) return;
  it('becomes an MP4, when a telephone recorded it, without its bytes being held in memory', async () => {
    // Larger than the memory that it may take.
    const seconds = 400;
    const recorded = await telephoneFilm(seconds);
    expect(recorded.size / MB).toBeGreaterThan(750);
    const before = peakOf(api.pid);
    let most = 0;
    const look = setInterval(() => (most = Math.max(most, memoryOfChildren(api.pid))), 20);
    const { status, body } = await send(
      '/public/v1/upload',
      `multipart/form-data; boundary=${BOUNDARY}`,
      multipart(recorded.pieces()),
    );
    clearInterval(look);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ type: 'video/mp4', width: 64, durationMs: seconds * 1000 }),
    ]);
    // A film of 220 MB takes as much as one of a gigabyte: up to 580, most of it waiting to be collected.
    expect(most / MB).toBeGreaterThan(50);
    expect(most / MB).toBeLessThan(700);
    expect((peakOf(api.pid) - before) / MB).toBeLessThan(150);
    // The same pictures and sounds, with the index first.
    expect(Math.abs(body.size - recorded.size) / MB).toBeLessThan(1);
    const head = await fetch(`${api.url}/uploads/${storedPath(body.path)}`, {
      headers: { range: 'bytes=0-99999' },
    });
    const bytes = Buffer.from(await head.arrayBuffer());
    expect([bytes.toString('latin1', 4, 12), bytes.includes('moov')]).toEqual(['ftypisom', true]);
  }, 120_000);
}
