import { image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { lemmy } from './index.ts';

const VALUE = { subreddit: 'cooking', id: '42', title: 'Spring menu' };
const URL = 'https://crier.example/';
/** A post to one community with these changes of its settings (undefined removes one). */
const to = (changes: Record<string, unknown>): PostUnderTest => ({
  settings: {
    subreddit: [
      {
        value: Object.fromEntries(
          Object.entries({ ...VALUE, ...changes }).filter(([, value]) => value !== undefined),
        ),
      },
    ],
  },
});
const at = (field: string): string => `settings.subreddit.0.value.${field}`;
const communities = (n: number): { value: Record<string, unknown> }[] =>
  Array.from({ length: n }, (_, i) => ({ value: { ...VALUE, id: i + 1 } }));

testNetwork(lemmy, {
  settings: { subreddit: [{ value: VALUE }] },
  accepts: [
    ...['37', 37, '', null].map(
      (language) => [`the language ${JSON.stringify(language)}`, { settings: { language } }] as const,
    ),
    ['50 communities', { settings: { subreddit: communities(50) } }],
    [
      'one community twice with different titles',
      { settings: { subreddit: [{ value: VALUE }, { value: { ...VALUE, title: 'Summer menu' } }] } },
    ],
    ['a name of 2 characters', to({ subreddit: 'ai' })],
    ['a name of 255 characters', to({ subreddit: 'a'.repeat(255) })],
    ['an id as a number', to({ id: 42 })],
    ['the smallest id', to({ id: '1' })],
    ['the largest id', to({ id: 2_147_483_647 })],
    ['a title of 3 characters', to({ title: 'abc' })],
    ['a title of 200 characters', to({ title: 'x'.repeat(200) })],
    ['a title of 200 emoji', to({ title: '😃'.repeat(200) })],
    ['a URL', to({ url: `${URL}menu?day=1#top` })],
    ['a URL of 2,000 characters', to({ url: URL + 'a'.repeat(2000 - URL.length) })],
    ['an empty URL as none', to({ url: '' })],
    ['null as no URL', to({ url: null })],
    ['a post that is marked as not safe for work', to({ nsfw: true })],
    ['null as no mark', to({ nsfw: null })],
    ['the URL that another post will have', to({ url: '(post:cya1b2c3d4e5f6g7h8i9j0k1l)' })],
    ['50,000 characters', { value: [{ content: 'x'.repeat(50_000) }] }],
    ['50,000 emoji of two UTF-16 units each', { value: [{ content: '😃'.repeat(50_000) }] }],
    [
      'comments of 10,000 characters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(10_000) }, { content: '😃'.repeat(10_000) }] },
    ],
    ['a picture without text', { value: [{ content: '', media: [image()] }] }],
    ['PNG', { value: [{ content: 'Look', media: [image({ mime: 'image/png' })] }] }],
    ['GIF', { value: [{ content: 'Look', media: [image({ mime: 'image/gif' })] }] }],
    ['a picture of 10 MiB', { value: [{ content: 'Look', media: [image({ size: 10 * 1024 ** 2 })] }] }],
    [
      'a description of 1,500 characters',
      { value: [{ content: 'Look', media: [image({ alt: '😃'.repeat(1500) })] }] },
    ],
    ['a picture in a comment', { value: [{ content: 'one' }, { content: 'two', media: [image()] }] }],
  ],
  rejects: [
    ['a language by its code', { settings: { language: 'de' } }, 'settings.language'],
    ['no communities', { settings: { subreddit: [] } }, 'settings.subreddit'],
    ['settings without communities', { settings: { subreddit: undefined } }, 'settings.subreddit'],
    ['51 communities', { settings: { subreddit: communities(51) } }, 'settings.subreddit'],
    [
      'the same post in the same community twice',
      { settings: { subreddit: [{ value: VALUE }, { value: { ...VALUE, id: 42, url: '' } }] } },
      'settings.subreddit.1.value',
    ],
    ['a community that is not a list', { settings: { subreddit: 'cooking' } }, 'settings.subreddit'],
    ['a community without its value', { settings: { subreddit: [VALUE] } }, 'settings.subreddit.0.value'],
    ['a name of 1 character', to({ subreddit: 'a' }), at('subreddit')],
    ['a name of 256 characters', to({ subreddit: 'a'.repeat(256) }), at('subreddit')],
    ['no name', to({ subreddit: undefined }), at('subreddit')],
    ['no id', to({ id: undefined }), at('id')],
    ['an empty id', to({ id: '' }), at('id')],
    ['an id that is not a number', to({ id: 'cooking' }), at('id')],
    ['an id of 0', to({ id: 0 }), at('id')],
    ['an id that exceeds 4 bytes', to({ id: 2_147_483_648 }), at('id')],
    ['an id with a fraction', to({ id: 1.5 }), at('id')],
    ['no title', to({ title: undefined }), at('title')],
    ['a title of 2 characters', to({ title: 'ab' }), at('title')],
    ['a title of 2 characters and spaces', to({ title: ' ab ' }), at('title')],
    ['a title of 201 characters', to({ title: 'x'.repeat(201) }), at('title')],
    ['a title of 201 emoji', to({ title: '😃'.repeat(201) }), at('title')],
    ['a title of two lines', to({ title: 'Spring\nmenu' }), at('title')],
    ['a mark that is neither yes nor no', to({ nsfw: 'yes' }), at('nsfw')],
    ['a URL without a protocol', to({ url: 'crier.example/menu' }), at('url')],
    ['a URL with another protocol', to({ url: 'javascript:alert(1)' }), at('url')],
    ['a URL of 2,001 characters', to({ url: URL + 'a'.repeat(2001 - URL.length) }), at('url')],
    ['50,001 characters', { value: [{ content: 'x'.repeat(50_001) }] }, 'value.0.content'],
    ['50,001 emoji', { value: [{ content: '😃'.repeat(50_001) }] }, 'value.0.content'],
    [
      'a comment of 10,001 characters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(10_001) }] },
      'value.1.content',
    ],
    ['an empty text without a picture', { value: [{ content: '<p></p>' }] }, 'value.0.content'],
    ['two pictures', { value: [{ content: 'Look', media: times(2, image()) }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    ['WebP', { value: [{ content: 'Look', media: [image({ mime: 'image/webp' })] }] }, 'value.0.image'],
    [
      'a picture one byte over 10 MiB',
      { value: [{ content: 'Look', media: [image({ size: 10 * 1024 ** 2 + 1 })] }] },
      'value.0.image',
    ],
    [
      'a description of 1,501 characters',
      { value: [{ content: 'Look', media: [image({ alt: 'x'.repeat(1501) })] }] },
      'value.0.image',
    ],
    [
      'two pictures in a comment',
      { value: [{ content: 'one' }, { content: 'two', media: times(2, image()) }] },
      'value.1.image',
    ],
  ],
});
