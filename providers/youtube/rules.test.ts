import { image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { GRANTED } from './auth.ts';
import { youtube } from './index.ts';
import { PRIVACY } from './schema.ts';

const HOUR = 3_600_000;
const described = (content: string): PostUnderTest => ({ value: [{ content, media: [video()] }] });
const clip = (changes: Parameters<typeof video>[0]): PostUnderTest => ({
  value: [{ content: 'Spring', media: [video(changes)] }],
});
const tags = (...labels: string[]): PostUnderTest => ({
  settings: { tags: labels.map((label) => ({ value: 'tag', label })) },
});
const thumbnail = (changes: Parameters<typeof image>[0]): PostUnderTest => ({
  settingsMedia: [['thumbnail', image(changes)]],
});

const SUBTITLES = { language: 'en', file: '1\n00:00:01,000 --> 00:00:02,000\nTea' };

const FILM = { content: 'What we cook in May', media: [video()] };

testNetwork(youtube, {
  settings: { title: 'Spring menu', type: 'public' },
  value: [{ content: 'What we cook in May', media: [video()] }],
  accepts: [
    [
      'comments of up to 10,000 letters, with angle brackets',
      { details: GRANTED, value: [FILM, { content: '1 < 2' }, { content: 'x'.repeat(10_000) }] },
    ],
    ['subtitles', { details: GRANTED, settings: { subtitles: SUBTITLES } }],
    ['a title of 2 characters', { settings: { title: 'ab' } }],
    ['a title of 100 characters', { settings: { title: 'x'.repeat(100) } }],
    ['a title of 100 emoji', { settings: { title: '🌱'.repeat(100) } }],
    ...PRIVACY.map((type) => [`a ${type} video`, { settings: { type } }] as const),
    ...['yes', 'no', '', null].map(
      (selfDeclaredMadeForKids) =>
        [
          `${JSON.stringify(selfDeclaredMadeForKids)} for made for children`,
          { settings: { selfDeclaredMadeForKids } },
        ] as const,
    ),
    [
      'what a person can choose beside it',
      {
        settings: {
          containsSyntheticMedia: true,
          category: '27',
          playlist: 'PLabc_-1',
          license: 'creativeCommon',
          embeddable: false,
          notifySubscribers: false,
        },
      },
    ],
    [
      'nothing of it',
      {
        settings: { containsSyntheticMedia: null, category: '', playlist: '', license: '', embeddable: null },
      },
    ],
    ['a tag of 500 characters', tags('x'.repeat(500))],
    ['a tag of 498 characters with a space', tags(`${'x'.repeat(248)} ${'x'.repeat(249)}`)],
    ['tags of 500 characters together', tags('x'.repeat(250), 'y'.repeat(250))],
    ['500 tags of a letter', tags(...Array.from({ length: 500 }, () => 'x'))],
    ['a tag without a value', { settings: { tags: [{ label: 'food' }] } }],
    ['an empty list of tags', { settings: { tags: [] } }],
    ['null as the tags', { settings: { tags: null } }],
    [
      'a thumbnail by its path',
      { settings: { thumbnail: { id: 'a', path: 'https://crier.example/uploads/a.png', alt: 'A plate' } } },
    ],
    ['null as the thumbnail', { settings: { thumbnail: null } }],
    ...['image/jpeg', 'image/png'].map(
      (mime) => [`a preview picture of the type ${mime}`, thumbnail({ mime })] as const,
    ),
    ['a thumbnail of 50 MiB', thumbnail({ size: 50 * 1024 ** 2 })],
    ['a video without a description', described('')],
    ['a description of 5,000 letters', described('x'.repeat(5000))],
    ['a description of 1,250 emoji, of four bytes each', described('🌱'.repeat(1250))],
    [
      'a description of 1,666 letters with a combining accent, of three bytes each',
      described('e\u0301'.repeat(1666)),
    ],
    ['a link in the description', described('See https://cafe.example/menu')],
    ['a description in HTML, whose tags are not sent', described('<p>Spring <strong>menu</strong></p>')],
    ['a video of 12 hours', clip({ durationMs: 12 * HOUR })],
    ['a video of 256 GiB', clip({ size: 256 * 1024 ** 3 })],
  ],
  rejects: [
    [
      'subtitles where the channel lacks the permission',
      { settings: { subtitles: SUBTITLES } },
      'settings.subtitles',
    ],
    [
      'subtitles without a language',
      { details: GRANTED, settings: { subtitles: { file: SUBTITLES.file } } },
      'settings.subtitles.language',
    ],
    ['a category by its name', { settings: { category: 'Education' } }, 'settings.category'],
    ['a playlist by its URL', { settings: { playlist: 'https://youtu.be/x' } }, 'settings.playlist'],
    ['a license that YouTube does not have', { settings: { license: 'MIT' } }, 'settings.license'],
    ...['containsSyntheticMedia', 'embeddable', 'notifySubscribers'].map(
      (field) =>
        [`${field} that is no switch`, { settings: { [field]: 'yes' } }, `settings.${field}`] as const,
    ),
    ['a video without a title', { settings: { title: undefined } }, 'settings.title'],
    ['a title of one character', { settings: { title: 'a' } }, 'settings.title'],
    ['a title of 101 characters', { settings: { title: 'x'.repeat(101) } }, 'settings.title'],
    ['a title of spaces', { settings: { title: '   ' } }, 'settings.title'],
    ...['a < b', 'a > b'].map(
      (title) => [`the title ${title}`, { settings: { title } }, 'settings.title'] as const,
    ),
    ['null as the title', { settings: { title: null } }, 'settings.title'],
    ['a video without a type', { settings: { type: undefined } }, 'settings.type'],
    ...['Public', 'hidden', '', null].map(
      (type) => [`the type ${JSON.stringify(type)}`, { settings: { type } }, 'settings.type'] as const,
    ),
    ...['maybe', true].map(
      (selfDeclaredMadeForKids) =>
        [
          `${JSON.stringify(selfDeclaredMadeForKids)} for made for children`,
          { settings: { selfDeclaredMadeForKids } },
          'settings.selfDeclaredMadeForKids',
        ] as const,
    ),
    ['a tag of 501 characters', tags('x'.repeat(501)), 'settings.tags.0.label'],
    [
      'a tag whose value has 501 characters',
      { settings: { tags: [{ value: 'x'.repeat(501), label: 'food' }] } },
      'settings.tags.0.value',
    ],
    ['a tag of 499 characters with a space', tags(`${'x'.repeat(249)} ${'x'.repeat(249)}`), 'settings.tags'],
    ['tags of 501 characters together', tags('x'.repeat(250), 'y'.repeat(251)), 'settings.tags'],
    ['an empty tag', tags(''), 'settings.tags.0.label'],
    ['a tag without a label', { settings: { tags: [{ value: 'food' }] } }, 'settings.tags.0.label'],
    ['a tag as a string', { settings: { tags: ['food'] } }, 'settings.tags.0'],
    ['tags in one string', { settings: { tags: 'food, spring' } }, 'settings.tags'],
    ['a thumbnail without a path', { settings: { thumbnail: { id: 'a' } } }, 'settings.thumbnail.path'],
    [
      'a thumbnail as a string',
      { settings: { thumbnail: 'https://crier.example/uploads/a.png' } },
      'settings.thumbnail',
    ],
    ...['image/webp', 'image/gif', 'image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) => [`a preview picture of the type ${mime}`, thumbnail({ mime }), 'settings.thumbnail'] as const,
    ),
    ['a thumbnail one byte over 50 MiB', thumbnail({ size: 50 * 1024 ** 2 + 1 }), 'settings.thumbnail'],
    ['a video as the thumbnail', { settingsMedia: [['thumbnail', video()]] }, 'settings.thumbnail'],
    ['a description of 5,001 letters', described('x'.repeat(5001)), 'value.0.content'],
    ['a description of 1,250 emoji and a letter', described(`${'🌱'.repeat(1250)}x`), 'value.0.content'],
    ['a description with <', described('less < more'), 'value.0.content'],
    ['a description with >', described('menu -> bill'), 'value.0.content'],
    ['text without media', { value: [{ content: 'Spring' }] }, 'value.0.image'],
    ['a picture', { value: [{ content: 'Spring', media: [image()] }] }, 'value.0.image'],
    [
      'a picture besides the video',
      { value: [{ content: 'Spring', media: [video(), image()] }] },
      'value.0.image',
    ],
    ['two videos', { value: [{ content: 'Spring', media: times(2, video()) }] }, 'value.0.image'],
    ['a video of more than 12 hours', clip({ durationMs: 12 * HOUR + 1 }), 'value.0.image'],
    ['a video one byte over 256 GiB', clip({ size: 256 * 1024 ** 3 + 1 }), 'value.0.image'],
    [
      'a comment on a channel that was connected without the permission',
      { value: [FILM, { content: 'More' }] },
      'value.1.content',
    ],
    [
      'a comment below a private video',
      { settings: { type: 'private' }, details: GRANTED, value: [FILM, { content: 'More' }] },
      'value.1.content',
    ],
    [
      'a comment below a video for children',
      { settings: { selfDeclaredMadeForKids: 'yes' }, details: GRANTED, value: [FILM, { content: 'More' }] },
      'value.1.content',
    ],
    [
      'a comment of 10,001 letters',
      { details: GRANTED, value: [FILM, { content: 'x'.repeat(10_001) }] },
      'value.1.content',
    ],
    [
      'a comment with a picture',
      { details: GRANTED, value: [FILM, { content: 'More', media: [image()] }] },
      'value.1.image',
    ],
  ],
});
