/**
 * Sides and duration of an MP4 (ISO/IEC 14496-12). The boxes are walked from header to header in the file, so
 * that neither a gigabyte of samples nor a huge or lying index is ever read; only the few small boxes that
 * hold the facts are, and those by mp4box.
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { AllRegisteredBoxes, Box } from 'mp4box';
import type { Dimensions } from '../accepted-media.ts';

const UNKNOWN: Dimensions = { width: null, height: null, durationMs: null };
/** Boxes with the facts are a hundred bytes long, except for the name in `hdlr`. */
const MAX_LEAF_BYTES = 4096;
/** So many of them are kept: three for a track. */
const MAX_LEAVES = 250;
/**
 * Headers that are looked at; a film in fragments of a second has two for each second before nothing more is
 * found.
 */
const MAX_BOXES = 20_000;
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'mvex']);
const LEAVES = new Set(['mvhd', 'tkhd', 'hdlr', 'mehd']);
/** "Unknown" in a duration of 32 bits. */
const NO_DURATION = 0xffff_ffff;
/** Sides and matrix of `tkhd` are 16.16 fixed-point numbers. */
const FIXED_POINT = 65_536;

type MovieHeader = AllRegisteredBoxes['mvhd'];
type TrackHeader = AllRegisteredBoxes['tkhd'];

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Walk {
  readonly file: FileHandle;
  /** The boxes with the facts, whole, in their order. */
  readonly leaves: Buffer[];
  boxesLeft: number;
}

/** Reads the facts; a file that is broken, unusual or endless has none. */
export async function readVideoFacts(path: string): Promise<Dimensions> {
  const file = await open(path);
  try {
    const walk: Walk = { file, leaves: [], boxesLeft: MAX_BOXES };
    await collect(walk, { start: 0, end: (await file.stat()).size }, 'file');
    return factsOf(await parse(walk.leaves));
  } finally {
    await file.close();
  }
}

async function collect(walk: Walk, span: Span, inside: string): Promise<void> {
  let at = span.start;
  while (at + 8 <= span.end) {
    const box = walk.boxesLeft > 0 ? await readHeader(walk.file, { start: at, end: span.end }) : undefined;
    if (!box) return;
    walk.boxesLeft -= 1;
    const whole = { start: at, end: box.end };
    const wanted =
      LEAVES.has(box.type) &&
      inside !== 'file' &&
      whole.end - whole.start <= MAX_LEAF_BYTES &&
      walk.leaves.length < MAX_LEAVES;
    if (wanted) walk.leaves.push(await readSpan(walk.file, whole));
    if (CONTAINERS.has(box.type)) await collect(walk, { start: box.body, end: box.end }, box.type);
    if (box.type === 'moov') return;
    at = box.end;
  }
}

/** Type, where the body begins and where the box ends; undefined where no box can be. */
async function readHeader(
  file: FileHandle,
  span: Span,
): Promise<{ type: string; body: number; end: number } | undefined> {
  const header = await readSpan(file, { start: span.start, end: Math.min(span.start + 16, span.end) });
  if (header.length < 8) return undefined;
  const short = header.readUInt32BE(0);
  // 1: the size follows in 64 bits; 0: the box reaches to the end.
  const long = short === 1 && header.length === 16;
  const size = long ? Number(header.readBigUInt64BE(8)) : short || span.end - span.start;
  const body = span.start + (long ? 16 : 8);
  const end = span.start + size;
  return end < body || end > span.end ? undefined : { type: header.toString('latin1', 4, 8), body, end };
}

async function readSpan(file: FileHandle, { start, end }: Span): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
  return buffer.subarray(0, bytesRead);
}

async function parse(leaves: readonly Buffer[]): Promise<Box[]> {
  if (!leaves.length) return [];
  const { MP4BoxBuffer, createFile } = await import('mp4box');
  const bytes = new Uint8Array(Buffer.concat(leaves));
  const parser = createFile();
  try {
    parser.appendBuffer(MP4BoxBuffer.fromArrayBuffer(bytes.buffer, 0));
  } catch {
    // A box that is shorter than its fields need ends the reading; what came before it stands.
    return parser.boxes;
  }
  return parser.boxes;
}

function factsOf(boxes: readonly Box[]): Dimensions {
  const movie = boxes.find((b) => b.type === 'mvhd') as MovieHeader | undefined;
  const extension = boxes.find((b) => b.type === 'mehd') as AllRegisteredBoxes['mehd'] | undefined;
  // `tkhd` comes before the `hdlr` of its own track.
  const handler = boxes.findIndex(
    (b) => b.type === 'hdlr' && (b as AllRegisteredBoxes['hdlr']).handler === 'vide',
  );
  const track = boxes.slice(0, Math.max(handler, 0)).findLast((b) => b.type === 'tkhd') as
    | TrackHeader
    | undefined;
  const known = [movie?.duration, extension?.fragment_duration].find((d) => d && d < NO_DURATION);
  return {
    ...(track?.matrix ? sidesOf(track) : UNKNOWN),
    durationMs: known && movie?.timescale ? Math.round((known / movie.timescale) * 1000) : null,
  };
}

function sidesOf(track: TrackHeader): { width: number; height: number } {
  const [width, height] = [Math.round(track.width / FIXED_POINT), Math.round(track.height / FIXED_POINT)];
  // A quarter of a turn moves the matrix' numbers from a and d to b and c.
  const [a = 0, b = 0] = track.matrix;
  return Math.abs(b) > Math.abs(a) ? { width: height, height: width } : { width, height };
}
