import { nsecEncode } from 'nostr-tools/nip19';
import { generateSecretKey } from 'nostr-tools/pure';
import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { nostr } from './index.ts';

const MIB = 1024 ** 2;
const KEY = nsecEncode(generateSecretKey());
const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });
/** The blank line before the link to a picture, and the link. */
const LINK = `\n\n${image().url}`.length;

testNetwork(nostr, {
  settings: {},
  accepts: [
    ['a text of 100,000 letters', text('x'.repeat(100_000))],
    ['100,000 emoji of one code point each', text('🎉'.repeat(100_000))],
    [
      'a text that fits with the link to its picture',
      { value: [{ content: 'x'.repeat(100_000 - LINK), media: [image()] }] },
    ],
    ['a subject and a warning', { settings: { subject: 'x'.repeat(80), content_warning: 'y'.repeat(200) } }],
    ['null as neither', { settings: { subject: null, content_warning: null } }],
    ['replies with media', { value: [{ content: 'one' }, { content: 'two', media: [image()] }] }],
    ['20 pictures and 20 videos', { value: [{ media: [...times(20, image()), ...times(20, video())] }] }],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    [
      'a picture of 10 MiB and a video of 1 GiB',
      { value: [{ media: [image({ size: 10 * MIB }), video({ size: 1024 * MIB })] }] },
    ],
  ],
  rejects: [
    ['a subject of 81 characters', { settings: { subject: 'x'.repeat(81) } }, 'settings.subject'],
    [
      'a warning of 201 characters',
      { settings: { content_warning: 'x'.repeat(201) } },
      'settings.content_warning',
    ],
    ['a warning that is none', { settings: { content_warning: true } }, 'settings.content_warning'],
    ['a private key in the warning', { settings: { content_warning: KEY } }, 'settings.content_warning'],
    ['a text of 100,001 letters', text('x'.repeat(100_001)), 'value.0.content'],
    ['100,001 emoji', text('🎉'.repeat(100_001)), 'value.0.content'],
    [
      'a text that is too long with the link to its picture',
      { value: [{ content: 'x'.repeat(100_001 - LINK), media: [image()] }] },
      'value.0.content',
    ],
    [
      'a reply that is too long',
      { value: [{ content: 'one' }, { content: 'x'.repeat(100_001) }] },
      'value.1.content',
    ],
    ['an empty note', { value: [{}] }, 'value.0.content'],
    ['21 pictures', { value: [{ media: times(21, image()) }] }, 'value.0.image'],
    ['21 videos', { value: [{ media: times(21, video()) }] }, 'value.0.image'],
    ...['image/bmp', 'image/tiff'].map(
      (mime) =>
        [
          `a picture of the type ${mime}`,
          { value: [{ media: [image({ mime })] }] },
          'value.0.image',
        ] as const,
    ),
    [
      'a picture one byte over 10 MiB',
      { value: [{ media: [image({ size: 10 * MIB + 1 })] }] },
      'value.0.image',
    ],
    [
      'a video one byte over 1 GiB',
      { value: [{ media: [video({ size: 1024 * MIB + 1 })] }] },
      'value.0.image',
    ],
  ],
});
