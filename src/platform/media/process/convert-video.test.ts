import { afterAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncodedPacketSink } from 'mediabunny';
import { box, mp4 } from '../fixtures/mp4.ts';
import type { ReceivedFacts } from '../picture-jobs.ts';
import { doJob } from './do-job.ts';
import { withVideo } from './open-video.ts';

/** Made by another program: make-videos.sh there. 64 × 48, half a second. */
const MADE = join(import.meta.dirname, '../fixtures/elsewhere');
const folder = mkdtempSync(join(tmpdir(), 'crier-video-'));
const path = join(folder, 'file');
const made = (name: string): Buffer => readFileSync(join(MADE, name));

/** Receives a file; what is stored is at `path` then. */
async function receive(bytes: Uint8Array): Promise<ReceivedFacts> {
  writeFileSync(path, bytes);
  return (await doJob({ kind: 'receive', file: { path, size: bytes.length } })) as ReceivedFacts;
}
const refused = async (bytes: Uint8Array): Promise<unknown> =>
  receive(bytes).then(
    () => 'taken',
    (error: { code: string; message: string }) => {
      expect(error.code).toBe('unsupported_file');
      return error.message;
    },
  );

/** Type, time and content of every packet of each track. */
const tracksOf = (file: string): Promise<unknown[][]> =>
  withVideo(file, async (video) => {
    const tracks: unknown[][] = [];
    for (const track of await video.getTracks()) {
      const packets: unknown[] = [];
      for await (const { timestamp, duration, type, data } of new EncodedPacketSink(track).packets()) {
        const hash = createHash('sha256').update(data).digest('hex');
        packets.push([track.type, timestamp.toFixed(3), duration.toFixed(3), type, hash]);
      }
      tracks.push(packets);
    }
    return tracks;
  });

/** An index with a note in its first track. */
function noting(moov: Buffer): Buffer {
  const at = moov.indexOf('trak') - 4;
  const end = at + moov.readUInt32BE(at);
  const track = box('trak', moov.subarray(at + 8, end), box('udta', box('\u00a9xyz', Buffer.from('+52.5'))));
  return box('moov', moov.subarray(8, at), track, moov.subarray(end));
}

const NO_INDEX =
  'The video has no index (moov), without which nothing can play it: the recording, the export or the download was interrupted. Export it again, and upload that';
const BREAKS_OFF =
  'The video is cut off: its index names pictures or sounds that are not in the file. Export it again, and upload that';
const NO_PICTURE = 'The file has no moving picture, only sound or nothing. Upload a video';

describe('a video that is received', () => {
  const isom = made('isom.mp4');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['isom.mp4', 'fragmented.mp4', 'mpeg4.mp4'])(
    'keeps every byte as an MP4 that can be played, with its index first or of pictures that cannot be copied: %s',
    async (name) => {
      expect(await receive(made(name))).toMatchObject({ mime: 'video/mp4', width: 64, height: 48 });
      expect(readFileSync(path).equals(made(name))).toBe(true);
    },
  );

  it.each([
    'avc1.mp4',
    'title.mp4',
    'telephone.mov',
    'rotated.mov',
    'hevc.mov',
    'm4v.mp4',
    'm4vh.mp4',
    '3gp4.mp4',
    '3gp5.mp4',
    '3g2a.mp4',
    'telephone.3gp',
    'telephone.3g2',
    'qt.mp4',
  ])('becomes an MP4 of the same pictures and sounds, with its index first: %s', async (name) => {
    const sides = name === 'rotated.mov' ? { width: 48, height: 64 } : { width: 64, height: 48 };
    const facts = await receive(made(name));
    expect(facts).toMatchObject({ mime: 'video/mp4', extension: 'mp4', durationMs: 500, ...sides });
    const bytes = readFileSync(path);
    expect(facts.size).toBe(bytes.length);
    expect(bytes.toString('latin1', 4, 12)).toBe('ftypisom');
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(await tracksOf(path)).toEqual(await tracksOf(join(MADE, name)));
  });

  it('keeps one sound that every network plays, and none of the notes that a telephone adds', async () => {
    const made = join(MADE, 'two-sounds.mov');
    const [file, [pictures, , sound]] = [readFileSync(made), await tracksOf(made)];
    expect(file.indexOf('moov')).toBeGreaterThan(file.indexOf('mdat'));
    expect(['hvc1', 'apac', 'mebx'].filter((name) => !file.includes(name))).toEqual([]);
    expect(await receive(file)).toMatchObject({ mime: 'video/mp4', width: 64, height: 48, durationMs: 500 });
    expect(await tracksOf(path)).toEqual([pictures, sound]);
    expect(readFileSync(path).includes('mebx')).toBe(false);
  });

  it.each([
    ['telephone.mov', '+52.5'],
    ['place.mp4', 'earth'],
    ['place-keys.mp4', '+52.5'],
    ['owner.mp4', 'Ann Owner'],
  ])(
    'reveals neither the place nor the owner once it is stored, and plays as before: %s',
    async (name, detail) => {
      expect(made(name).includes(detail)).toBe(true);
      expect(await receive(made(name))).toMatchObject({ width: 64, height: 48, durationMs: 500 });
      expect(readFileSync(path).includes(detail)).toBe(false);
      expect(await tracksOf(path)).toEqual(await tracksOf(join(MADE, name)));
    },
  );

  const at = isom.indexOf('moov') - 4;
  const index = isom.subarray(at, at + isom.readUInt32BE(at));
  /** The film with another index at its end; the old one becomes room, so that its samples stay in place. */
  const withIndex = (moov: Buffer): Buffer => {
    const bytes = Buffer.from(isom);
    bytes.write('free', at + 4, 'latin1');
    return Buffer.concat([bytes, moov]);
  };
  const TOLD = Buffer.from('\0\0\0\0+52.5 HERO serial');

  /** Boxes as GoPro and 3GPP write them. */
  it.each(['CAME', 'loci', '\u00a9xyz', '\u00a9mod', 'SNum', 'Xtra'])(
    'of a camera that notes something in a box of its own loses that: %s',
    async (name) => {
      await receive(withIndex(box('moov', index.subarray(8), box('udta', box(name, TOLD)))));
      expect(readFileSync(path).includes('HERO')).toBe(false);
    },
  );

  it.each<[string, Buffer]>([
    ['in a track of notes, as telephones do', Buffer.concat([made('noted.mp4'), box('free', TOLD)])],
    ['in subtitles, as drones do', made('drone.mp4')],
    ['beside its index, as Sony does', Buffer.concat([isom, box('meta', TOLD)])],
    ['in XMP, as Adobe does', Buffer.concat([isom, box('uuid', TOLD)])],
    ['in a box of another kind in its index', withIndex(box('moov', index.subarray(8), box('uuid', TOLD)))],
    ['in a track of its pictures', withIndex(noting(index))],
    ['behind its end, as Insta360 and Samsung do', Buffer.concat([isom, TOLD])],
  ])('loses what it reveals %s', async (_, film) => {
    expect(await receive(film)).toMatchObject({ width: 64, height: 48, durationMs: 500 });
    expect(['mebx', '52.5', 'HERO'].filter((detail) => readFileSync(path).includes(detail))).toEqual([]);
    expect(await tracksOf(path)).toEqual(await tracksOf(join(MADE, 'isom.mp4')));
    const copied = readFileSync(path);
    await receive(copied);
    expect(readFileSync(path).equals(copied)).toBe(true);
  });

  it('keeps every byte when zeros alone are behind its end', async () => {
    const film = Buffer.concat([isom, Buffer.alloc(100_000)]);
    await receive(film);
    expect(readFileSync(path).equals(film)).toBe(true);
    film[film.length - 1] = 1;
    await receive(film);
    expect(readFileSync(path).length).toBeLessThan(film.length);
  });

  const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));
  /** The length in the box of the samples means "to the end of the file", as while a camera is writing. */
  const open = Buffer.from(isom);
  open.writeUInt32BE(0, isom.indexOf('mdat') - 4);

  it.each<[string, Uint8Array, string]>([
    ['no index', mp4({ moovAtEnd: true }).subarray(0, -60), NO_INDEX],
    ['nothing but its type', isom.subarray(0, isom.indexOf('moov') - 4), NO_INDEX],
    ['half of a file whose index is at its end', cut(made('telephone.mov'), 0.5), NO_INDEX],
    ['half of a file whose index is at its start', cut(isom, 0.7), BREAKS_OFF],
    ['half of a file that was open when it was copied', cut(open, 0.7), BREAKS_OFF],
    ['half of a fragmented file', cut(made('fragmented.mp4'), 0.7), BREAKS_OFF],
    ['all of a file but its last bytes', isom.subarray(0, -3), BREAKS_OFF],
    ['sound alone', made('sound.mp4'), NO_PICTURE],
  ])('is refused when it is %s', async (_, bytes, message) => {
    expect(await refused(bytes)).toBe(message);
  });

  it('is taken when it was open when it was copied, and is whole', async () => {
    expect(await receive(open)).toMatchObject({ width: 64, durationMs: 500 });
  });

  it.each([
    ['prores.mov', 'pictures', 'apch'],
    ['h263.3gp', 'pictures', 's263'],
    ['pcm.mov', 'sound', 'sowt'],
    ['amr.3gp', 'sound', 'samr'],
    ['alac.mov', 'sound', 'alac'],
  ])('is refused when no MP4 can be made of it, with its type: %s', async (name, what, codec) => {
    expect(await refused(made(name))).toBe(
      `The video has ${what} in a format that cannot be put into an MP4 (${codec}). Export it as MP4 with H.264 and AAC, and upload that`,
    );
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('is refused when it reveals a place, and cannot be copied without that', async () => {
    expect(await refused(made('place-mpeg4.mp4'))).toBe(
      'The video may say where, by whom or with which camera it was taken, and has pictures in a format that cannot be stored without that (mp4v). Export it as MP4 with H.264 and AAC, and upload that',
    );
  });

  it('is only looked at where it was stored before: what is broken has no facts', async () => {
    writeFileSync(path, cut(isom, 0.5));
    const look = (): Promise<unknown> => doJob({ kind: 'look', file: { path, size: 1 } });
    expect(await look()).toMatchObject({ mime: 'video/mp4' });
    writeFileSync(path, mp4({ moovAtEnd: true }).subarray(0, -60));
    expect(await look()).toMatchObject({ mime: 'video/mp4', width: null, height: null, durationMs: null });
  });
});
