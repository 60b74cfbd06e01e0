import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, openSync, closeSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FTYP, box, moovOf, mp4 } from '../fixtures/mp4.ts';
import { readVideoFacts } from './video-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-video-'));
/** What the index names: the fixture has no frames. */
const video = { codec: 'avc', audio: null, frameRate: null };
const UNKNOWN = { width: null, height: null, durationMs: null, video: null };
let count = 0;

describe('the facts of an MP4', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const write = (...parts: readonly Uint8Array[]): string => {
    const path = join(folder, `${++count}.mp4`);
    writeFileSync(path, Buffer.concat(parts));
    return path;
  };
  const facts = (...parts: readonly Uint8Array[]): ReturnType<typeof readVideoFacts> =>
    readVideoFacts(write(...parts));

  it.each([
    ['at the start', {}],
    ['at the end', { moovAtEnd: true }],
  ])('are read from a file with its index %s', async (_, how) => {
    expect(await facts(mp4({ width: 1920, height: 1080, durationMs: 61_500, ...how }))).toEqual({
      width: 1920,
      height: 1080,
      durationMs: 61_500,
      video,
    });
  });

  it.each([
    ['isom.mp4', { codec: 'avc', audio: 'aac', frameRate: 10 }],
    ['hevc.mov', { codec: 'hevc', audio: 'aac', frameRate: 10 }],
    ['one-frame.mp4', { codec: 'avc', audio: null, frameRate: null }],
    ['mpeg4.mp4', { codec: null, audio: 'aac' }],
    ['isom.mp4', { chroma: '4:2:0' }],
    ['chroma-422.mp4', { codec: 'avc', chroma: '4:2:2' }],
    ['chroma-444.mp4', { codec: 'avc', chroma: '4:4:4' }],
  ])('say how it is encoded: %s', async (name, encoded) => {
    expect(await readVideoFacts(join(import.meta.dirname, '../fixtures/elsewhere', name))).toMatchObject({
      video: encoded,
    });
  });

  it.each([
    [0, 1920, 1080],
    [90, 1080, 1920],
    [180, 1920, 1080],
    [270, 1080, 1920],
  ] as const)('are those of the picture as shown, rotated by %s degrees', async (rotation, width, height) => {
    expect(await facts(mp4({ width: 1920, height: 1080, rotation }))).toMatchObject({ width, height });
  });

  it('are found behind a gigabyte of samples, and behind a box with a 64-bit size', async () => {
    const path = join(folder, 'large.mp4');
    const samples = 1_073_000_000;
    const header = Buffer.concat([FTYP, Buffer.from('0000000000000000', 'hex')]);
    header.writeUInt32BE(samples, FTYP.length);
    header.write('mdat', FTYP.length + 4, 'latin1');
    writeFileSync(path, header);
    truncateSync(path, FTYP.length + samples);
    const file = openSync(path, 'r+');
    writeSync(file, moovOf(), 0, undefined, FTYP.length + samples);
    closeSync(file);
    expect(await readVideoFacts(path)).toEqual({ width: 640, height: 360, durationMs: 5000, video });

    const long = Buffer.concat([
      Buffer.from('00000001', 'hex'),
      Buffer.from('free'),
      Buffer.from('0000000000000018', 'hex'),
      Buffer.alloc(8),
    ]);
    expect(await facts(FTYP, long, moovOf())).toEqual({ width: 640, height: 360, durationMs: 5000, video });
  });

  it('are read without loading a sample table that claims to be huge', async () => {
    const moov = moovOf();
    const table = box('trak', box('mdia', box('minf', Buffer.alloc(64))));
    const huge = Buffer.alloc(8);
    huge.writeUInt32BE(moov.length + 900_000_000, 0);
    huge.write('moov', 4, 'latin1');
    const tail = Buffer.alloc(8);
    tail.writeUInt32BE(900_000_000, 0);
    tail.write('stbl', 4, 'latin1');
    const path = write(FTYP, huge, moov.subarray(8), tail, table);
    truncateSync(path, FTYP.length + moov.length + 900_000_000);
    expect(await readVideoFacts(path)).toEqual({ width: 640, height: 360, durationMs: 5000, video });
  });

  it.each<[string, Uint8Array[]]>([
    ['nothing but its type', [FTYP]],
    ['an index that breaks off', [FTYP, moovOf().subarray(0, 60)]],
    ['a box that ends before it begins', [FTYP, Buffer.from('0000000366726565', 'hex'), moovOf()]],
    ['a box larger than the file', [FTYP, Buffer.from('7fffffff6d6f6f76', 'hex')]],
    ['a 64-bit size beyond all files', [FTYP, Buffer.from('000000016d6f6f76ffffffffffffffff', 'hex')]],
    ['an empty index', [FTYP, box('moov')]],
    [
      'header boxes too short for their fields',
      [
        FTYP,
        box(
          'moov',
          box('mvhd', Buffer.alloc(4)),
          box('trak', box('tkhd', Buffer.alloc(4)), box('mdia', box('hdlr', Buffer.alloc(4)))),
        ),
      ],
    ],
    ['noise', [FTYP, Buffer.alloc(5000, 0x41)]],
    [
      'an index inside an index, without end',
      [FTYP, Array.from({ length: 3000 }).reduce<Buffer>((inner) => box('moov', inner), Buffer.alloc(0))],
    ],
  ])('are unknown, without an error, for a file with %s', async (_, parts) => {
    expect(await facts(...parts)).toEqual(UNKNOWN);
  });
});
