/**
 * Whether a file goes on where its picture ends, or has notes that the image library does not read:
 * telephones put a film or a second picture behind the first one, with a place and a time of its own.
 *
 * Parts are walked by their lengths, and none is unpacked: each step moves on by a byte at least.
 */
import { isPrivateComment } from './private-data.ts';

/**
 * The length of the picture in bytes; more than there are where it breaks off, or where its length cannot be
 * known.
 */
type Walk = (bytes: Buffer) => number;

const WALKS: Readonly<Record<string, Walk>> = {
  'image/jpeg': endOfJpeg,
  'image/png': endOfPng,
  'image/webp': endOfWebp,
};

/**
 * Zeros are padding, however many. A file that breaks off counts: nobody has seen what its last bytes are.
 */
export function hasMore(bytes: Buffer, mime: string): boolean {
  const walk = WALKS[mime];
  if (!walk) return false;
  const end = walk(bytes);
  return end > bytes.length || bytes.subarray(end).some((byte) => byte !== 0);
}

/** Begins a marker (ITU-T T.81, B.1.1.2); with a zero behind it, it is a byte of the pixels. */
const MARK = 0xff;
/** The marker EOI. */
const END_OF_JPEG = 0xd9;

/** Those without a segment of data (T.81, table B.1): the beginning, restarts, TEM, and what is no marker. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function endOfJpeg(bytes: Buffer): number {
  let at = bytes.indexOf(MARK);
  while (at >= 0) {
    // Any number of them may stand in front of a marker.
    while (bytes[at + 1] === MARK) at++;
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_JPEG) return at + 2;
    // By its length, as a small picture with an end of its own may be inside.
    const length = isAlone(marker) ? 0 : (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
    at = bytes.indexOf(MARK, at + 2 + length);
  }
  return Infinity;
}

/** The signature; and of each chunk its length, its type and its sum (PNG, third edition, 5.2 and 5.3). */
const [SIGNATURE_BYTES, CHUNK_BYTES] = [8, 12];
/** The longest keyword that they begin with, before a zero (11.3.3). */
const TEXTS: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt']);
const KEYWORD_BYTES = 79;
const XMP = 'XML:com.adobe.xmp';

function endOfPng(bytes: Buffer): number {
  let isLate = false;
  for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return at + CHUNK_BYTES;
    const isText = TEXTS.has(type);
    const keyword = isText ? keywordAt(bytes, at + 8) : '';
    // The library reads neither of them behind the pixels, where ImageMagick writes them.
    const isUnread = isLate && (type === 'eXIf' || keyword === XMP);
    if (isUnread || (isText && isPrivateComment(keyword))) return at;
    isLate ||= type === 'IDAT';
    at += CHUNK_BYTES + bytes.readUInt32BE(at);
  }
  return Infinity;
}

function keywordAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + KEYWORD_BYTES + 1).split('\0', 1)[0] ?? '';
}

/** The size comes before everything else, and counts from there (RFC 9649, 2.4). */
const SIZE_AT = 4;

function endOfWebp(bytes: Buffer): number {
  return bytes.length < SIZE_AT + 4 ? Infinity : SIZE_AT + 4 + bytes.readUInt32LE(SIZE_AT);
}
