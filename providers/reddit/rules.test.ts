import { image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { reddit } from './index.ts';
import { PLAIN_TYPES } from './schema.ts';

const POST = 'https://www.reddit.com/r/cafes/comments/1abcd2/spring_menu/';
const LINK = 'https://cafe.example/menu';
const VALUE = { subreddit: 'cafes', title: 'Spring menu', type: 'self', is_flair_required: false };
type Changes = Readonly<Record<string, unknown>>;
const entry = (changes: Changes): { value: Record<string, unknown> } => ({
  value: Object.fromEntries(
    Object.entries({ ...VALUE, ...changes }).filter(([, value]) => value !== undefined),
  ),
});
const settings = (...entries: Changes[]): PostUnderTest['settings'] => ({ subreddit: entries.map(entry) });
const one = (changes: Changes): PostUnderTest => ({ settings: settings(changes) });
const text = (content: string): PostUnderTest => ({ value: [{ content }] });
const comment = (content: string, media = times(0, image())): PostUnderTest => ({
  value: [{ content: 'Spring' }, { content, media }],
});
const file = (type: string, ...media: ReturnType<typeof image>[]): PostUnderTest => ({
  settings: settings({ type }),
  value: [{ content: 'Spring', media }],
});
/** A URL with this number of characters. */
const linkOf = (length: number): string => `https://cafe.example/${'x'.repeat(length - 21)}`;
const AT = 'settings.subreddit.0.value';

testNetwork(reddit, {
  settings: { subreddit: [{ value: VALUE }] },
  accepts: [
    ...['ab', 'r/cafes', '/r/cafes', 'R/cafes', '/r/cafes/', 'u_ada', 'x'.repeat(60)].map(
      (subreddit) => [`the subreddit ${subreddit}`, one({ subreddit })] as const,
    ),
    ['a title of 2 characters', one({ title: 'ab' })],
    ['a title of 300 characters', one({ title: 'x'.repeat(300) })],
    ['a title of 300 emoji', one({ title: '🌱'.repeat(300) })],
    ...PLAIN_TYPES.map(
      (type) =>
        [`a submission of the type ${type}`, one({ type, url: type === 'crosspost' ? POST : LINK })] as const,
    ),
    ...[
      'https://old.reddit.com/comments/1abcd2',
      'https://redd.it/1abcd2?utm=1',
      'https://www.reddit.com/user/ada/comments/1abcd2/x/',
      '(post:7)',
    ].map((url) => [`a crosspost of ${url}`, one({ type: 'crosspost', url })] as const),
    ['a submission with its marks', one({ nsfw: true, spoiler: true, sendreplies: false })],
    ...['', null].map((url) => [`${JSON.stringify(url)} as the url of a text`, one({ url })] as const),
    ['a link of 2,048 characters', one({ type: 'link', url: linkOf(2048) })],
    ['a flair that is required', one({ is_flair_required: true, flair: { id: 'f1', name: 'News' } })],
    ['a flair by its id alone', one({ is_flair_required: true, flair: { id: 'f1' } })],
    ['a flair that is not required', one({ flair: { id: 'f1', name: 'News' } })],
    ...[null, {}, { id: '', name: '' }, { id: null, name: null }].map(
      (flair) => [`${JSON.stringify(flair)} as a flair that is not required`, one({ flair })] as const,
    ),
    ['submissions to 50 subreddits', { settings: settings(...times(50, image()).map(() => ({}))) }],
    ['a text of 40,000 characters', text('x'.repeat(40_000))],
    ['a text of 40,000 emoji', text('🌱'.repeat(40_000))],
    [
      'comments of 10,000 characters',
      { value: [{ content: 'Spring' }, { content: 'x'.repeat(10_000) }, { content: '🌱'.repeat(10_000) }] },
    ],
    ['a picture as media', file('media', image())],
    ['a video as media', file('media', video())],
    ['a gallery of 20 pictures as media', file('media', ...times(20, image()))],
    ['a gallery of two pictures as image', file('image', image(), image())],
    ['a picture as image', file('image', image())],
    ['a video as video', file('video', video())],
    ['a video as videogif', file('videogif', video())],
    ['a picture without text', { settings: settings({ type: 'image' }), value: [{ media: [image()] }] }],
    [
      'a picture for one of two submissions',
      {
        settings: settings({ type: 'image' }, { type: 'link', url: LINK }),
        value: [{ content: 'Spring', media: [image()] }],
      },
    ],
    ...['image/png', 'image/jpeg', 'image/gif'].map(
      (mime) => [`a picture of the type ${mime}`, file('image', image({ mime }))] as const,
    ),
    ['a picture of 20 MiB', file('image', image({ size: 20 * 1024 ** 2 }))],
    ['a video of 1 GiB', file('video', video({ size: 1024 ** 3 }))],
    ['a video of 15 minutes', file('video', video({ durationMs: 900_000 }))],
  ],
  rejects: [
    ['a crosspost without a post', one({ type: 'crosspost' }), `${AT}.url`],
    ['a crosspost of another page', one({ type: 'crosspost', url: LINK }), `${AT}.url`],
    [
      'a crosspost of a subreddit',
      one({ type: 'crosspost', url: 'https://www.reddit.com/r/cafes/' }),
      `${AT}.url`,
    ],
    ...['nsfw', 'spoiler', 'sendreplies'].map(
      (field) => [`${field} that is no switch`, one({ [field]: 'yes' }), `${AT}.${field}`] as const,
    ),
    ['a post without a subreddit', { settings: { subreddit: undefined } }, 'settings.subreddit'],
    ['an empty list of subreddits', { settings: { subreddit: [] } }, 'settings.subreddit'],
    ['a subreddit as a string', { settings: { subreddit: 'cafes' } }, 'settings.subreddit'],
    ['51 subreddits', { settings: settings(...times(51, image()).map(() => ({}))) }, 'settings.subreddit'],
    ['a list of names', { settings: { subreddit: ['cafes'] } }, 'settings.subreddit.0'],
    ['an entry without a value', { settings: { subreddit: [VALUE] } }, 'settings.subreddit.0.value'],
    ...['subreddit', 'title', 'type', 'is_flair_required'].map(
      (field) => [`a submission without ${field}`, one({ [field]: undefined }), `${AT}.${field}`] as const,
    ),
    ...[
      '',
      'a',
      'r/',
      'r/a',
      'two words',
      'r/cafes/top',
      'https://reddit.com/r/cafes',
      'x'.repeat(61),
      7,
      null,
    ].map(
      (subreddit) =>
        [
          `the subreddit ${JSON.stringify(subreddit).slice(0, 30)}`,
          one({ subreddit }),
          `${AT}.subreddit`,
        ] as const,
    ),
    ...['', 'a', '   ', 'x'.repeat(301), `${'🌱'.repeat(300)}x`, 7, null].map(
      (title) =>
        [
          `the title ${JSON.stringify(title).slice(0, 9)} of ${String(title).length} units`,
          one({ title }),
          `${AT}.title`,
        ] as const,
    ),
    ...['poll', 'Self', '', null].map(
      (type) => [`a submission of the type ${JSON.stringify(type)}`, one({ type }), `${AT}.type`] as const,
    ),
    ...[undefined, '', null, 'cafe.example', 'ftp://cafe.example', linkOf(2049)].map(
      (url) =>
        [`a link to ${JSON.stringify(url)?.slice(0, 30)}`, one({ type: 'link', url }), `${AT}.url`] as const,
    ),
    ['a text submission with something other than a URL', one({ url: 'menu' }), `${AT}.url`],
    ...['true', 1, null].map(
      (is_flair_required) =>
        [
          `${JSON.stringify(is_flair_required)} for whether a flair is required`,
          one({ is_flair_required }),
          `${AT}.is_flair_required`,
        ] as const,
    ),
    ...[undefined, null, { id: ' ' }, { id: null }].map(
      (flair) =>
        [
          `${JSON.stringify(flair)} as a flair that is required`,
          one({ is_flair_required: true, flair }),
          `${AT}.flair`,
        ] as const,
    ),
    ...[{}, { name: 'News' }, { id: '' }].map(
      (flair) =>
        [
          `${JSON.stringify(flair)} as a flair that is required, naming its id`,
          one({ is_flair_required: true, flair }),
          `${AT}.flair.id`,
        ] as const,
    ),
    ['a flair as a string', one({ flair: 'News' }), `${AT}.flair`],
    [
      'a second submission without its link',
      { settings: settings({}, { type: 'link' }) },
      'settings.subreddit.1.value.url',
    ],
    ['a text of 40,001 characters', text('x'.repeat(40_001)), 'value.0.content'],
    ['40,000 emoji and a letter', text(`${'🌱'.repeat(40_000)}x`), 'value.0.content'],
    ['a comment of 10,001 characters', comment('x'.repeat(10_001)), 'value.1.content'],
    ['a comment with a picture', comment('Look', [image()]), 'value.1.image'],
    ['a comment with a video', comment('Look', [video()]), 'value.1.image'],
    ...PLAIN_TYPES.map(
      (type) =>
        [
          `a picture with a submission of the type ${type}`,
          {
            settings: settings({ type, url: type === 'crosspost' ? POST : LINK }),
            value: [{ content: 'Look', media: [image()] }],
          },
          'value.0.image',
        ] as const,
    ),
    ...['media', 'image', 'video', 'videogif'].map(
      (type) => [`a submission of the type ${type} without a file`, file(type), 'value.0.image'] as const,
    ),
    ['21 pictures', file('media', ...times(21, image())), 'value.0.image'],
    ['two videos', file('media', video(), video()), 'value.0.image'],
    ['two pictures as video', file('video', image(), image()), 'value.0.image'],
    ['a picture besides a video', file('media', image(), video()), 'value.0.image'],
    ['a video as image', file('image', video()), 'value.0.image'],
    ['a picture as video', file('video', image()), 'value.0.image'],
    ['a picture as videogif', file('videogif', image()), 'value.0.image'],
    [
      'a picture for an image and a video',
      {
        settings: settings({ type: 'image' }, { type: 'video' }),
        value: [{ content: 'Look', media: [image()] }],
      },
      'value.0.image',
    ],
    ...['image/webp', 'image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) => [`a picture of the type ${mime}`, file('media', image({ mime })), 'value.0.image'] as const,
    ),
    ['a picture one byte over 20 MiB', file('image', image({ size: 20 * 1024 ** 2 + 1 })), 'value.0.image'],
    ['a video one byte over 1 GiB', file('video', video({ size: 1024 ** 3 + 1 })), 'value.0.image'],
    ['a video of more than 15 minutes', file('video', video({ durationMs: 900_001 })), 'value.0.image'],
  ],
});
