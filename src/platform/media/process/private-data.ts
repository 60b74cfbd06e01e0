/**
 * Whether a picture reveals where or by whom it was taken, or identifies a camera or its owner: in its EXIF
 * data (CIPA DC-008-2023, 4.6; a directory of TIFF 6.0), its XMP packet, its IPTC fields or its comments.
 * Directories are walked from entry to entry, and no value is read: neither an entry's claimed length nor a
 * circle of directories makes the walk longer than the data.
 */
import type { Metadata } from 'sharp';

/** The tags that lead to the directory of the place, and to the one with the camera's own data. */
const [GPS, EXIF] = [0x8825, 0x8769];
/** Latitude and longitude, of the camera and of what it looked at, and the name of the area. */
const PLACES: ReadonlySet<number> = new Set([0x02, 0x04, 0x14, 0x16, 0x1c]);
/** Tags that identify a camera or its owner; its model does not. */
const IDENTITIES: ReadonlySet<number> = new Set([
  0x013b, // Artist: cameras write the name there that their owner has set
  0x013c, // HostComputer: its name
  0x927c, // MakerNote: serial numbers, the owner's name and anything else that the maker likes
  0x9c9d, // XPAuthor (Windows)
  0xa430, // CameraOwnerName
  0xa431, // BodySerialNumber
  0xa435, // LensSerialNumber
  0xc62f, // CameraSerialNumber (DNG)
]);
/**
 * The same in XMP (ISO 16684-1) and in the comments of a PNG: what a name contains, in large or small
 * letters. Makers of cameras and drones have names of their own (`drone-dji:GpsLatitude`).
 */
const PARTS = 'GPS(?:Dest)?L|GPSArea|SerialNumber|OwnerName';
/**
 * And whole names (dc, photoshop, tiff, Iptc4xmpCore, Iptc4xmpExt; PNG, third edition, 11.3.3.1). Notices of
 * who may use a picture stay (`dc:rights`), as `Copyright` does in EXIF data: they are written to be read.
 */
const WHOLE = [
  'creator',
  'artist',
  'author',
  'authorsPosition',
  'captionWriter',
  'creatorContactInfo',
  'city',
  'state',
  'country',
  'countryCode',
  'location',
  'locationCreated',
  'locationShown',
].join('|');
/** `HasExtendedXMP`: more of it is elsewhere in the file. Only names count, not the text of a title. */
const IN_XMP = new RegExp(`[:<](?:[\\w.-]*(?:${PARTS}|HasExtendedXMP)|(?:${WHOLE})[\\s=>])`, 'i');
/** ImageMagick puts EXIF data, XMP and IPTC into a PNG as a raw profile: in hexadecimal digits. */
const IN_COMMENT = new RegExp(`^Raw profile type |${PARTS}|(?:^|:)(?:${WHOLE})$`, 'i');
/** In front of each field of IPTC that describes a picture: the tag marker, and record 2 (IIM 4.2, 1.5). */
const FIELD = Buffer.from('1c02', 'hex');
/** The byte behind that: which field it is (IIM 4.2, 6). */
const IN_IPTC: ReadonlySet<number> = new Set([
  26, // Content location code
  27, // Content location name
  80, // By-line
  85, // By-line title
  90, // City
  92, // Sub-location
  95, // Province or state
  100, // Country code
  101, // Country
  118, // Contact
  122, // Writer or editor
]);
const ENTRY_BYTES = 12;
/** A camera writes five. */
const MAX_DIRECTORIES = 32;
/** Before the directories in a JPEG. */
const NAME = 'Exif\0\0';

export function hasPrivateData({
  exif,
  xmp,
  iptc,
  comments,
}: Pick<Metadata, 'exif' | 'xmp' | 'iptc' | 'comments'>): boolean {
  return (
    (exif !== undefined && isPrivate(exif)) ||
    // It may be in UTF-16 or UTF-32 too (ISO 16684-1, 7.1).
    (xmp !== undefined && IN_XMP.test(xmp.toString('latin1').replaceAll('\0', ''))) ||
    (iptc !== undefined && hasPrivateField(iptc)) ||
    (comments ?? []).some(({ keyword }) => isPrivateComment(keyword))
  );
}

/** Whether the text of a PNG is private, by its keyword. */
export const isPrivateComment = (keyword: string): boolean => IN_COMMENT.test(keyword);

/**
 * Fields are sought wherever they are: they lie in one of Photoshop's resources, whose lengths others may
 * read in another way. Bytes that only look like a field cost no more than writing the picture again.
 */
function hasPrivateField(iptc: Buffer): boolean {
  for (let at = iptc.indexOf(FIELD); at >= 0; at = iptc.indexOf(FIELD, at + FIELD.length)) {
    if (IN_IPTC.has(iptc[at + FIELD.length] ?? 0)) return true;
  }
  return false;
}

interface Directory {
  readonly at: number;
  readonly isGps: boolean;
}

/** What cannot be followed to its end counts: others may read what this walk cannot. */
export function isPrivate(data: Buffer): boolean {
  const exif = data.toString('latin1', 0, NAME.length) === NAME ? data.subarray(NAME.length) : data;
  const order = exif.toString('latin1', 0, 2);
  if (exif.length < 8 || (order !== 'II' && order !== 'MM')) return true;
  const [u16, u32] = readers(exif, order === 'II');
  const left: Directory[] = [{ at: u32(4), isGps: false }];
  const seen = new Set<number>();
  for (let next = left.pop(); next; next = left.pop()) {
    const { at, isGps } = next;
    if (seen.has(at)) continue;
    const end = at + 2 <= exif.length ? at + 2 + u16(at) * ENTRY_BYTES : Infinity;
    if (end > exif.length || seen.size === MAX_DIRECTORIES) return true;
    seen.add(at);
    for (let entry = at + 2; entry < end; entry += ENTRY_BYTES) {
      const tag = u16(entry);
      if ((isGps ? PLACES : IDENTITIES).has(tag)) return true;
      if (tag === GPS || tag === EXIF) left.push({ at: u32(entry + 8), isGps: tag === GPS });
    }
    // Some writers leave out the offset of the next one, which is 0 when there is none.
    const following = end + 4 <= exif.length ? u32(end) : 0;
    if (following) left.push({ at: following, isGps: false });
  }
  return false;
}

function readers(bytes: Buffer, little: boolean): [(at: number) => number, (at: number) => number] {
  return little
    ? [(at) => bytes.readUInt16LE(at), (at) => bytes.readUInt32LE(at)]
    : [(at) => bytes.readUInt16BE(at), (at) => bytes.readUInt32BE(at)];
}
