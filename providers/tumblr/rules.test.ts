import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { tumblr } from './index.ts';

const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });
const url = (length: number): string => `https://a.example/${'x'.repeat(length - 18)}`;

const link = '<a href="https://a.example">x</a> ';

testNetwork(tumblr, {
  settings: {},
  accepts: [
    ['a title of one character', { settings: { title: 'S' } }],
    ['a title of 4,096 emoji', { settings: { title: '🌱'.repeat(4096) } }],
    ['tags of 4,096 characters', { settings: { tags: 'a,'.repeat(2048) } }],
    ['the empty string as none', { settings: { title: '', link: '', sourceUrl: '', tags: '' } }],
    ['null as none', { settings: { title: null, link: null, sourceUrl: null, tags: null } }],
    [
      'a link and a source',
      { settings: { link: 'https://a.example/x?y=1#z', sourceUrl: 'http://b.example' } },
    ],
    ['URLs of 2,048 characters', { settings: { link: url(2048), sourceUrl: url(2048) } }],
    ['a text of 32,768 characters', text('x'.repeat(32_768))],
    ['32,768 emoji of one code point each', text('🌱'.repeat(32_768))],
    ['4,681 families of seven code points and a letter', text(`${'👨‍👩‍👧‍👦'.repeat(4681)}x`)],
    ['a text of 32,768 characters with its markup', text(`<p><strong>${'x'.repeat(32_768)}</strong></p>`)],
    ['1,000 paragraphs', text('x\n\n'.repeat(1000))],
    ['100 links', text(link.repeat(100))],
    ['URLs beyond 100, which stay text', text('https://a.example '.repeat(101))],
    ['a picture without text', { value: [{ media: [image()] }] }],
    ['30 pictures and a video', { value: [{ media: [...times(30, image()), video()] }] }],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    ['a description of 4,096 emoji', { value: [{ media: [image({ alt: '🌱'.repeat(4096) })] }] }],
    [
      'a picture of 10 MiB and a video of 1 GiB',
      { value: [{ media: [image({ size: 10 * 1024 ** 2 }), video({ size: 1024 ** 3 })] }] },
    ],
  ],
  rejects: [
    ['a title of 4,097 characters', { settings: { title: 'x'.repeat(4097) } }, 'settings.title'],
    ['a title that is a number', { settings: { title: 1 } }, 'settings.title'],
    ['a link without a protocol', { settings: { link: 'a.example' } }, 'settings.link'],
    ['a link of another protocol', { settings: { link: 'ftp://a.example' } }, 'settings.link'],
    ['a script as the link', { settings: { link: 'javascript:alert(1)' } }, 'settings.link'],
    ['a link with a space', { settings: { link: 'https://a.example/x y' } }, 'settings.link'],
    ['a link of 2,049 characters', { settings: { link: url(2049) } }, 'settings.link'],
    ['words as the source', { settings: { sourceUrl: 'my own' } }, 'settings.sourceUrl'],
    ['a source of another protocol', { settings: { sourceUrl: 'mailto:a@a.example' } }, 'settings.sourceUrl'],
    ['a source of 2,049 characters', { settings: { sourceUrl: url(2049) } }, 'settings.sourceUrl'],
    ['tags of 4,097 characters', { settings: { tags: 'x'.repeat(4097) } }, 'settings.tags'],
    ['tags as a list', { settings: { tags: ['spring', 'menu'] } }, 'settings.tags'],
    ['a text of 32,769 characters', text('x'.repeat(32_769)), 'value.0.content'],
    ['32,769 emoji', text('🌱'.repeat(32_769)), 'value.0.content'],
    ['4,681 families and two letters', text(`${'👨‍👩‍👧‍👦'.repeat(4681)}xy`), 'value.0.content'],
    ['1,001 paragraphs', text('x\n\n'.repeat(1001)), 'value.0.content'],
    [
      '1,000 paragraphs and a title',
      { ...text('x\n\n'.repeat(1000)), settings: { title: 'Too many' } },
      'value.0.content',
    ],
    ['101 links', text(link.repeat(101)), 'value.0.content'],
    ['tags without text', text('<p><strong> </strong></p>'), 'value.0.content'],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['a second part', { value: [{ content: 'one' }, { content: 'two' }] }, 'value.1'],
    ['31 pictures', { value: [{ media: times(31, image()) }] }, 'value.0.image'],
    ['two videos', { value: [{ media: times(2, video()) }] }, 'value.0.image'],
    ...['image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) =>
        [
          `a picture of the type ${mime}`,
          { value: [{ media: [image({ mime })] }] },
          'value.0.image',
        ] as const,
    ),
    [
      'a description of 4,097 characters',
      { value: [{ media: [image(), image({ alt: 'x'.repeat(4097) })] }] },
      'value.0.image.1',
    ],
    [
      'a picture one byte over 10 MiB',
      { value: [{ media: [image({ size: 10 * 1024 ** 2 + 1 })] }] },
      'value.0.image',
    ],
    [
      'a video one byte over 1 GiB',
      { value: [{ media: [video({ size: 1024 ** 3 + 1 })] }] },
      'value.0.image',
    ],
  ],
});
