import { afterEach, describe, expect, it } from '@jest/globals';
import type { MediaFile } from '../_kit/contract.ts';
import { pngFile } from '../_kit/test-harness.ts';
import { image, problemsOf, testNetwork, times, video } from '../_kit/test-network.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { slack } from './index.ts';

const GIB = 1024 ** 3;
const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });

testNetwork(slack, {
  settings: { channel: 'C0123456789' },
  accepts: [
    ['previews of pages, and none of media', { settings: { unfurl_links: true, unfurl_media: false } }],
    ['a private channel', { settings: { channel: 'G0123456789' } }],
    ['a direct message', { settings: { channel: 'D0' } }],
    ['a channel of 100 characters', { settings: { channel: `C${'0'.repeat(99)}` } }],
    ['a text of 40,000 letters', text('x'.repeat(40_000))],
    ['20,000 emoji, of two UTF-16 units each', text('🎉'.repeat(20_000))],
    ['an ampersand, which counts as five characters', text(`${'x'.repeat(39_995)}&`)],
    ['replies with files', { value: [{ content: 'one' }, { content: 'two', media: [image()] }] }],
    [
      'ten files, pictures and videos together',
      { value: [{ media: [...times(5, image()), ...times(5, video())] }] },
    ],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    ['a description of 1,000 characters', { value: [{ media: [image({ alt: 'x'.repeat(1000) })] }] }],
    ['files of 1 GiB', { value: [{ media: [image({ size: GIB }), video({ size: GIB })] }] }],
  ],
  rejects: [
    ...['unfurl_links', 'unfurl_media'].map(
      (field) =>
        [`${field} that is no switch`, { settings: { [field]: 'yes' } }, `settings.${field}`] as const,
    ),
    ['a message without a channel', { settings: { channel: undefined } }, 'settings.channel'],
    ['an empty channel', { settings: { channel: '' } }, 'settings.channel'],
    ['the name of a channel', { settings: { channel: '#general' } }, 'settings.channel'],
    ['a channel of 101 characters', { settings: { channel: `C${'0'.repeat(100)}` } }, 'settings.channel'],
    ['a channel that is a number', { settings: { channel: 7 } }, 'settings.channel'],
    ['a text of 40,001 letters', text('x'.repeat(40_001)), 'value.0.content'],
    ['20,000 emoji and a letter', text(`${'🎉'.repeat(20_000)}x`), 'value.0.content'],
    ['an ampersand that does not fit once it is escaped', text(`${'x'.repeat(39_996)}&`), 'value.0.content'],
    [
      'a reply of 40,001 letters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(40_001) }] },
      'value.1.content',
    ],
    ['an empty message', { value: [{}] }, 'value.0.content'],
    ['eleven files', { value: [{ media: [...times(5, image()), ...times(6, video())] }] }, 'value.0.image'],
    ...['image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) =>
        [
          `a picture of the type ${mime}`,
          { value: [{ media: [image({ mime })] }] },
          'value.0.image',
        ] as const,
    ),
    [
      'a description of 1,001 characters',
      { value: [{ media: [image(), image({ alt: 'x'.repeat(1001) })] }] },
      'value.0.image.1',
    ],
    ['an empty file', { value: [{ media: [image({ size: 0 })] }] }, 'value.0.image.0'],
    ['a file one byte over 1 GiB', { value: [{ media: [video({ size: GIB + 1 })] }] }, 'value.0.image'],
  ],
});

describe('the rules', () => {
  let world: World | undefined;
  afterEach(async () => {
    await world?.stop();
    world = undefined;
  });

  const check = (media: MediaFile[], channel = 'C0123456789'): string[] =>
    problemsOf(slack, { settings: { channel } }, { value: [{ content: 'hello', media }] }).map(
      (issue) => issue.path,
    );

  it('accept the ID of a conversation, but not its name', () => {
    for (const id of ['C0123456789', 'G0123456789', 'D0123456789']) expect(check([], id)).toEqual([]);
    for (const name of ['#general', 'general', 'c0123456789', 'C0123 456']) {
      expect(check([], name)).toEqual(['settings.channel']);
    }
  });

  it('accept ten files of any kind, but not eleven', () => {
    expect(check([...Array.from({ length: 9 }, () => pngFile()), video()])).toEqual([]);
    expect(check([...Array.from({ length: 10 }, () => pngFile()), video()])).toEqual(['value.0.image']);
  });

  it('accept a description of 1,000 characters and not one more, as Slack does', async () => {
    expect(check([pngFile('x'.repeat(1000))])).toEqual([]);
    expect(check([pngFile('x'.repeat(1001))])).toEqual(['value.0.image.0']);
    const there = (world = await startWorld());
    await slack.prepare(there.request({ media: [pngFile('x'.repeat(1000))] }), there.context);
    await expect(
      slack.prepare(there.request({ media: [pngFile('x'.repeat(1001))] }), there.context),
    ).rejects.toThrow('alt_txt_too_large');
  });

  it('reject an empty file, as Slack does', async () => {
    const empty: MediaFile = { ...pngFile(), size: 0, blob: async () => new Blob([]) };
    expect(check([empty])).toEqual(['value.0.image.0']);
    const there = (world = await startWorld());
    await expect(slack.prepare(there.request({ media: [empty] }), there.context)).rejects.toThrow(
      'missing_argument',
    );
  });
});
