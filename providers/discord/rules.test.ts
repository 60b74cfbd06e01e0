import type { MediaFile } from '../_kit/contract.ts';
import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { discord } from './index.ts';

const MIB = 1024 ** 2;
const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });
const boosted = (
  premiumTier: number,
  ...media: MediaFile[]
): { details: { premiumTier: number }; value: [{ media: MediaFile[] }] } => ({
  details: { premiumTier },
  value: [{ media }],
});
const poll = (more: Record<string, unknown> = {}) => ({
  settings: { poll: { options: ['Tea', 'Coffee'], ...more } },
});
const embeds = (...list: Record<string, string | null>[]) => ({ settings: { embeds: list } });
const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => `Answer ${n}`);
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

testNetwork(discord, {
  settings: { channel: '613425648685547541' },
  accepts: [
    ['a channel of one digit', { settings: { channel: '1' } }],
    ['a channel of 20 digits', { settings: { channel: '1'.repeat(20) } }],
    ['a text of 2,000 letters', text('x'.repeat(2000))],
    ['a silent message without previews', { settings: { silent: true, suppress_embeds: true } }],
    ['ten embeds', embeds(...numbers(10).map((title) => ({ title })))],
    [
      'embeds of 6,000 characters together',
      embeds({ description: '🎉'.repeat(4096) }, { description: 'x'.repeat(1900), author: 'four' }),
    ],
    [
      'an embed with everything',
      embeds({
        title: 'x'.repeat(256),
        url: 'https://shop.example/menu',
        color: '#1F8b4c',
        image: 'https://shop.example/a.png',
        thumbnail: 'http://shop.example/b.png',
        footer: 'x'.repeat(2048),
      }),
    ],
    ['an emptied embed, which is none', embeds({ title: ' ', url: '', color: '', image: null })],
    ['five tags', { settings: { tags: numbers(5) } }],
    ['a poll whose question is the text, of 300 emoji', { ...poll(), ...text('🎉'.repeat(300)) }],
    ['a question with asterisks, which are no markup', { ...poll(), ...text('*'.repeat(300)) }],
    ['a poll below a text of 2,000 letters', { ...poll({ question: 'Which?' }), ...text('x'.repeat(2000)) }],
    [
      'a poll of ten answers of 55 letters for 32 days',
      poll({ options: numbers(10).map((one) => one.padEnd(55, '.')), hours: 768, multiple: true }),
    ],
    [
      'a file in the second part of a poll',
      { ...poll(), value: [{ content: 'Which?' }, { media: [image()] }] },
    ],
    ['2,000 emoji of one code point each', text('🎉'.repeat(2000))],
    ['bold words with their asterisks', text(`<p><strong>${'x'.repeat(1996)}</strong></p>`)],
    ['further parts with files', { value: [{ content: 'one' }, { content: 'two', media: [image()] }] }],
    [
      'ten files, pictures and videos together',
      { value: [{ media: [...times(5, image()), ...times(5, video({ size: MIB }))] }] },
    ],
    ...TYPES.map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    ['a description of 1,024 emoji', { value: [{ media: [image({ alt: '🎉'.repeat(1024) })] }] }],
    ['a file of 20 MiB', boosted(0, image({ size: 20 * MIB }))],
    ['two files of 12 MiB', boosted(0, image({ size: 12 * MIB }), image({ size: 12 * MIB }))],
    ['a file of 50 MiB in a server of boost tier 2', boosted(2, video({ size: 50 * MIB }))],
    ['a file of 100 MiB in a server of boost tier 3', boosted(3, video({ size: 100 * MIB }))],
  ],
  rejects: [
    ['silence that is no switch', { settings: { silent: 'yes' } }, 'settings.silent'],
    ['previews that are no switch', { settings: { suppress_embeds: 4 } }, 'settings.suppress_embeds'],
    ['eleven embeds', embeds(...numbers(11).map((title) => ({ title }))), 'settings.embeds'],
    [
      'embeds of 6,001 characters together',
      embeds({ description: 'x'.repeat(4000) }, { title: 'x', footer: 'x'.repeat(2000) }),
      'settings.embeds',
    ],
    ['an embed of a colour alone', embeds({ color: '#1f8b4c' }), 'settings.embeds.0'],
    [
      'a link without a title',
      embeds({ description: 'Menu', url: 'https://shop.example/' }),
      'settings.embeds.0.title',
    ],
    [
      'two embeds with one link, of which only the first is shown',
      embeds({ title: 'a', url: 'https://shop.example/' }, { title: 'b', url: 'https://shop.example/' }),
      'settings.embeds.1.url',
    ],
    [
      'embeds that suppressed previews would hide',
      { settings: { ...embeds({ title: 'Menu' }).settings, suppress_embeds: true } },
      'settings.embeds',
    ],
    ['a title of 257 letters', embeds({ title: 'x'.repeat(257) }), 'settings.embeds.0.title'],
    ['a text of 4,097 letters', embeds({ description: 'x'.repeat(4097) }), 'settings.embeds.0.description'],
    ['a colour by its name', embeds({ title: 'a', color: 'red' }), 'settings.embeds.0.color'],
    ['a picture that is no URL', embeds({ image: 'a.png' }), 'settings.embeds.0.image'],
    ['a script as a link', embeds({ title: 'a', url: 'javascript:alert(1)' }), 'settings.embeds.0.url'],
    ['six tags', { settings: { tags: numbers(6) } }, 'settings.tags'],
    ['a poll of one answer', poll({ options: ['Tea'] }), 'settings.poll.options'],
    ['a poll of eleven answers', poll({ options: numbers(11) }), 'settings.poll.options'],
    ['an answer of 56 letters', poll({ options: ['Tea', 'x'.repeat(56)] }), 'settings.poll.options.1'],
    ['a question of 301 letters', poll({ question: 'x'.repeat(301) }), 'settings.poll.question'],
    ['a text of 301 letters as the question', { ...poll(), ...text('x'.repeat(301)) }, 'value.0.content'],
    ['a poll of 33 days', poll({ hours: 792 }), 'settings.poll.hours'],
    [
      'a poll beside a file',
      { ...poll(), value: [{ content: 'Which?', media: [image()] }] },
      'settings.poll',
    ],
    ['a message without a channel', { settings: { channel: undefined } }, 'settings.channel'],
    ['an empty channel', { settings: { channel: '' } }, 'settings.channel'],
    ['a channel of 21 digits', { settings: { channel: '1'.repeat(21) } }, 'settings.channel'],
    ['the name of a channel', { settings: { channel: '#news' } }, 'settings.channel'],
    [
      'a channel as a number, which would lose digits',
      { settings: { channel: 613_425 } },
      'settings.channel',
    ],
    ['a text of 2,001 letters', text('x'.repeat(2001)), 'value.0.content'],
    ['2,001 emoji', text('🎉'.repeat(2001)), 'value.0.content'],
    ['286 families of seven code points', text('👨‍👩‍👧‍👦'.repeat(286)), 'value.0.content'],
    [
      'bold words that are too long by an asterisk',
      text(`<p><strong>${'x'.repeat(1997)}</strong></p>`),
      'value.0.content',
    ],
    [
      'a further part of 2,001 letters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(2001) }] },
      'value.1.content',
    ],
    ['an empty message', { value: [{}] }, 'value.0.content'],
    [
      'eleven files',
      { value: [{ media: [...times(5, image()), ...times(6, video({ size: MIB }))] }] },
      'value.0.image',
    ],
    ...['image/bmp', 'image/tiff'].map(
      (mime) =>
        [
          `a picture of the type ${mime}`,
          { value: [{ media: [image({ mime })] }] },
          'value.0.image',
        ] as const,
    ),
    [
      'a description of 1,025 characters',
      { value: [{ media: [image(), image({ alt: 'x'.repeat(1025) })] }] },
      'value.0.image.1',
    ],
    ['a file one byte over 20 MiB', boosted(0, image({ size: 20 * MIB + 1 })), 'value.0.image.0'],
    [
      'files of 25 MiB together',
      boosted(0, image({ size: 13 * MIB }), image({ size: 12 * MIB })),
      'value.0.image',
    ],
  ],
});
