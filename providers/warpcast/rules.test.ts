import { image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { warpcast } from './index.ts';

const channels = (...ids: unknown[]): PostUnderTest => ({
  settings: { subreddit: ids.map((id) => ({ value: { id } })) },
});
const text = (content: string): PostUnderTest => ({ value: [{ content }] });
const picture = (changes: Parameters<typeof image>[0]): PostUnderTest => ({
  value: [{ content: 'Spring', media: [image(changes)] }],
});
/** A URL with this number of bytes. */
const url = (bytes: number): string => `https://cafe.example/${'x'.repeat(bytes - 21)}`;

testNetwork(warpcast, {
  settings: {},
  accepts: [
    ['a cast to a channel', channels('food')],
    ['a channel whose id has 200 characters', channels('x'.repeat(200))],
    ['a cast to 50 channels', channels(...times(50, image()).map((_, i) => `channel-${i}`))],
    ['an empty list of channels', channels()],
    ['null as the channels', { settings: { subreddit: null } }],
    ['a text of 1,024 letters', text('x'.repeat(1024))],
    ['a text of 256 emoji, of four bytes each', text('🌱'.repeat(256))],
    ['a text of 40 families, of 25 bytes each', text('👨‍👩‍👧‍👦'.repeat(40))],
    ['a text of 341 letters with a combining accent, of three bytes each', text('e\u0301'.repeat(341))],
    ['a text with a mention and a link', text('Hello @ada, see https://cafe.example')],
    ['a picture without text', { value: [{ media: [image()] }] }],
    ['two pictures', { value: [{ content: 'Look', media: times(2, image()) }] }],
    [
      'replies with pictures',
      { value: [{ content: 'one' }, { content: 'two', media: times(2, image()) }, { media: [image()] }] },
    ],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map(
      (mime) => [`a picture of the type ${mime}`, picture({ mime })] as const,
    ),
    ['a picture of 10 MiB', picture({ size: 10 * 1024 ** 2 })],
    ['a picture whose URL has 256 bytes', picture({ url: url(256) })],
  ],
  rejects: [
    [
      'a channel without an id',
      { settings: { subreddit: [{ value: {} }] } },
      'settings.subreddit.0.value.id',
    ],
    [
      'a channel without a value',
      { settings: { subreddit: [{ id: 'food' }] } },
      'settings.subreddit.0.value',
    ],
    ...['', 7, null, 'x'.repeat(201)].map(
      (id) =>
        [
          `the channel ${JSON.stringify(id).slice(0, 9)}`,
          channels(id),
          'settings.subreddit.0.value.id',
        ] as const,
    ),
    ['a list of names', { settings: { subreddit: ['food'] } }, 'settings.subreddit.0'],
    ['a channel as a string', { settings: { subreddit: 'food' } }, 'settings.subreddit'],
    ['51 channels', channels(...times(51, image()).map((_, i) => `channel-${i}`)), 'settings.subreddit'],
    ['a text of 1,025 letters', text('x'.repeat(1025)), 'value.0.content'],
    ['256 emoji and a letter', text(`${'🌱'.repeat(256)}x`), 'value.0.content'],
    ['41 families, which are 41 characters', text('👨‍👩‍👧‍👦'.repeat(41)), 'value.0.content'],
    [
      'a reply of 1,025 letters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(1025) }] },
      'value.1.content',
    ],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['three pictures', { value: [{ media: times(3, image()) }] }, 'value.0.image'],
    [
      'a reply with three pictures',
      { value: [{ content: 'one' }, { content: 'two', media: times(3, image()) }] },
      'value.1.image',
    ],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    ...['image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) => [`a picture of the type ${mime}`, picture({ mime }), 'value.0.image'] as const,
    ),
    ['a picture one byte over 10 MiB', picture({ size: 10 * 1024 ** 2 + 1 }), 'value.0.image'],
    ['a picture whose URL has 257 bytes', picture({ url: url(257) }), 'value.0.image.0'],
  ],
});
