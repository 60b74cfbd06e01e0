import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { wordpress } from './index.ts';

const MIB = 1024 ** 2;
const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });
const numbers = (length: number): number[] => Array.from({ length }, (_, i) => i + 1);
const path = 'https://crier.example/uploads/photo.jpg';
const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/tiff'];

testNetwork(wordpress, {
  settings: { title: 'Spring', type: 'post' },
  accepts: [
    ...['spring-menu', '2026', '春の-メニュー', '', null].map(
      (slug) => [`the slug ${JSON.stringify(slug)}`, { settings: { slug } }] as const,
    ),
    ...[7, '7', '', null].map(
      (author) => [`the author ${JSON.stringify(author)}`, { settings: { author } }] as const,
    ),
    [
      'an excerpt, and words for search engines',
      {
        settings: { excerpt: 'x'.repeat(5000), seo_title: 'x'.repeat(300), seo_description: 'x'.repeat(300) },
      },
    ],
    ['null as none of them', { settings: { excerpt: null, seo_title: null, seo_description: null } }],
    ['a title of two characters', { settings: { title: 'Hi' } }],
    ['a title of 1,000 emoji', { settings: { title: '🌱'.repeat(1000) } }],
    ['a type of one character', { settings: { type: 'x' } }],
    ['a type of 200 characters', { settings: { type: 'x'.repeat(200) } }],
    ...['publish', 'draft', 'pending', 'private'].map(
      (status) => [`the status ${status}`, { settings: { status } }] as const,
    ),
    ['null as the default status', { settings: { status: null } }],
    ['100 categories and tags', { settings: { categories: numbers(100), tags: numbers(100) } }],
    ['no categories and tags', { settings: { categories: [], tags: null } }],
    ['null as no categories', { settings: { categories: null } }],
    [
      'a featured image',
      {
        settings: { main_image: { id: 'm', path, alt: 'A tree' } },
        settingsMedia: [['main_image', image()]],
      },
    ],
    ['a featured image by its URL alone', { settings: { main_image: { path, id: null, alt: null } } }],
    ['null as no featured image', { settings: { main_image: null } }],
    [
      'a featured image beside as many pictures as a post takes',
      { settingsMedia: [['main_image', image()]], value: [{ media: times(50, image()) }] },
    ],
    ['HTML of 100,000 characters, including tags', text(`<p>${'x'.repeat(99_993)}</p>`)],
    ['HTML of 99,993 emoji', text(`<p>${'🌱'.repeat(99_993)}</p>`)],
    ['50 pictures and ten videos', { value: [{ media: [...times(50, image()), ...times(10, video())] }] }],
    ...TYPES.map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    [
      'a picture of 10 MiB and a video of 1 GiB',
      { value: [{ media: [image({ size: 10 * MIB }), video({ size: 1024 * MIB })] }] },
    ],
  ],
  rejects: [
    ...['Spring menu', 'spring_menu', 'a/b', '-a', 'x'.repeat(201)].map(
      (slug) => [`the slug ${slug.slice(0, 12)}`, { settings: { slug } }, 'settings.slug'] as const,
    ),
    ['an author by name', { settings: { author: 'ada' } }, 'settings.author'],
    ['an excerpt of 5,001 characters', { settings: { excerpt: 'x'.repeat(5001) } }, 'settings.excerpt'],
    ...['seo_title', 'seo_description'].map(
      (field) =>
        [
          `a ${field} of 301 characters`,
          { settings: { [field]: 'x'.repeat(301) } },
          `settings.${field}`,
        ] as const,
    ),
    ['a post without a title', { settings: { title: undefined } }, 'settings.title'],
    ['a title of one character', { settings: { title: 'H' } }, 'settings.title'],
    ['a title of one character between spaces', { settings: { title: ' H ' } }, 'settings.title'],
    ['a title of 1,001 characters', { settings: { title: 'x'.repeat(1001) } }, 'settings.title'],
    ['a post without a type', { settings: { type: undefined } }, 'settings.type'],
    ['an empty type', { settings: { type: '' } }, 'settings.type'],
    ['a type of 201 characters', { settings: { type: 'x'.repeat(201) } }, 'settings.type'],
    [
      "the status future, which is this product's own matter",
      { settings: { status: 'future' } },
      'settings.status',
    ],
    ['101 categories', { settings: { categories: numbers(101) } }, 'settings.categories'],
    ['the same category twice', { settings: { categories: [1, 1] } }, 'settings.categories'],
    ['categories by name', { settings: { categories: ['news'] } }, 'settings.categories.0'],
    ['101 tags', { settings: { tags: numbers(101) } }, 'settings.tags'],
    ['the tag 0', { settings: { tags: [1, 0] } }, 'settings.tags.1'],
    ['tags as a string', { settings: { tags: 'news' } }, 'settings.tags'],
    [
      'a featured image without its URL',
      { settings: { main_image: { id: 'm' } } },
      'settings.main_image.path',
    ],
    ['a featured image as a string', { settings: { main_image: path } }, 'settings.main_image'],
    [
      'a featured image with a URL of 2,049 characters',
      { settings: { main_image: { path: 'x'.repeat(2049) } } },
      'settings.main_image.path',
    ],
    [
      'a featured image one byte over 10 MiB',
      { settingsMedia: [['main_image', image({ size: 10 * MIB + 1 })]] },
      'settings.main_image',
    ],
    ['a video as the featured image', { settingsMedia: [['main_image', video()]] }, 'settings.main_image'],
    ['HTML of 100,001 characters, including tags', text(`<p>${'x'.repeat(99_994)}</p>`), 'value.0.content'],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['a second part', { value: [{ content: 'one' }, { content: 'two' }] }, 'value.1'],
    ['51 pictures', { value: [{ media: times(51, image()) }] }, 'value.0.image'],
    ['eleven videos', { value: [{ media: times(11, video()) }] }, 'value.0.image'],
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
