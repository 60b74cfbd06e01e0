import { afterAll, describe, expect, it } from '@jest/globals';
import { copyFileSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { animation } from '../fixtures/picture.ts';
import { cleanGif, withoutNotes } from './clean-gif.ts';
import { doJob } from './do-job.ts';

/** Made by other programs: make-pictures.py and make-animations.sh there. */
const MADE = join(import.meta.dirname, '../fixtures/elsewhere');
const folder = mkdtempSync(join(tmpdir(), 'crier-gif-'));
const path = join(folder, 'file');
const SECRETS = ['4711', 'Ada', '+52.5', '52,30', 'xmpmeta', 'MYCAMERA001'];

/** What is seen, by another reader: each picture, how long it is shown, and how often all of them are. */
async function seen(bytes: Uint8Array): Promise<unknown> {
  const { delay, loop, pages, width, height } = await sharp(bytes, { animated: true }).metadata();
  const pixels = await sharp(bytes, { animated: true }).raw().toBuffer();
  return { delay, loop, pages, width, height, pixels: pixels.toString('base64') };
}
const receive = (bytes: Uint8Array): Promise<unknown> => {
  writeFileSync(path, bytes);
  return doJob({ kind: 'receive', file: { path, size: bytes.length } });
};
const after = async (bytes: Uint8Array): Promise<Buffer> => {
  await receive(bytes);
  return readFileSync(path);
};

const made = readFileSync(join(MADE, 'comment.gif'));
/** Where the comment of Pillow begins, and the block behind it. */
const at = made.indexOf(Buffer.from('21fe', 'hex'));
const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const comment = (text: string): Buffer =>
  Buffer.concat([hex('21fe'), Buffer.from([text.length]), Buffer.from(text), hex('00')]);
/** The same with something between two of its blocks. */
const withIt = (block: Buffer): Buffer => Buffer.concat([made.subarray(0, at), block, made.subarray(at)]);

describe('a GIF that is received', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['comment.gif', 'gifsicle.gif', 'exiftool.gif', 'imagemagick.gif'])(
    'loses what programs wrote beside its pictures, and plays as before: %s',
    async (name) => {
      const before = readFileSync(join(MADE, name));
      expect(SECRETS.some((secret) => before.includes(secret))).toBe(true);
      const facts = await receive(before);
      const stored = readFileSync(path);
      expect(facts).toMatchObject({ mime: 'image/gif', width: 48, height: 32, size: stored.length });
      expect(SECRETS.filter((secret) => stored.includes(secret))).toEqual([]);
      expect(await seen(stored)).toEqual(await seen(before));
    },
  );

  it.each([
    ['a profile of colours', hex('21ff0b 4943435247424731303132 03414461 00')],
    ['a name that a program gave to a picture', hex('21ce03 416461 00')],
    ['bytes that are no block', hex('00 41 64 61')],
  ])('loses %s', async (_, block) => {
    const stored = await after(withIt(block));
    expect(stored.includes('Ada')).toBe(false);
    expect(await seen(stored)).toEqual(await seen(made));
  });

  it.each([
    ['the loop of ANIMEXTS', hex('21ff0b 414e494d455854 53312e30 0301030000')],
    ['text that is drawn', hex('2101 0c 000000000800080008080100 02 4164 00')],
  ])('keeps %s', async (_, block) => {
    expect((await after(withIt(block))).includes(block)).toBe(true);
  });

  it('loses a film behind its end', async () => {
    const bare = await after(made);
    const stored = await after(Buffer.concat([made, Buffer.from('ftypmp42 +52.5+013.4')]));
    expect(stored.equals(bare)).toBe(true);
  });

  it.each([
    ['has nothing beside its pictures', async () => readFileSync(join(MADE, 'animated.gif'))],
    ['was written by another program without any', async () => Buffer.from(await animation('gif'))],
  ])('keeps every byte when it %s', async (_, bytes) => {
    const before = await bytes();
    expect((await after(before)).equals(before)).toBe(true);
  });

  it('is refused when it breaks off, in a picture or in its notes', async () => {
    for (const end of [-30, at + 12]) {
      await expect(after(made.subarray(0, end))).rejects.toMatchObject({ code: 'unsupported_file' });
    }
  });

  it('is whole or not when that is asked', async () => {
    copyFileSync(join(MADE, 'comment.gif'), path);
    const size = await cleanGif({ path }, true);
    expect(size).toBe(statSync(path).size);
    writeFileSync(path, made.subarray(0, -30));
    await expect(cleanGif({ path }, true)).rejects.toThrow('the GIF has no end');
    expect(readFileSync(path).equals(made.subarray(0, -30))).toBe(true);
  });

  it('leaves the file of anybody who has a link to it as it was', async () => {
    copyFileSync(join(MADE, 'comment.gif'), path);
    rmSync(`${path}.other`, { force: true });
    linkSync(path, `${path}.other`);
    await cleanGif({ path });
    expect(readFileSync(`${path}.other`).equals(made)).toBe(true);
  });

  it('is read once to its end, with any lengths of its blocks', () => {
    const MB = 1024 * 1024;
    const head = made.subarray(0, at);
    const gifOf = (block: Buffer): Buffer => Buffer.concat([head, Buffer.alloc(10 * MB, block)]);
    // Notes without parts; parts of a byte without an end; bytes that are no blocks.
    for (const gif of [gifOf(hex('21fe00')), gifOf(hex('0101')), gifOf(hex('00')), gifOf(hex('21fe'))]) {
      expect(withoutNotes(gif)).toMatchObject({ length: head.length, isWhole: false });
    }
    // A picture beside each note, and each of them of the least bytes.
    const [picture, note] = [hex('2c 0000 0000 0100 0100 00 02 00'), comment('Ada')];
    const many = gifOf(Buffer.concat([picture, note]));
    expect(withoutNotes(many).length).toBeLessThan(many.length * 0.7);
    expect(withoutNotes(Buffer.from('GIF89a')).length).toBe(6);
  });
});
