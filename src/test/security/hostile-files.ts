/**
 * Files that are made to break their readers: negative and huge lengths and counts, loops, truncation,
 * inflation, nested boxes. Each stands for a kind; what is between them is the fuzzer's (file-fuzz.test.ts).
 */
import { crc32, deflateSync } from 'node:zlib';
import { FTYP, box, mp4 } from '../../platform/media/fixtures/mp4.ts';
import { CATALOGUE, pdf, pdfOf } from '../../platform/media/fixtures/pdf.ts';
import { bytesOf, picture } from '../../platform/media/fixtures/picture.ts';

const u32 = (...values: number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value >>> 0);
      return bytes;
    }),
  );
const u16 = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const NEGATIVE = 0xffff_fff4;
const HUGE = 0xffff_ffff;

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([text(type), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
};
const header = (width: number, height: number, colourType = 2): Buffer =>
  chunk('IHDR', Buffer.concat([u32(width, height), Buffer.from([8, colourType, 0, 0, 0])]));
const png = (...chunks: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, chunk('IEND', Buffer.alloc(0))]);
const pixels = (width: number, height: number): Buffer =>
  chunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * height)));
const inflating = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * 1024 * 1024));

/** EXIF with this many entries, each of which claims 2^32 - 1 values. */
function endlessExif(entries: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.write('MM\0*', 'latin1');
  bytes.writeUInt32BE(8, 4);
  bytes.writeUInt16BE(entries, 8);
  for (let n = 0, at = 10; n < entries && at + 12 <= size; n++, at += 12) {
    bytes.writeUInt16BE((0x1000 + n) & 0xffff, at);
    bytes.writeUInt16BE(1, at + 2);
    bytes.writeUInt32BE(HUGE, at + 4);
  }
  return bytes;
}

/** An entry of a directory: the tag, LONG, the number of values, and where they are. */
const entry = (tag: number, count: number, at: number): Buffer =>
  Buffer.concat([u16(tag, 4), u32(count, at)]);
const directory = (next: number, ...entries: readonly Buffer[]): Buffer =>
  Buffer.concat([u16(entries.length), ...entries, u32(next)]);
const exif = (...parts: readonly Buffer[]): Buffer => Buffer.concat([text('MM\0*'), u32(8), ...parts]);

const whole = Buffer.from(await bytesOf((await picture({ width: 40, height: 30 })).jpeg()));

/** A picture with this EXIF data. */
function jpeg(data: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from('ffe1', 'hex'), u16(data.length + 8), text('Exif\0\0'), data]);
  return Buffer.concat([whole.subarray(0, 2), segment, whole.subarray(2)]);
}

const riff = (size: number, ...chunks: readonly Buffer[]): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(size >>> 0);
  return Buffer.concat([text('RIFF'), length, text('WEBP'), ...chunks]);
};
const nested = (type: string, depth: number): Buffer =>
  Array.from({ length: depth }).reduce<Buffer>((inner) => box(type, inner), Buffer.alloc(0));
const brand = (name: string): Buffer => box('ftyp', text(`${name}\0\0\0\0mif1${name}miaf`));
const meta = (...content: readonly Buffer[]): Buffer => box('meta', u32(0), ...content);
/** A GIF of one pixel, before its first picture. */
const GIF = Buffer.from('47494638396101000100800000000000ffffff', 'hex');

/** By their type and what is wrong with them. */
export const HOSTILE_FILES: Readonly<Record<string, Buffer>> = {
  'a PNG with EXIF data of 65,535 endless entries': png(
    header(10, 10),
    chunk('eXIf', endlessExif(65_535, 800_000)),
    pixels(10, 10),
  ),
  'a PNG of 65 KB with EXIF data of endless entries': png(
    header(10, 10),
    chunk('eXIf', endlessExif(5400, 65_000)),
    pixels(10, 10),
  ),
  'a PNG with a chunk of a negative length': png(
    header(600, 600),
    pixels(600, 600),
    Buffer.concat([u32(NEGATIVE), text('aaaa')]),
  ),
  'a PNG that inflates a thousand times': png(header(600, 600, 6), chunk('IDAT', inflating(300))),
  'a PNG whose text inflates a thousand times': png(
    header(10, 10),
    chunk('zTXt', Buffer.concat([text('Comment\0\0'), inflating(300)])),
    pixels(10, 10),
  ),
  'a PNG whose colour profile inflates a thousand times': png(
    header(10, 10),
    chunk('iCCP', Buffer.concat([text('icc\0\0'), inflating(300)])),
    pixels(10, 10),
  ),
  'a PNG whose pixels are no stream': png(header(10, 10, 6), chunk('IDAT', text('not zlib at all'))),
  'a PNG of 2^31 by 2^31 pixels': png(header(0x7fff_ffff, 0x7fff_ffff), pixels(10, 10)),
  'a PNG of half a header': png(header(10, 10)).subarray(0, 20),
  'a JPEG whose directory of EXIF data follows itself': jpeg(exif(directory(8, entry(0x0100, 1, 1)))),
  'a JPEG whose directory of EXIF data is in itself': jpeg(exif(directory(0, entry(0x8769, 1, 8)))),
  'a JPEG whose place is far behind its end': jpeg(exif(directory(0, entry(0x8825, 1, HUGE)))),
  'a JPEG with 65,535 entries and no bytes of them': jpeg(exif(u16(65_535))),
  'a JPEG with a thousand segments of EXIF data': Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...Array.from({ length: 1000 }, () => jpeg(exif(directory(8, entry(0x0100, HUGE, 8)))).subarray(2, 46)),
  ]),
  'a JPEG with a segment of no length': Buffer.from(
    'ffd8ffe00000ffe10000ffc0000b08ffffffff010101110000',
    'hex',
  ),
  'a GIF of 65,535 by 65,535 pixels without an end': Buffer.concat([
    Buffer.from('474946383961ffffffff800000000000ffffff', 'hex'),
    Buffer.from('2c00000000ffffffff0002', 'hex'),
    Buffer.alloc(500_000, 0xff),
  ]),
  'a GIF of a hundred thousand pictures': Buffer.concat([
    Buffer.from('47494638396101000100800000000000ffffff', 'hex'),
    ...Array.from({ length: 100_000 }, () =>
      Buffer.from('2c000000000100010000024401 00'.replace(' ', ''), 'hex'),
    ),
    text(';'),
  ]),
  'a GIF of a million comments': Buffer.concat([GIF, Buffer.alloc(3_000_000, Buffer.from('21fe00', 'hex'))]),
  'a GIF with XMP without an end': Buffer.concat([
    GIF,
    Buffer.from('21ff0b584d502044617461584d50', 'hex'),
    Buffer.alloc(5_000_000, 1),
  ]),
  'a GIF that breaks off in its colours': GIF.subarray(0, 15),
  'a GIF that breaks off in a comment': Buffer.concat([GIF, Buffer.from('21feff41', 'hex')]),
  'a GIF that says half a million times how often it is played': Buffer.concat([
    GIF,
    Buffer.alloc(9_500_000, Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex')),
  ]),
  'a WebP that claims 4 GB': riff(HUGE, text('VP8L'), u32(HUGE), Buffer.alloc(40, 0x2f)),
  'a WebP with a chunk of a negative length': riff(60, text('VP8X'), u32(NEGATIVE), Buffer.alloc(40, 0xff)),
  'an AVIF of boxes in boxes': Buffer.concat([brand('avif'), meta(nested('iprp', 3000))]),
  'an AVIF with a box without a length': Buffer.concat([brand('avif'), meta(u32(0), text('iprp'), u32(0))]),
  'an AVIF with a box that ends before it begins': Buffer.concat([
    brand('avif'),
    meta(box('iprp', u32(3), text('ipco'), u32(NEGATIVE), text('ispe'))),
  ]),
  'an AVIF of 65,535 parts in 4 billion places': Buffer.concat([
    brand('avif'),
    meta(box('iloc', u32(0x0200_0000), u16(0x4444), u32(HUGE)), box('iinf', u32(0), u16(0xffff))),
  ]),
  'a HEIC of boxes in boxes': Buffer.concat([brand('heic'), meta(nested('iprp', 3000))]),
  'a HEIC that breaks off': Buffer.concat([brand('heic'), u32(HUGE), text('meta')]),
  'a BMP of negative sides': Buffer.concat([
    text('BM'),
    Buffer.from('46000000000000003600000028000000000000800000008001001800', 'hex'),
    Buffer.alloc(28),
  ]),
  'a TIFF whose directory follows itself': exif(directory(8, entry(0x0100, 1, 10), entry(0x0101, 1, 10))),
  'a TIFF with 4 billion strips': exif(
    directory(0, entry(0x0100, 1, 10), entry(0x0101, 1, 10), entry(0x0111, HUGE, 8), entry(0x0117, HUGE, 8)),
  ),
  'a TIFF with a name of 4 GB': exif(directory(0, entry(0x0100, 1, 10), entry(0x010e, HUGE, 8))),
  'a large TIFF with 2^63 entries': Buffer.concat([
    Buffer.from('4d4d002b00080000', 'hex'),
    u32(0, 16, 0x7fff_ffff, HUGE),
    Buffer.alloc(64),
  ]),
  'an MP4 of boxes in boxes': Buffer.concat([FTYP, nested('moov', 3000)]),
  'an MP4 with a box of 2^63 bytes': Buffer.concat([FTYP, u32(1), text('moov'), u32(0x7fff_ffff, HUGE)]),
  'an MP4 of a million empty boxes': Buffer.concat([
    FTYP,
    ...Array.from({ length: 1_000_000 }, () => Buffer.from('0000000866726565', 'hex')),
  ]),
  'an MP4 that breaks off': Buffer.from(mp4({})).subarray(0, 90),
  'a PDF that claims 2 billion pages': pdfOf([
    CATALOGUE,
    '<< /Type /Pages /Count 2000000000 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R >>',
  ]),
  'a PDF whose pages are in themselves': pdfOf([
    CATALOGUE,
    '<< /Type /Pages /Count 1000000000 /Kids [3 0 R 3 0 R] >>',
    '<< /Type /Pages /Count 500000000 /Kids [2 0 R 2 0 R] >>',
  ]),
  'a PDF of a billion pages in thirty objects': pdfOf([
    CATALOGUE,
    ...Array.from(
      { length: 30 },
      (_, n) => `<< /Type /Pages /Count ${2 ** (30 - n)} /Kids [${n + 3} 0 R ${n + 3} 0 R] >>`,
    ),
    '<< /Type /Page >>',
  ]),
  'a PDF of lists in lists': pdfOf([
    CATALOGUE,
    `<< /Type /Pages /Count 1 /Kids ${'['.repeat(200_000)}${']'.repeat(200_000)} >>`,
  ]),
  'a PDF of a million beginnings': Buffer.concat([text('%PDF-1.7\n'), Buffer.alloc(8_000_000, '1 0 obj\n')]),
  'a PDF with a table of 2^31 objects': text(
    '%PDF-1.7\nxref\n0 2147483647\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF',
  ),
  'a PDF whose objects inflate a thousand times': Buffer.concat([
    text(`%PDF-1.7\n1 0 obj\n${CATALOGUE}\nendobj\n3 0 obj\n<< /Type /ObjStm /N 100000000 /First 10`),
    text(' /Filter /FlateDecode /Length 300000 >>\nstream\n'),
    inflating(300),
    text('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF'),
  ]),
  'a PDF that breaks off': pdf(50).subarray(0, 2000),
  // What is no upload is read all the same until that is known.
  'a film of Windows Media of objects without a length': Buffer.concat([
    Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
    Buffer.alloc(14),
    ...Array.from({ length: 1000 }, () => Buffer.alloc(24, 1)),
  ]),
  'an archive of ZIP with entries of 4 GB': Buffer.concat([
    text('PK\x03\x04'),
    Buffer.alloc(14),
    u32(HUGE, HUGE),
    u16(0x0500, 0),
    text('a.xml'),
  ]),
  'an archive of ZIP that inflates a thousand times': zipOf('[Content_Types].xml', inflatedRaw(200)),
  'a Matroska film of elements in elements': Buffer.concat(
    Array.from({ length: 5000 }, () => Buffer.from('1a45dfa301ffffffffffffff', 'hex')),
  ),
  'a sound with a tag of 256 MB before it': Buffer.concat([
    text('ID3\x03\0\0'),
    Buffer.from('7f7f7f7f', 'hex'),
  ]),
};

function inflatedRaw(megabytes: number): Buffer {
  // Without the header and the checksum of zlib.
  return inflating(megabytes).subarray(2, -4);
}

function zipOf(name: string, data: Buffer): Buffer {
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(data.length, 4);
  sizes.writeUInt32LE(200 * 1024 * 1024, 8);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(name.length);
  return Buffer.concat([
    text('PK\x03\x04'),
    Buffer.from('14000000080000000000', 'hex'),
    sizes,
    lengths,
    text(name),
    data,
  ]);
}
