import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { PLACE, bytesOf, picture } from '../fixtures/picture.ts';
import { isPrivate, hasPrivateData } from './private-data.ts';

const exifOf = async (values: object): Promise<Buffer> => {
  const made = (await picture({ width: 8, height: 8 })).jpeg().withExif(values);
  return (await sharp(await bytesOf(made)).metadata()).exif ?? Buffer.alloc(0);
};

/** A directory of TIFF with entries of a tag, the type LONG, a count and a value. */
function directory(
  isLittle: boolean,
  next: number,
  ...entries: readonly [tag: number, count: number, value: number][]
): Buffer {
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4);
  const u16 = (value: number, at: number): number =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const u32 = (value: number, at: number): number =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  u16(entries.length, 0);
  entries.forEach(([tag, count, value], n) => {
    const at = 2 + n * 12;
    u16(tag, at);
    u16(4, at + 2);
    u32(count, at + 4);
    u32(value, at + 8);
  });
  u32(next, bytes.length - 4);
  return bytes;
}
const [BE, LE] = [Buffer.from('4d4d002a00000008', 'hex'), Buffer.from('49492a0008000000', 'hex')];
const ENDLESS = 0xffff_ffff;

describe('the EXIF data of a picture', () => {
  it.each([
    ['latitude and longitude', PLACE],
    ['the place that it shows', { IFD3: { GPSDestLatitude: '52/1 30/1 0/1' } }],
    ["its maker's notes", { IFD2: { MakerNote: 'No. 4711' } }],
    ["the camera's number", { IFD2: { BodySerialNumber: '4711' } }],
    ["the lens's number", { IFD2: { LensSerialNumber: '4712' } }],
    ["the owner's name", { IFD2: { CameraOwnerName: 'Ada Lovelace' } }],
    ['the name that the owner has set', { IFD0: { Artist: 'Ada Lovelace' } }],
  ])('reveals where, by whom or with which camera it was taken with %s', async (_, values) => {
    expect(isPrivate(await exifOf(values))).toBe(true);
  });

  it.each([
    ['the model of the camera', { IFD0: { Make: 'Camera', Model: '1' }, IFD2: { LensModel: '50 mm' } }],
    ['the notice of who may use it', { IFD0: { Copyright: 'Ada Lovelace' } }],
    ['the time of a satellite', { IFD3: { GPSDateStamp: '2031:05:04' } }],
  ])('does not reveal it with %s', async (_, values) => {
    expect(isPrivate(await exifOf(values))).toBe(false);
  });

  it('reveals it in either order of bytes, and in a directory after or inside the first', () => {
    for (const [start, isLittle] of [
      [BE, false],
      [LE, true],
    ] as const) {
      const place = directory(isLittle, 0, [0x02, 3, 0]);
      const inFirst = [start, directory(isLittle, 0, [0x8825, 1, 26]), place];
      expect(isPrivate(Buffer.concat(inFirst))).toBe(true);
      const named = [Buffer.from('Exif\0\0', 'latin1'), ...inFirst];
      expect(isPrivate(Buffer.concat(named))).toBe(true);
      const after = [
        start,
        directory(isLittle, 26, [0x0100, 1, 1]),
        directory(isLittle, 0, [0x8825, 1, 44]),
        place,
      ];
      expect(isPrivate(Buffer.concat(after))).toBe(true);
      const inside = [
        start,
        directory(isLittle, 0, [0x8769, 1, 26]),
        directory(isLittle, 0, [0x8825, 1, 44]),
        place,
      ];
      expect(isPrivate(Buffer.concat(inside))).toBe(true);
      const version = [start, directory(isLittle, 0, [0x8825, 1, 26]), directory(isLittle, 0, [0x00, 4, 2])];
      expect(isPrivate(Buffer.concat(version))).toBe(false);
    }
  });

  it.each<[string, Buffer, boolean]>([
    ['follows itself', Buffer.concat([BE, directory(false, 8, [0x0100, 1, 1])]), false],
    ['is inside itself', Buffer.concat([BE, directory(false, 0, [0x8769, 1, 8])]), false],
    [
      'has values without end',
      Buffer.concat([BE, directory(false, 0, [0x9000, ENDLESS, 8], [0x9001, ENDLESS, 8])]),
      false,
    ],
    ['has no bytes for its entries', Buffer.concat([BE, Buffer.from([0xff, 0xff])]), true],
    ['is behind the end', Buffer.concat([BE, directory(false, 0, [0x8825, 1, ENDLESS])]), true],
    ['is in no known order', Buffer.from('XX\0*\0\0\0\x08\0\0', 'latin1'), true],
    ['is not there', Buffer.alloc(0), true],
  ])('is read to its end, without a value, when a directory %s', (_, exif, found) => {
    expect(isPrivate(exif)).toBe(found);
  });

  it('is given up, and counts as a place, with more directories than cameras write', () => {
    const many = Array.from({ length: 5000 }, (_, n) => directory(false, 8 + (n + 1) * 18, [0x0100, 1, 1]));
    expect(isPrivate(Buffer.concat([BE, ...many]))).toBe(true);
  });

  it('is not alone: XMP, IPTC and comments reveal it too', () => {
    const xmp = (text: string): Buffer => Buffer.from(`<x:xmpmeta>${text}</x:xmpmeta>`);
    expect(hasPrivateData({ xmp: xmp('<aux:OwnerName>Ada</aux:OwnerName>') })).toBe(true);
    const iptc = Buffer.from('Photoshop 3.0\0\x1c\x02\x5a\0\x06Berlin', 'latin1');
    expect(hasPrivateData({ iptc })).toBe(true);
    expect(hasPrivateData({ comments: [{ keyword: 'Author', text: 'Ada' }] })).toBe(true);
    expect(hasPrivateData({})).toBe(false);
  });
});

describe('the XMP of a picture', () => {
  const element = (name: string): string => `<${name}>1</${name}>`;
  const isFound = (text: string): boolean =>
    hasPrivateData({ xmp: Buffer.from(`<x:xmpmeta>${text}</x:xmpmeta>`) });

  it.each([
    'exif:GPSLatitude',
    'exif:GPSDestLatitude',
    'exif:GPSDestLongitude',
    'exif:GPSAreaInformation',
    'drone-dji:GpsLatitude',
    'drone-dji:GpsLongtitude',
    'aux:SerialNumber',
    'exifEX:BodySerialNumber',
    'drone-dji:DroneSerialNumber',
    'aux:OwnerName',
    'exifEX:CameraOwnerName',
    'dc:creator',
    'tiff:Artist',
    'pdf:Author',
    'photoshop:AuthorsPosition',
    'photoshop:CaptionWriter',
    'photoshop:City',
    'photoshop:State',
    'photoshop:Country',
    'Iptc4xmpCore:CountryCode',
    'Iptc4xmpCore:Location',
    'Iptc4xmpCore:CreatorContactInfo',
    'Iptc4xmpExt:LocationCreated',
    'Iptc4xmpExt:LocationShown',
    'xmpNote:HasExtendedXMP',
  ])('reveals where, by whom or with which camera it was taken with %s', (name) => {
    expect(isFound(element(name))).toBe(true);
    expect(isFound(`<rdf:Description ${name}="1"/>`)).toBe(true);
    expect(isFound(`<rdf:Description ${name}\n= '1'/>`)).toBe(true);
    expect(isFound(`<${name.split(':')[1]} xmlns="http://ns.example/">1</${name.split(':')[1]}>`)).toBe(true);
  });

  it.each([
    ['the program', element('xmp:CreatorTool')],
    ['a lens', element('aux:Lens')],
    ['a title of such words', '<dc:title>New York City: GPSLatitude, by the author</dc:title>'],
    ['the time of a satellite', element('exif:GPSTimeStamp')],
    ['the notice of who may use it', element('dc:rights')],
    ['an empty place', '<photoshop:City/>'],
    ['a small picture in letters', `<xmpGImg:image>${'gpslserialnumber'.repeat(10)}</xmpGImg:image>`],
  ])('does not reveal it with %s', (_, text) => {
    expect(isFound(text)).toBe(false);
  });

  it('is looked through in one pass, however long its names are', () => {
    for (const letters of [':', '<', ':a', 'a', 'gpsd']) {
      expect(isFound(`:${letters.repeat(1_000_000)}`)).toBe(false);
    }
  });
});

describe('the comments of a PNG', () => {
  it.each([
    'Raw profile type exif',
    'Author',
    'author',
    'Artist',
    'Location',
    'exif:GPSLatitude',
    'exif:Artist',
  ])('reveal where, by whom or with which camera it was taken with %s', (keyword) => {
    expect(hasPrivateData({ comments: [{ keyword, text: '' }] })).toBe(true);
  });

  it.each(['Title', 'Copyright', 'Software', 'Creation Time', 'date:create', 'Authorship'])(
    'do not reveal it with %s',
    (keyword) => {
      expect(hasPrivateData({ comments: [{ keyword, text: 'Menu' }] })).toBe(false);
    },
  );
});

describe('the IPTC fields of a picture', () => {
  const START = Buffer.from('Photoshop 3.0\x008BIM\x04\x04', 'latin1');
  const field = (dataset: number, record = 2): Buffer =>
    Buffer.from([0x1c, record, dataset, 0, 3, 65, 100, 97]);
  const among = (...fields: Buffer[]): boolean => hasPrivateData({ iptc: Buffer.concat([START, ...fields]) });

  it.each([26, 27, 80, 85, 90, 92, 95, 100, 101, 118, 122])(
    'reveal where or by whom it was taken with 2:%i, behind others too',
    (dataset) => {
      expect(among(field(dataset))).toBe(true);
      expect(among(field(105), Buffer.from('1c02', 'hex'), field(dataset), field(5))).toBe(true);
    },
  );

  it('do not reveal it with a headline, a title, a notice, or fields of another record', () => {
    expect(among(field(105), field(5), field(116), field(90, 1), Buffer.from('1c02', 'hex'))).toBe(false);
    expect(among()).toBe(false);
  });
});
