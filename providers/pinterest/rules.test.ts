import { encoded, image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { pinterest } from './index.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp', 'image/gif', 'image/tiff'];
const described = (content: string): PostUnderTest => ({ value: [{ content, media: [image()] }] });
const picture = (changes: Parameters<typeof image>[0]): PostUnderTest => ({
  value: [{ content: 'Spring', media: [image(changes)] }],
});
const clip = (changes: Parameters<typeof video>[0]): PostUnderTest => ({
  value: [{ content: 'Spring', media: [video(changes)] }],
});
const media = (...files: ReturnType<typeof image>[]): PostUnderTest => ({
  value: [{ content: 'Spring', media: files }],
});
/** A URL with this number of characters. */
const url = (length: number): string => `https://cafe.example/${'x'.repeat(length - 21)}`;

testNetwork(pinterest, {
  settings: { board: '549755885175' },
  value: [{ content: 'Spring menu', media: [image()] }],
  accepts: [
    ['a video in HEVC', media(encoded({ codec: 'hevc' }))],
    ['a board of one digit', { settings: { board: '1' } }],
    [
      'texts and URLs for the pictures of a carousel',
      {
        settings: {
          cards: [{ title: 'Soup', description: 'x'.repeat(800), link: 'https://cafe.example/' }, {}],
        },
        ...media(image(), image()),
      },
    ],
    ['no cards', { settings: { cards: [] } }],
    ['a board of 100 digits', { settings: { board: '1'.repeat(100) } }],
    ['a section', { settings: { board_section: '5149' } }],
    ...['', null].map(
      (board_section) =>
        [`the section ${JSON.stringify(board_section)}`, { settings: { board_section } }] as const,
    ),
    ['a title of 100 characters', { settings: { title: 'x'.repeat(100) } }],
    ['a title of 100 emoji', { settings: { title: '🌱'.repeat(100) } }],
    ...['', null].map((title) => [`${JSON.stringify(title)} as the title`, { settings: { title } }] as const),
    ...['https://cafe.example/menu', 'http://cafe.example', url(2048), '', null].map(
      (link) =>
        [
          `the link ${String(link).slice(0, 30)} of ${link?.length} characters`,
          { settings: { link } },
        ] as const,
    ),
    ...['#000000', '#FFAA09', '#ffaa09', '', null].map(
      (dominant_color) =>
        [`the colour ${JSON.stringify(dominant_color)}`, { settings: { dominant_color } }] as const,
    ),
    ['a picture without text', described('')],
    ['a text of 800 characters', described('x'.repeat(800))],
    ['a text of 800 emoji', described('🌱'.repeat(800))],
    ['2 pictures', media(...times(2, image()))],
    ['5 pictures', media(...times(5, image()))],
    ['pictures of unknown size', media(image({ width: undefined, height: undefined }), image())],
    ['a video', clip({})],
    ['a video with a cover of another size', media(video(), image())],
    ...TYPES.map((mime) => [`a picture of the type ${mime}`, picture({ mime })] as const),
    ['a JPEG at a URL that Pinterest cannot reach', picture({ url: 'http://127.0.0.1:5000/uploads/a.jpg' })],
    ['a picture of 20 MiB', picture({ size: 20 * 1024 ** 2 })],
    ['a picture with a description of 500 characters', picture({ alt: 'x'.repeat(500) })],
    ['a video of 2 GiB', clip({ size: 2 * 1024 ** 3 })],
    ['a video of 4 seconds', clip({ durationMs: 4000 })],
    ['a video of 15 minutes', clip({ durationMs: 900_000 })],
  ],
  rejects: [
    ...['av1', 'vp9'].map((codec) => [codec, media(encoded({ codec })), 'value.0.image'] as const),
    ['a card for one picture', { settings: { cards: [{ title: 'Soup' }] } }, 'settings.cards'],
    [
      'three cards for two pictures',
      { settings: { cards: [{}, {}, {}] }, ...media(image(), image()) },
      'settings.cards',
    ],
    ['a card beside a video', { settings: { cards: [{}] }, ...media(video(), image()) }, 'settings.cards'],
    [
      'a title of 101 characters on a card',
      { settings: { cards: [{ title: 'x'.repeat(101) }] }, ...media(image(), image()) },
      'settings.cards.0.title',
    ],
    [
      'a URL of a card without a protocol',
      { settings: { cards: [{}, { link: 'cafe.example' }] }, ...media(image(), image()) },
      'settings.cards.1.link',
    ],
    ['a pin without a board', { settings: { board: undefined } }, 'settings.board'],
    ...['', 'spring', '12a', '-1', ' 1', 1, null, '1'.repeat(101)].map(
      (board) => [`the board ${JSON.stringify(board)}`, { settings: { board } }, 'settings.board'] as const,
    ),
    ...['drinks', 1, '1'.repeat(101)].map(
      (board_section) =>
        [
          `the section ${String(board_section).slice(0, 10)}`,
          { settings: { board_section } },
          'settings.board_section',
        ] as const,
    ),
    ['a title of 101 characters', { settings: { title: 'x'.repeat(101) } }, 'settings.title'],
    ['a title of 100 emoji and a letter', { settings: { title: `${'🌱'.repeat(100)}x` } }, 'settings.title'],
    ['a title that is a number', { settings: { title: 7 } }, 'settings.title'],
    ...['cafe.example', 'ftp://cafe.example', 'https://cafe example', 7, url(2049)].map(
      (link) => [`the link ${String(link).slice(0, 30)}`, { settings: { link } }, 'settings.link'] as const,
    ),
    ...['red', '000000', '#000', '#00000G', '#0000000', 0].map(
      (dominant_color) =>
        [
          `the colour ${dominant_color}`,
          { settings: { dominant_color } },
          'settings.dominant_color',
        ] as const,
    ),
    ['text without media', { value: [{ content: 'Spring' }] }, 'value.0.image'],
    ['a text of 801 characters', described('x'.repeat(801)), 'value.0.content'],
    ['800 emoji and a letter', described(`${'🌱'.repeat(800)}x`), 'value.0.content'],
    ['6 pictures', media(...times(6, image())), 'value.0.image'],
    ['pictures of different sizes', media(image(), image({ height: 1350 })), 'value.0.image'],
    ['two videos', media(...times(2, video())), 'value.0.image'],
    ['a video with two pictures', media(video(), image(), image()), 'value.0.image'],
    ['a picture of the type image/avif', picture({ mime: 'image/avif' }), 'value.0.image'],
    [
      'a WebP at a URL that Pinterest cannot reach',
      picture({ mime: 'image/webp', url: 'http://127.0.0.1:5000/uploads/a.webp' }),
      'value.0.image',
    ],
    ['a picture one byte over 20 MiB', picture({ size: 20 * 1024 ** 2 + 1 }), 'value.0.image'],
    ['a picture with a description of 501 characters', picture({ alt: 'x'.repeat(501) }), 'value.0.image.0'],
    ['a video one byte over 2 GiB', clip({ size: 2 * 1024 ** 3 + 1 }), 'value.0.image'],
    ['a video of less than 4 seconds', clip({ durationMs: 3999 }), 'value.0.image'],
    ['a video of more than 15 minutes', clip({ durationMs: 900_001 }), 'value.0.image'],
    [
      'a second part',
      {
        value: [
          { content: 'one', media: [image()] },
          { content: 'two', media: [image()] },
        ],
      },
      'value.1',
    ],
  ],
});
