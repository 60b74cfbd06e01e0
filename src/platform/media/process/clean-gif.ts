/**
 * Removes from a GIF (GIF89a, 1990) what no program shows: comments, and what programs write down for each
 * other (XMP, Photoshop's resources, colour profiles, which nobody applies to a GIF). The pictures, their
 * times and the loop keep every byte. The image library would count colours and merge pictures again.
 *
 * Blocks are walked by their lengths, and none is unpacked: each step moves on by a byte at least.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { breaksOff } from './assert-whole.ts';

const [IMAGE, EXTENSION, END] = [0x2c, 0x21, 0x3b];
/** What is shown: how the next picture is shown, and text that is drawn. */
const SHOWN: ReadonlySet<number> = new Set([0xf9, 0x01]);
/** What belongs to an application; these two define how often an animation is played. */
const APPLICATION = 0xff;
const LOOPS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);
const NAME_BYTES = 11;
/** The signature and the size of the screen; what describes a picture. */
const [HEADER_BYTES, IMAGE_BYTES] = [13, 10];

/**
 * @param again proves besides that the file is whole
 * @returns the size in bytes of what is at `path` now
 * @throws ApiError `unsupported_file`, when a block of it breaks off; Error with `again`, when it has no end
 */
export async function cleanGif({ path }: { path: string }, again = false): Promise<number> {
  const bytes = await readFile(path);
  const { length, isWhole, isCut } = withoutNotes(bytes);
  if (again && !isWhole) throw new Error('the GIF has no end');
  // Decoders fill what is missing with the colour of the ground, and sharp reads no picture but the first.
  if (isCut) throw breaksOff();
  if (length === bytes.length) return length;
  const rewritten = `${path}.rewritten`;
  try {
    await writeFile(rewritten, bytes.subarray(0, length));
    await rename(rewritten, path);
  } finally {
    await rm(rewritten, { force: true });
  }
  return length;
}

/**
 * Moves what is shown to the beginning of `gif`.
 *
 * @returns how many bytes that is, whether the file has its end, and whether its last block has not. One that
 * breaks off keeps what is there
 */
export function withoutNotes(gif: Buffer): {
  readonly length: number;
  readonly isWhole: boolean;
  readonly isCut: boolean;
} {
  let at = HEADER_BYTES + tableBytes(gif[HEADER_BYTES - 3]);
  let length = Math.min(at, gif.length);
  let isCut = false;
  while (at < gif.length && gif[at] !== END) {
    const blockEnds = blockEnd(gif, at);
    isCut = blockEnds > gif.length;
    const end = Math.min(blockEnds, gif.length);
    if (isShown(gif, at)) {
      gif.copyWithin(length, at, end);
      length += end - at;
    }
    at = end;
  }
  // What is behind the end is read by nobody.
  if (at < gif.length) gif[length++] = END;
  return { length, isWhole: at < gif.length, isCut };
}

/** Bytes that begin no block are left out one by one, as ImageMagick and Pillow read on behind them. */
function blockEnd(gif: Buffer, at: number): number {
  if (gif[at] === EXTENSION) return dataEnd(gif, at + 2);
  // The byte between the colours and the data defines how the codes begin.
  if (gif[at] === IMAGE) return dataEnd(gif, at + IMAGE_BYTES + tableBytes(gif[at + IMAGE_BYTES - 1]) + 1);
  return at + 1;
}

/** The first byte of each part is its length; the last one is empty. */
function dataEnd(gif: Buffer, from: number): number {
  let at = from;
  while (gif[at]) at += 1 + (gif[at] ?? 0);
  return at + 1;
}

/** Three bytes for each of 2 to 256 colours, if the highest bit is set. */
const tableBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function isShown(gif: Buffer, at: number): boolean {
  if (gif[at] !== EXTENSION) return gif[at] === IMAGE;
  const label = gif[at + 1] ?? 0;
  const name = gif.toString('latin1', at + 3, at + 3 + NAME_BYTES);
  return label === APPLICATION ? LOOPS.has(name) : SHOWN.has(label);
}
