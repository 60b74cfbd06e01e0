import { describe, expect, it } from '@jest/globals';
import { image, problemsOf, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { hashnode } from './index.ts';

const EIGHT_MIB = 8 * 1024 ** 2;
const URL = 'https://crier.example/';
const COVER = { id: 'u1', path: 'https://crier.example/uploads/cover.jpg' };
const SETTINGS = {
  title: 'Spring menu',
  publication: '5f4e3d2c1b0a998877665544',
  tags: [{ value: '56744723958ef13879b9549b', label: 'Cooking' }],
};
const settings = (changes: Record<string, unknown>): PostUnderTest => ({ settings: changes });
const tags = (count: number, label = 'Cooking'): PostUnderTest =>
  settings({ tags: Array.from({ length: count }, (_, i) => ({ value: String(i), label })) });
const written = (content: string): PostUnderTest => ({ value: [{ content }] });

testNetwork(hashnode, {
  settings: SETTINGS,
  accepts: [
    ['a title of 6 characters', settings({ title: 'abcdef' })],
    ['a title of 6 emoji', settings({ title: '🥕'.repeat(6) })],
    ['a title of 500 characters', settings({ title: 'x'.repeat(500) })],
    ['a subtitle of 2 characters', settings({ subtitle: 'ab' })],
    ['a subtitle of 500 characters', settings({ subtitle: 'x'.repeat(500) })],
    ['an empty subtitle as none', settings({ subtitle: '' })],
    ['null as no subtitle', settings({ subtitle: null })],
    ['a cover', settings({ main_image: COVER })],
    [
      'a cover with a description of 5,000 characters',
      settings({ main_image: { ...COVER, alt: 'x'.repeat(5000) } }),
    ],
    ['null as no cover', settings({ main_image: null })],
    ['the URL where it first appeared', settings({ canonical: `${URL}menu` })],
    ['a URL of 2,048 characters', settings({ canonical: URL + 'a'.repeat(2048 - URL.length) })],
    ['an empty URL as none', settings({ canonical: '' })],
    ['null as no URL', settings({ canonical: null })],
    ...['5f1a2b3c4d5e6f708192a3b4', '', null].map(
      (series) => [`the series ${series}`, settings({ series })] as const,
    ),
    ['the URL that another post will have', settings({ canonical: '(post:cya1b2c3d4e5f6g7h8i9j0k1l)' })],
    ['a publication of 100 characters', settings({ publication: 'p'.repeat(100) })],
    ['15 tags', tags(15)],
    ['a tag of 250 characters', tags(1, 'x'.repeat(250))],
    ['a tag of two words and signs', tags(1, 'C++ & more')],
    ['a tag without an id', settings({ tags: [{ label: 'Cooking' }] })],
    ['90,000 bytes', written('x'.repeat(90_000))],
    ['22,500 emoji of four bytes each', written('🥕'.repeat(22_500))],
    ['45,000 quotation marks, each sent as two bytes', written('"'.repeat(45_000))],
    ['50 pictures without text', { value: [{ media: times(50, image()) }] }],
    [
      'PNG, GIF, WebP, AVIF, BMP and TIFF',
      {
        value: [
          {
            media: ['png', 'gif', 'webp', 'avif', 'bmp', 'tiff'].map((type) =>
              image({ mime: `image/${type}` }),
            ),
          },
        ],
      },
    ],
    ['a picture of 8 MiB', { value: [{ media: [image({ size: EIGHT_MIB })] }] }],
  ],
  rejects: [
    ['no title', settings({ title: undefined }), 'settings.title'],
    ['a title of 5 characters', settings({ title: 'abcde' }), 'settings.title'],
    ['a title of 5 emoji', settings({ title: '🥕'.repeat(5) }), 'settings.title'],
    ['a title of 5 characters and a space', settings({ title: 'abcde ' }), 'settings.title'],
    ['a title of 501 characters', settings({ title: 'x'.repeat(501) }), 'settings.title'],
    ['a subtitle of 1 character', settings({ subtitle: 'a' }), 'settings.subtitle'],
    ['a subtitle of spaces', settings({ subtitle: '   ' }), 'settings.subtitle'],
    ['a subtitle of 501 characters', settings({ subtitle: 'x'.repeat(501) }), 'settings.subtitle'],
    ['a cover without a path', settings({ main_image: { id: 'u1' } }), 'settings.main_image.path'],
    ['a cover that is only a URL', settings({ main_image: COVER.path }), 'settings.main_image'],
    ['a series of 101 characters', settings({ series: 'f'.repeat(101) }), 'settings.series'],
    ['a URL without a protocol', settings({ canonical: 'crier.example' }), 'settings.canonical'],
    ['a URL with another protocol', settings({ canonical: 'ftp://crier.example' }), 'settings.canonical'],
    [
      'a URL of 2,049 characters',
      settings({ canonical: URL + 'a'.repeat(2049 - URL.length) }),
      'settings.canonical',
    ],
    ['no publication', settings({ publication: undefined }), 'settings.publication'],
    ['an empty publication', settings({ publication: '' }), 'settings.publication'],
    ['a publication of spaces', settings({ publication: ' ' }), 'settings.publication'],
    ['a publication of 101 characters', settings({ publication: 'p'.repeat(101) }), 'settings.publication'],
    ['settings without tags', settings({ tags: undefined }), 'settings.tags'],
    ['no tags', tags(0), 'settings.tags'],
    ['16 tags', tags(16), 'settings.tags'],
    ['an empty tag', tags(1, ''), 'settings.tags.0.label'],
    ['a tag of spaces', tags(1, ' '), 'settings.tags.0.label'],
    ['a tag of signs alone', tags(1, '&!'), 'settings.tags.0.label'],
    ['a tag of 251 characters', tags(1, 'x'.repeat(251)), 'settings.tags.0.label'],
    ['a tag without a label', settings({ tags: [{ value: '1' }] }), 'settings.tags.0.label'],
    ['tags as strings', settings({ tags: ['Cooking'] }), 'settings.tags.0'],
    ['90,001 bytes', written('x'.repeat(90_001)), 'value.0.content'],
    ['22,501 emoji', written('🥕'.repeat(22_501)), 'value.0.content'],
    ['45,001 quotation marks', written('"'.repeat(45_001)), 'value.0.content'],
    ['neither text nor pictures', written(' '), 'value.0.content'],
    ['51 pictures', { value: [{ media: times(51, image()) }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    ['SVG', { value: [{ media: [image({ mime: 'image/svg+xml' })] }] }, 'value.0.image'],
    [
      'a picture one byte over 8 MiB',
      { value: [{ media: [image({ size: EIGHT_MIB + 1 })] }] },
      'value.0.image',
    ],
    ['a second part', { value: [{ content: 'one' }, { content: 'two' }] }, 'value.1'],
  ],
});

describe('the cover of a Hashnode article', () => {
  const problems = (file: ReturnType<typeof image>): string[] =>
    problemsOf(
      hashnode,
      { settings: { ...SETTINGS, main_image: COVER } },
      { settingsMedia: [['main_image', file]] },
    ).map(({ path }) => path);

  it('is a picture of up to 8 MiB', () => {
    expect(problems(image({ mime: 'image/png', size: EIGHT_MIB }))).toEqual([]);
  });

  it.each([
    ['a video', video()],
    ['SVG', image({ mime: 'image/svg+xml' })],
    ['a picture one byte over 8 MiB', image({ size: EIGHT_MIB + 1 })],
  ])('cannot be %s', (_, file) => {
    expect(new Set(problems(file))).toEqual(new Set(['settings.main_image']));
  });
});
