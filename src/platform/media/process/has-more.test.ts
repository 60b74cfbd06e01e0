import { describe, expect, it } from '@jest/globals';
import { hasMore } from './has-more.ts';

const bytes = (...parts: readonly (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as number[])));
const u32 = (value: number): number[] => [24, 16, 8, 0].map((bits) => (value >>> bits) & 255);
const chunk = (type: string, data = '', length = data.length): Buffer =>
  bytes(u32(length), type, data, u32(0));

const SIGNATURE = bytes([0x89], 'PNG\r\n', [0x1a], '\n');
const END = chunk('IEND');
const png = (...parts: readonly Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...parts]);
const [SOI, EOI] = [bytes([0xff, 0xd8]), bytes([0xff, 0xd9])];
/** With the end of a small picture in it. */
const APP = bytes([0xff, 0xe1, 0, 6, 0xff, 0xd9, 0xff, 0xd9]);
/** With a byte of 255, a restart, and filling in front of the next marker. */
const SCAN = bytes([0xff, 0xda, 0, 2, 1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xff, 0xff]);
const jpeg = (...parts: readonly Buffer[]): Buffer => Buffer.concat([SOI, ...parts]);
const webp = (size: number, length = size): Buffer =>
  bytes('RIFF', u32(size).toReversed(), 'WEBP'.padEnd(length, 'x'));

describe('a file', () => {
  it.each([
    ['image/jpeg', jpeg(APP, SCAN, EOI)],
    ['image/jpeg', jpeg(APP, SCAN, SCAN, EOI)],
    ['image/png', png(chunk('IHDR'), chunk('tEXt', 'Title\0Ada'), chunk('IDAT', 'IEND'), END)],
    ['image/png', png(chunk('eXIf', 'x'), chunk('iTXt', 'XML:com.adobe.xmp\0'), chunk('IDAT'), END)],
    ['image/webp', webp(20)],
    ['image/webp', webp(21)],
  ])('has nothing but its picture: %s', (mime, whole) => {
    expect(hasMore(whole, mime)).toBe(false);
    expect(hasMore(Buffer.concat([whole, Buffer.alloc(70_000)]), mime)).toBe(false);
    expect(hasMore(Buffer.concat([whole, Buffer.alloc(70_000), bytes('x')]), mime)).toBe(true);
    expect(hasMore(Buffer.concat([whole, whole]), mime)).toBe(true);
  });

  it.each([
    ['a text that names somebody', chunk('tEXt', 'Author\0Ada'), chunk('IDAT')],
    ['one that is packed', chunk('zTXt', 'Author\0\0x'), chunk('IDAT')],
    ['EXIF data behind the pixels', chunk('IDAT'), chunk('eXIf', 'x')],
    ['XMP behind the pixels', chunk('IDAT'), chunk('iTXt', 'XML:com.adobe.xmp\0')],
    ['a text that names somebody behind the pixels', chunk('IDAT'), chunk('iTXt', 'Author\0\0\0\0\0Ada')],
    ['data in its end', chunk('IDAT'), chunk('IEND', 'Ada')],
  ])('has more as a PNG with %s', (_, ...parts) => {
    expect(hasMore(png(...parts, END), 'image/png')).toBe(true);
  });

  it.each([
    ['image/jpeg', 'has no end', jpeg(APP, SCAN)],
    ['image/jpeg', 'has a part that is longer than the file', jpeg(bytes([0xff, 0xe1, 0xff, 0xff]), EOI)],
    ['image/jpeg', 'ends in a marker', jpeg(APP, bytes([0xff]))],
    ['image/jpeg', 'is nothing else than marks', Buffer.alloc(10_000_000, 0xff)],
    ['image/jpeg', 'has parts of no length', Buffer.alloc(10_000_000, Buffer.from('ffe10000', 'hex'))],
    ['image/png', 'has no end', png(chunk('IDAT'))],
    ['image/png', 'has half an end', png(END).subarray(0, -2)],
    ['image/png', 'has a part that is longer than the file', png(chunk('IDAT', '', 0xffff_ffff), END)],
    ['image/png', 'is nothing else than empty parts', Buffer.alloc(9_999_992, chunk('aaaa'))],
    ['image/webp', 'is shorter than it says', webp(0xffff_ffff, 20)],
    ['image/webp', 'does not say how long it is', bytes('RIFF')],
  ])('counts as having more when it cannot be followed to its end: %s that %s', (mime, _, broken) => {
    expect(hasMore(broken, mime)).toBe(true);
  });

  it('of another type is left to those who know it', () => {
    expect(hasMore(bytes('anything'), 'image/avif')).toBe(false);
  });
});
