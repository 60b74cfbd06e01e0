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
  ])('says where, by whom or with which camera it was taken with %s', async (_, values) => {
    expect(isPrivate(await exifOf(values))).toBe(true);
  });

  it.each([
    ['the model of the camera', { IFD0: { Make: 'Camera', Model: '1' }, IFD2: { LensModel: '50 mm' } }],
    ['the notice of who may use it', { IFD0: { Copyright: 'Ada Lovelace' } }],
    ['the time of a satellite', { IFD3: { GPSDateStamp: '2031:05:04' } }],
  ])('does not say so with %s', async (_, values) => {
    expect(isPrivate(await exifOf(values))).toBe(false);
  });

  it('says so in either order of bytes, and in a directory after or inside the first', () => {
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

  it('is not alone: XMP and comments tell it too', () => {
    const xmp = (text: string): Buffer => Buffer.from(`<x:xmpmeta>${text}</x:xmpmeta>`);
    expect(hasPrivateData({ xmp: xmp('<exif:GPSLatitude>52,30N</exif:GPSLatitude>') })).toBe(true);
    expect(hasPrivateData({ xmp: xmp('<aux:SerialNumber>4711</aux:SerialNumber>') })).toBe(true);
    expect(hasPrivateData({ xmp: xmp('<aux:OwnerName>Ada</aux:OwnerName>') })).toBe(true);
    expect(hasPrivateData({ xmp: xmp('<xmpNote:HasExtendedXMP>1</xmpNote:HasExtendedXMP>') })).toBe(true);
    expect(hasPrivateData({ xmp: xmp('<aux:Lens>50 mm</aux:Lens>') })).toBe(false);
    expect(hasPrivateData({ comments: [{ keyword: 'Raw profile type exif', text: '' }] })).toBe(true);
    expect(hasPrivateData({ comments: [{ keyword: 'Title', text: 'Menu' }] })).toBe(false);
    expect(hasPrivateData({ xmp: xmp('<dc:title>Menu</dc:title>') })).toBe(false);
    expect(hasPrivateData({})).toBe(false);
  });
});
