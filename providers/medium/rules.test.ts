import { image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { medium } from './index.ts';

const HEADINGS = ['title', 'subtitle'] as const;
const text = (content: string): PostUnderTest => ({ value: [{ content }] });
const tags = (...values: unknown[]): PostUnderTest => ({
  settings: { tags: values.map((value) => ({ value, label: 'Food' })) },
});
const picture = (changes: Parameters<typeof image>[0]): PostUnderTest => ({
  value: [{ content: 'Spring', media: [image(changes)] }],
});
/** A URL with this number of characters. */
const url = (length: number): string => `https://cafe.example/${'x'.repeat(length - 21)}`;

testNetwork(medium, {
  settings: { title: 'Spring menu', subtitle: 'What we cook in May' },
  accepts: [
    ...HEADINGS.flatMap((field) =>
      ['ab', 'x'.repeat(101), 'x'.repeat(1000)].map(
        (value) => [`a ${field} of ${value.length} characters`, { settings: { [field]: value } }] as const,
      ),
    ),
    ...['https://cafe.example/menu', 'http://cafe.example', url(2048), '', null].map(
      (canonical) =>
        [
          `the canonical URL ${String(canonical).slice(0, 30)} of ${canonical?.length} characters`,
          { settings: { canonical } },
        ] as const,
    ),
    ...['b969ac62a2b', 'x'.repeat(200), '', null].map(
      (publication) =>
        [`the publication ${JSON.stringify(publication)}`, { settings: { publication } }] as const,
    ),
    ...['public', 'unlisted', 'draft', null].map(
      (publishStatus) =>
        [`${JSON.stringify(publishStatus)} as who sees it`, { settings: { publishStatus } }] as const,
    ),
    ...['cc-40-by', 'public-domain', '', null].map(
      (license) => [`the license ${JSON.stringify(license)}`, { settings: { license } }] as const,
    ),
    ['4 tags', tags('a', 'b', 'c', 'd')],
    ['a tag of 200 characters', tags('x'.repeat(200))],
    ['a tag without a label', { settings: { tags: [{ value: 'food' }] } }],
    ['an empty list of tags', tags()],
    ['null as the tags', { settings: { tags: null } }],
    ['a text of 100,000 characters', text('x'.repeat(100_000))],
    ['a text of 100,000 emoji', text('🌱'.repeat(100_000))],
    ['50 pictures without text', { value: [{ media: times(50, image()) }] }],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/tiff'].map(
      (mime) => [`a picture of the type ${mime}`, picture({ mime })] as const,
    ),
  ],
  rejects: [
    ['a license that Medium does not have', { settings: { license: 'cc-30-by' } }, 'settings.license'],
    ...HEADINGS.flatMap((field) =>
      [undefined, null, '', 'a', '   ', 7, 'x'.repeat(1001)].map(
        (value) =>
          [
            `${JSON.stringify(value)?.slice(0, 9)} as the ${field}`,
            { settings: { [field]: value } },
            `settings.${field}`,
          ] as const,
      ),
    ),
    ...['cafe.example', 'ftp://cafe.example', 'https://cafe example', 7, url(2049)].map(
      (canonical) =>
        [
          `the canonical URL ${String(canonical).slice(0, 30)}`,
          { settings: { canonical } },
          'settings.canonical',
        ] as const,
    ),
    ...[7, 'x'.repeat(201)].map(
      (publication) =>
        [
          `the publication ${String(publication).slice(0, 9)}`,
          { settings: { publication } },
          'settings.publication',
        ] as const,
    ),
    ...['private', '', true].map(
      (publishStatus) =>
        [
          `${JSON.stringify(publishStatus)} as who sees it`,
          { settings: { publishStatus } },
          'settings.publishStatus',
        ] as const,
    ),
    ['5 tags', tags('a', 'b', 'c', 'd', 'e'), 'settings.tags'],
    ...['', 7, null, 'x'.repeat(201)].map(
      (value) =>
        [`the tag ${JSON.stringify(value).slice(0, 9)}`, tags(value), 'settings.tags.0.value'] as const,
    ),
    ['a tag without a value', { settings: { tags: [{ label: 'Food' }] } }, 'settings.tags.0.value'],
    ['a tag as a string', { settings: { tags: ['food'] } }, 'settings.tags.0'],
    ['tags in one string', { settings: { tags: 'food, spring' } }, 'settings.tags'],
    ['a text of 100,001 characters', text('x'.repeat(100_001)), 'value.0.content'],
    ['100,000 emoji and a letter', text(`${'🌱'.repeat(100_000)}x`), 'value.0.content'],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['a second part', { value: [{ content: 'one' }, { content: 'two' }] }, 'value.1'],
    ['51 pictures', { value: [{ media: times(51, image()) }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    ...['image/webp', 'image/avif', 'image/bmp'].map(
      (mime) => [`a picture of the type ${mime}`, picture({ mime }), 'value.0.image'] as const,
    ),
  ],
});
