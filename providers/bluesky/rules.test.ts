import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { linkAccepts, linkRejects } from '../_kit/fixtures/link-cards.ts';
import { bluesky } from './index.ts';

const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });
const FAMILY = '👩‍👩‍👧‍👦'; // one grapheme of seven code points, 25 bytes

testNetwork(bluesky, {
  settings: {},
  accepts: [
    ...linkAccepts,
    ['a text of 300 letters', text('x'.repeat(300))],
    ['300 letters with an accent each', text('e\u0301'.repeat(300))],
    ['120 families of 25 bytes, which are 3,000', text(FAMILY.repeat(120))],
    ['a link in full', text(`https://a.example/${'x'.repeat(282)}`)],
    [
      'replies with media',
      { value: [{ content: 'one' }, { content: 'two', media: [image()] }, { media: [video()] }] },
    ],
    ['ten pictures without text', { value: [{ media: times(10, image()) }] }],
    ...['image/jpeg', 'image/png', 'image/webp', 'image/gif'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    ['a picture of 2,000,000 bytes', { value: [{ media: [image({ size: 2_000_000 })] }] }],
    ['a video of 300,000,000 bytes', { value: [{ media: [video({ size: 300_000_000 })] }] }],
    ['three languages', { settings: { languages: ['de', 'pt-BR', 'zh-Hant-TW'] } }],
    ['the label of a picture', { settings: { labels: ['nudity', 'graphic-media'] } }],
    ['a post to which nobody may reply', { settings: { who_can_reply: ['nobody'] } }],
    ['replies of two groups', { settings: { who_can_reply: ['mentioned', 'followers'] } }],
    ['a post that nobody may quote', { settings: { who_can_quote: 'nobody' } }],
    ...[
      'https://bsky.app/profile/alice.bsky.social/post/3mnsmt66jic23',
      'https://bsky.app/profile/did:plc:ewvi7nxzyoun6zhxrhs64oiz/post/3mnsmt66jic23?ref=x',
      'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3mnsmt66jic23',
      '(post:019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21)',
      '',
    ].map((quote) => [`a quote of "${quote}"`, { settings: { quote } }] as const),
    [
      'null for every setting',
      { settings: { languages: null, labels: null, who_can_reply: null, who_can_quote: null, quote: null } },
    ],
  ],
  rejects: [
    ...linkRejects,
    ['a text of 301 letters', text('x'.repeat(301)), 'value.0.content'],
    ['301 letters with an accent each', text('e\u0301'.repeat(301)), 'value.0.content'],
    ['120 families and a letter, which are 3,001 bytes', text(`${FAMILY.repeat(120)}x`), 'value.0.content'],
    ['a link of 301 characters', text(`https://a.example/${'x'.repeat(283)}`), 'value.0.content'],
    [
      'a reply of 301 letters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(301) }] },
      'value.1.content',
    ],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['eleven pictures', { value: [{ media: times(11, image()) }] }, 'value.0.image'],
    ['two videos', { value: [{ media: times(2, video()) }] }, 'value.0.image'],
    ['a picture besides a video', { value: [{ media: [image(), video()] }] }, 'value.0.image'],
    ...['image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) =>
        [
          `a picture of the type ${mime}`,
          { value: [{ media: [image({ mime })] }] },
          'value.0.image',
        ] as const,
    ),
    ['a picture of 2,000,001 bytes', { value: [{ media: [image({ size: 2_000_001 })] }] }, 'value.0.image'],
    ['a video of 300,000,001 bytes', { value: [{ media: [video({ size: 300_000_001 })] }] }, 'value.0.image'],
    ['four languages', { settings: { languages: ['de', 'en', 'fr', 'it'] } }, 'settings.languages'],
    ['a language in words', { settings: { languages: ['de', 'German!'] } }, 'settings.languages.1'],
    ['a label that Bluesky does not have', { settings: { labels: ['spoiler'] } }, 'settings.labels.0'],
    ['replies of friends', { settings: { who_can_reply: ['friends'] } }, 'settings.who_can_reply.0'],
    [
      'nobody and followers',
      { settings: { who_can_reply: ['nobody', 'followers'] } },
      'settings.who_can_reply',
    ],
    ['quotes of followers', { settings: { who_can_quote: 'followers' } }, 'settings.who_can_quote'],
    ...['https://bsky.app/profile/alice.bsky.social', 'https://example.com/post/1', 'at://alice/x/1'].map(
      (quote) => [`a quote of ${quote}`, { settings: { quote } }, 'settings.quote'] as const,
    ),
  ],
});
