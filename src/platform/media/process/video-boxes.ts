/**
 * The content of an MP4 beside its pictures and sounds, by its boxes (ISO/IEC 14496-12). Anything that is not
 * known to be needed for playing may reveal a place, a camera or a person: notes in tracks of their own
 * (phones, GoPro), subtitles (drones), XML beside the index (Sony), XMP (Adobe), and data behind the end.
 */
import { open, type FileHandle } from 'node:fs/promises';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/**
 * Tags that programs write into a video and that reveal neither a place nor a camera nor a person: the
 * program, a title, a day, a genre, a copyright, chapters (exiftool.org/TagNames/QuickTime.html; `keys` as
 * ffmpeg writes them). Any other tag may: Android writes the place as `©xyz`, 3GPP as `loci`, GoPro the
 * camera as `CAME`.
 */
const HARMLESS =
  '©too ©enc ©swr ©nam titl ©des desc dscp ©day ©gen cprt ©cpy chpl hnti free skip encoder title ' +
  'description date genre copyright major_brand minor_version compatible_brands com.android.version ' +
  'com.apple.quicktime.software com.apple.quicktime.title com.apple.quicktime.description';
const HARMLESS_TAGS = setOf(HARMLESS);

/**
 * What stands in the file itself and in the boxes that are looked into, of an MP4 that holds nothing more.
 */
const BOXES: Readonly<Record<string, ReadonlySet<string>>> = {
  file: setOf('ftyp styp moov mdat moof mfra sidx ssix pdin free skip wide'),
  moov: setOf('mvhd trak mvex iods pssh udta meta free skip'),
  trak: setOf('tkhd tref edts mdia tapt load udta free skip'),
  mdia: setOf('mdhd hdlr minf elng free skip'),
  udta: setOf(`${HARMLESS} meta name kind tagc hinf`),
  // The names of the tags in it are looked at by `tellsMore`.
  meta: setOf('hdlr keys ilst free skip'),
};
/** The kinds of tracks: pictures, sounds, time codes, hints for servers, and the scenes of old MP4s. */
const HANDLERS = setOf('vide soun tmcd hint odsm sdsm');

/** Whether one of these tags may reveal where, by whom or with which camera a video was taken. */
export const tellsMore = (tags: readonly string[]): boolean => tags.some((tag) => !HARMLESS_TAGS.has(tag));

/**
 * Whether an MP4 has boxes, tracks or bytes that are neither its pictures and sounds nor needed to play them.
 */
export async function holdsMore(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return await hasOther(file, 'file', 0, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** Whether something else stands between `from` and `end`, in bytes from the beginning of the file. */
async function hasOther(file: FileHandle, place: string, from: number, end: number): Promise<boolean> {
  const { buffer: head } = await file.read(Buffer.alloc(4), 0, 4, from);
  // Without a version and flags in QuickTime.
  let at = place === 'meta' && head.readUInt32BE(0) === 0 ? from + 4 : from;
  while (at < end) {
    const { buffer } = await file.read(Buffer.alloc(20), 0, 20, at);
    const name = buffer.toString('latin1', 4, 8);
    const said = buffer.readUInt32BE(0);
    // Padding, and the end of a list in QuickTime.
    if (said === 0 && name === '\0\0\0\0') return hasByte(file, at, end);
    const header = said === 1 ? 16 : 8;
    const size = said === 1 ? Number(buffer.readBigUInt64BE(8)) : said || end - at;
    if (size < header || at + size > end || !BOXES[place]?.has(name)) return true;
    if (place === 'mdia' && name === 'hdlr' && !HANDLERS.has(buffer.toString('latin1', 16, 20))) return true;
    if (name in BOXES && (await hasOther(file, name, at + header, at + size))) return true;
    at += size;
  }
  return false;
}

/** Whether not all bytes are zero. */
async function hasByte(file: FileHandle, from: number, end: number): Promise<boolean> {
  const piece = Buffer.alloc(65_536);
  for (let at = from; at < end; at += piece.length) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, end - at), at);
    if (piece.subarray(0, bytesRead).some((byte) => byte !== 0)) return true;
  }
  return false;
}

/**
 * Whether the index comes before the pictures and sounds, so that a player can begin while the file loads.
 */
export async function isIndexFirst(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const end = (await file.stat()).size;
    for (let at = 0; at + 8 <= end;) {
      const { buffer } = await file.read(Buffer.alloc(16), 0, 16, at);
      const name = buffer.toString('latin1', 4, 8);
      if (name === 'moov' || name === 'mdat') return name === 'moov';
      const said = buffer.readUInt32BE(0);
      const size = said === 1 ? Number(buffer.readBigUInt64BE(8)) : said;
      if (size < 8) return true;
      at += size;
    }
    return true;
  } finally {
    await file.close();
  }
}
