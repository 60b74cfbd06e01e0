import { describe, expect, it } from '@jest/globals';
import { image, problemsOf, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { devto } from './index.ts';

const BODY = 819_200;
const MIB = 1024 ** 2;
const URL = 'https://crier.example/';
const COVER = { id: 'u1', path: 'https://crier.example/uploads/cover.jpg' };
const settings = (changes: Record<string, unknown>): PostUnderTest => ({ settings: changes });
const tagged = (...labels: unknown[]): PostUnderTest =>
  settings({ tags: labels.map((label, i) => ({ value: i + 1, label })) });
const written = (content: string): PostUnderTest => ({ value: [{ content }] });

testNetwork(devto, {
  settings: { title: 'Spring menu' },
  accepts: [
    ['a title of 2 characters', settings({ title: 'ab' })],
    ['a title of 128 characters', settings({ title: 'x'.repeat(128) })],
    ['a title of 128 emoji', settings({ title: '🥕'.repeat(128) })],
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
    ['a series and a description', settings({ series: 'x'.repeat(200), description: 'x'.repeat(300) })],
    ['null as no series and no description', settings({ series: null, description: null })],
    ['the URL that another post will have', settings({ canonical: '(post:cya1b2c3d4e5f6g7h8i9j0k1l)' })],
    ['an organization', settings({ organization: '1234' })],
    ['an organization as a number', settings({ organization: 2_147_483_647 })],
    ['an empty organization as none', settings({ organization: '' })],
    ['4 tags of 30 characters', tagged('a'.repeat(30), 'b'.repeat(30), 'c'.repeat(30), 'd'.repeat(30))],
    ['a tag of one character', tagged('c')],
    ['tags in other scripts and in upper case', tagged('日本語', 'ελληνικά', 'WebDev2', 'हिन्दी')],
    ['a tag with a string or a number as its value', settings({ tags: [{ value: '6', label: 'webdev' }] })],
    ['a tag without an id', settings({ tags: [{ label: 'webdev' }] })],
    ['no tags', settings({ tags: [] })],
    ['null as no tags', settings({ tags: null })],
    ['819,200 bytes', written('x'.repeat(BODY))],
    ['204,800 emoji of four bytes each', written('🥕'.repeat(BODY / 4))],
    ['a rule in the text', written('Soups\n---\nSalads\n---\n')],
    ['a rule at the beginning', written('---\nSoups')],
    ['50 pictures without text', { value: [{ media: times(50, image()) }] }],
    [
      'PNG, GIF, WebP and AVIF',
      { value: [{ media: ['png', 'gif', 'webp', 'avif'].map((type) => image({ mime: `image/${type}` })) }] },
    ],
    ['a picture of 10 MiB', { value: [{ media: [image({ size: 10 * MIB })] }] }],
  ],
  rejects: [
    ['no title', settings({ title: undefined }), 'settings.title'],
    ['a title of 1 character', settings({ title: 'a' }), 'settings.title'],
    ['a title of 1 character and spaces', settings({ title: ' a ' }), 'settings.title'],
    ['a title of 129 characters', settings({ title: 'x'.repeat(129) }), 'settings.title'],
    ['a title of 129 emoji', settings({ title: '🥕'.repeat(129) }), 'settings.title'],
    ['a cover without a path', settings({ main_image: { id: 'u1' } }), 'settings.main_image.path'],
    ['a cover that is only a URL', settings({ main_image: COVER.path }), 'settings.main_image'],
    [
      'a cover with a description of 5,001 characters',
      settings({ main_image: { ...COVER, alt: 'x'.repeat(5001) } }),
      'settings.main_image.alt',
    ],
    ['a series of 201 characters', settings({ series: 'x'.repeat(201) }), 'settings.series'],
    ['a description of 301 characters', settings({ description: 'x'.repeat(301) }), 'settings.description'],
    ['a URL without a protocol', settings({ canonical: 'crier.example' }), 'settings.canonical'],
    ['a URL with another protocol', settings({ canonical: 'ftp://crier.example' }), 'settings.canonical'],
    [
      'a URL of 2,049 characters',
      settings({ canonical: URL + 'a'.repeat(2049 - URL.length) }),
      'settings.canonical',
    ],
    ['an organization by its name', settings({ organization: 'crier' }), 'settings.organization'],
    [
      'an organization that exceeds 4 bytes',
      settings({ organization: 2_147_483_648 }),
      'settings.organization',
    ],
    ['5 tags', tagged('a', 'b', 'c', 'd', 'e'), 'settings.tags'],
    ['a tag of 31 characters', tagged('a'.repeat(31)), 'settings.tags.0.label'],
    ['a tag with a hyphen', tagged('web', 'web-dev'), 'settings.tags.1.label'],
    ['a tag with a number sign', tagged('#webdev'), 'settings.tags.0.label'],
    ['a tag of two words', tagged('web dev'), 'settings.tags.0.label'],
    ['an empty tag', tagged(''), 'settings.tags.0.label'],
    ['a tag without a label', settings({ tags: [{ value: 6 }] }), 'settings.tags.0.label'],
    ['tags as strings', settings({ tags: ['webdev'] }), 'settings.tags.0'],
    ['819,201 bytes', written('x'.repeat(BODY + 1)), 'value.0.content'],
    ['204,801 emoji', written('🥕'.repeat(BODY / 4 + 1)), 'value.0.content'],
    ['front matter', written('---\ntitle: Another title\npublished: false\n---\nSoups'), 'value.0.content'],
    ['front matter below empty lines', written('\n\n---\ntitle: Another title\n---'), 'value.0.content'],
    ['neither text nor pictures', written(' '), 'value.0.content'],
    ['51 pictures', { value: [{ media: times(51, image()) }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    ['TIFF', { value: [{ media: [image({ mime: 'image/tiff' })] }] }, 'value.0.image'],
    [
      'a picture one byte over 10 MiB',
      { value: [{ media: [image({ size: 10 * MIB + 1 })] }] },
      'value.0.image',
    ],
    [
      'a picture at a URL that DEV cannot reach',
      { value: [{ media: [image({ url: 'http://127.0.0.1:4007/uploads/photo.jpg' })] }] },
      'value.0.image',
    ],
    [
      'a cover at a URL that DEV cannot reach',
      settings({ main_image: { path: 'https://crier.local/uploads/cover.jpg' } }),
      'settings.main_image',
    ],
    ['a second part', { value: [{ content: 'one' }, { content: 'two' }] }, 'value.1'],
  ],
});

describe('the cover of a DEV article', () => {
  const problems = (file: ReturnType<typeof image>): string[] =>
    problemsOf(
      devto,
      { settings: { title: 'Spring menu', main_image: COVER } },
      { settingsMedia: [['main_image', file]] },
    ).map(({ path }) => path);

  it('is a picture of a supported type, up to 10 MiB', () => {
    expect(problems(image({ mime: 'image/webp', size: 10 * MIB }))).toEqual([]);
  });

  it.each([
    ['a video', video()],
    ['TIFF', image({ mime: 'image/tiff' })],
    ['a picture one byte over 10 MiB', image({ size: 10 * MIB + 1 })],
  ])('cannot be %s', (_, file) => {
    expect(new Set(problems(file))).toEqual(new Set(['settings.main_image']));
  });
});

it('reports the length of a DEV article in bytes', () => {
  expect(
    problemsOf(devto, { settings: { title: 'Spring menu' } }, written('é'.repeat(BODY / 2 + 1))),
  ).toMatchObject([{ path: 'value.0.content', message: 'is 819202 bytes long; Dev.to allows 819200' }]);
});
