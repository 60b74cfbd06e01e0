import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MediaFile } from '../_kit/contract.ts';
import { Rejected, Unsent } from '../_kit/errors.ts';
import { filmFile, pngFile } from '../_kit/test-harness.ts';
import { problemsOf } from '../_kit/test-network.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';
import { titleOf } from './payload.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const MIB = 1024 ** 2;
const issues = (
  { text = 'hello', media }: { text?: string; media?: MediaFile[] },
  premiumTier = 0,
): string[] => [
  ...new Set(
    problemsOf(
      provider,
      { settings: { channel: world.news } },
      { value: [{ content: text, media }], details: { premiumTier } },
    ).map((issue) => issue.path),
  ),
];

describe('a text', () => {
  it.each([
    ['letters', 'a'],
    ['emoji of one code point, two UTF-16 units', '🎉'],
    ['a family of seven code points', '👨‍👩‍👧‍👦', 7],
  ])('may have 2000 characters, but not 2001: %s', async (_, letter, each = 1) => {
    const fits = letter.repeat(Math.floor(2000 / each)) + 'a'.repeat(2000 % each);
    expect(provider.rules.length(fits)).toBe(2000);
    expect(provider.rules.maxLength({ details: {} })).toBe(2000);
    await world.publish(world.request({ text: fits }));
    await expect(world.publish(world.request({ text: `${fits}a` }))).rejects.toThrow(
      'Invalid Form Body: content: Must be 2000 or fewer in length.',
    );
  });

  it('may be empty with a file, but not without', async () => {
    expect(issues({ text: ' ', media: [pngFile()] })).toEqual([]);
    expect(issues({ text: ' ' })).toEqual(['value.0.content']);
    await world.publish(world.request({ text: '', media: [pngFile()] }));
    await expect(world.publish(world.request({ text: ' ' }))).rejects.toThrow('Cannot send an empty message');
  });

  it('mentions people, roles and, if the bot may, everyone', async () => {
    await world.publish(world.request({ text: 'Hello @everyone, <@123> and <@&456>' }));
    world.network.permit(world.news, { MENTION_EVERYONE: true });
    await world.publish(world.request({ text: 'Hello @everyone' }));
    expect(world.live()).toEqual([
      expect.objectContaining({ mentions: ['123'], mentionRoles: ['456'], mentionEveryone: false }),
      expect.objectContaining({ mentionEveryone: true }),
    ]);
  });
});

describe('files', () => {
  it('are sent with their descriptions, ten at most, pictures and videos together', async () => {
    const ten = [filmFile(), ...Array.from({ length: 9 }, (_, i) => pngFile(`number ${i}`))];
    await world.publish(world.request({ media: ten }));
    expect(
      world
        .live()[0]
        ?.attachments.map(({ filename, description, contentType }) => [filename, description, contentType]),
    ).toEqual(ten.map((f) => [f.fileName, f.alt, f.mime]));
    expect(issues({ media: ten })).toEqual([]);
    expect(issues({ media: [...ten, pngFile()] })).toEqual(['value.0.image']);
    await expect(world.publish(world.request({ media: [...ten, pngFile()] }))).rejects.toThrow(
      'Maximum number of attachments in a message reached (10)',
    );
  });

  it('may have descriptions of 1024 characters', async () => {
    const [fits, tooLong] = [pngFile('🎉'.repeat(1024)), pngFile('x'.repeat(1025))];
    expect(issues({ media: [fits] })).toEqual([]);
    expect(issues({ media: [fits, tooLong] })).toEqual(['value.0.image.1']);
    await world.publish(world.request({ media: [fits] }));
    await expect(world.publish(world.request({ media: [tooLong] }))).rejects.toThrow(
      'attachments.0.description: Must be 1024 or fewer in length.',
    );
  });

  it('may be as large as the boosts of the server allow, each and together', () => {
    const sized = (...sizes: number[]): MediaFile[] => sizes.map((size) => ({ ...pngFile(), size }));
    expect(issues({ media: sized(20 * MIB) })).toEqual([]);
    expect(issues({ media: sized(20 * MIB + 1) })).toEqual(['value.0.image.0']);
    expect(issues({ media: sized(12 * MIB, 12 * MIB) })).toEqual([]);
    expect(issues({ media: sized(13 * MIB, 12 * MIB) })).toEqual(['value.0.image']);
    expect(issues({ media: sized(50 * MIB) }, 2)).toEqual([]);
    expect(issues({ media: sized(50 * MIB + 1) }, 2)).toEqual(['value.0.image', 'value.0.image.0']);
    expect(issues({ media: sized(100 * MIB) }, 3)).toEqual([]);
    expect(provider.rules.media.maxImageBytes).toBe(100 * MIB);
  });

  it('that are too large are rejected by Discord, and those that cannot be read are not sent', async () => {
    const large = { ...pngFile(), blob: async () => new Blob([new Uint8Array(20 * MIB + 1)]) };
    await expect(world.publish(world.request({ media: [large] }))).rejects.toThrow(
      'Request entity too large (HTTP 413)',
    );
    world.network.boost(world.guild, 2);
    await world.publish(world.request({ media: [large] }));
    const unreadable = {
      ...pngFile(),
      blob: async () => {
        throw new Error('EIO');
      },
    };
    await expect(world.publish(world.request({ media: [unreadable] }))).rejects.toBeInstanceOf(Unsent);
    const gone = {
      ...pngFile(),
      blob: async () => {
        throw new Rejected('The media file is gone', { networkCode: 'media_missing' });
      },
    };
    await expect(world.publish(world.request({ media: [gone] }))).rejects.toMatchObject({
      networkCode: 'media_missing',
    });
    expect(world.live()).toHaveLength(1);
  });

  it('need the permission to attach files', async () => {
    world.network.permit(world.news, { ATTACH_FILES: false });
    await world.publish(world.request());
    await expect(world.publish(world.request({ media: [pngFile()] }))).rejects.toThrow('Missing Permissions');
  });
});

describe('the name of a thread', () => {
  it.each([
    ['the first line with text', '\n\n## News\nof today', 'News'],
    ['without Markdown', '- **Bold** and [a link](https://a.example) in `code`', 'Bold and a link in code'],
    ['100 characters in full', '🎉'.repeat(100), '🎉'.repeat(100)],
    ['shortened if it is longer than 100 characters', 'x'.repeat(101), `${'x'.repeat(99)}…`],
    ['a default if there is no text', ' \n# \n', 'Thread'],
  ])('is %s', (_, text, name) => expect(titleOf(text)).toBe(name));
});
