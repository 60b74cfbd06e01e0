import { encoded, image, testNetwork, times, video } from '../_kit/test-network.ts';
import { facebook } from './index.ts';

const MIB = 1024 ** 2;
const say = (content: string) => ({ value: [{ content }] });
const show = (...media: ReturnType<typeof image>[]) => ({ value: [{ content: 'Spring', media }] });
const comment = (...media: ReturnType<typeof image>[]) => ({
  value: [{ content: 'Spring' }, { content: 'More', media }],
});
const subtitles = { language: 'en', file: '1\n00:00:01,000 --> 00:00:02,000\nTea' };
const story = { post_type: 'story' };
const THUMBNAIL = { id: 'thumbnail', path: 'https://crier.example/uploads/thumbnail.png' };
const purple = { text_format_preset_id: '106018623298955' };
const types = {
  JPEG: 'image/jpeg',
  PNG: 'image/png',
  GIF: 'image/gif',
  BMP: 'image/bmp',
  TIFF: 'image/tiff',
};

testNetwork(facebook, {
  settings: {},
  accepts: [
    ['subtitles of a video', { settings: { subtitles }, ...show(video()) }],
    ['a place for a picture', { settings: { place: '7640348500' }, ...show(image()) }],
    [
      'a title of 255 characters and a thumbnail for a video',
      {
        settings: { video_title: 'a'.repeat(255), thumbnail: THUMBNAIL },
        settingsMedia: [['thumbnail', image({ mime: 'image/png' })]],
        ...show(video()),
      },
    ],
    [
      'null or nothing for what is not set',
      { settings: { place: '', video_title: null, thumbnail: null }, ...show(video()) },
    ],
    ['a link', { settings: { url: 'https://example.com/menu?of=spring#today' } }],
    ['a link by http', { settings: { url: 'http://example.com' } }],
    ['a link of 2,048 characters', { settings: { url: `https://example.com/${'a'.repeat(2028)}` } }],
    ['a link to a post that is not yet published', { settings: { url: '(post:cxa1b2c3d4e5f6g7h8i9j0k1l)' } }],
    [
      'the empty string for fields that are not set',
      { settings: { url: '', post_type: '', text_format_preset_id: '' } },
    ],
    [
      'null for fields that are not set',
      { settings: { url: null, post_type: null, text_format_preset_id: null } },
    ],
    ['the type post', { settings: { post_type: 'post' } }],
    ['a background for 130 characters', { settings: purple, ...say('a'.repeat(130)) }],
    ['a background for 130 emoji', { settings: purple, ...say('🌱'.repeat(130)) }],
    ['a background with a comment that has a photo', { settings: purple, ...comment(image()) }],
    ['a background of 20 digits', { settings: { text_format_preset_id: '1'.repeat(20) } }],
    ['63,206 letters', say('a'.repeat(63_206))],
    ['63,206 emoji', say('🌱'.repeat(63_206))],
    ['media without text', { value: [{ media: [image()] }] }],
    ...Object.entries(types).map(([name, mime]) => [`a ${name}`, show(image({ mime }))] as const),
    ['1,000 photos', show(...times(1000, image()))],
    ['a photo of 10 MB', show(image({ size: 10 * MIB }))],
    [
      'one video of any aspect ratio and length',
      show(video({ width: 2000, height: 500, durationMs: 7_200_000, size: 1024 * MIB })),
    ],
    ['a post with a video of any encoding', show(encoded({ codec: 'vp8', audio: 'mp3', frameRate: 12 }))],
    ['a story of 23.98 frames a second', { settings: story, ...show(encoded({ frameRate: 23.98 })) }],
    ['a story of a photo', { settings: story, ...show(image()) }],
    ['a story without text', { settings: story, value: [{ media: [video()] }] }],
    ['a story of photos and videos', { settings: story, ...show(image(), video(), video()) }],
    [
      'a story of 540 × 960 and 3 seconds',
      { settings: story, ...show(video({ width: 540, height: 960, durationMs: 3000 })) },
    ],
    ['a story of 90 seconds', { settings: story, ...show(video({ durationMs: 90_000 })) }],
    [
      'a story of unknown size',
      { settings: story, ...show(video({ width: undefined, height: undefined, durationMs: undefined })) },
    ],
    [
      'comments with and without a photo',
      {
        value: [
          { content: 'Spring', media: [video()] },
          { content: 'More', media: [image()] },
          { content: 'Last' },
        ],
      },
    ],
    ['a comment of a photo alone', { value: [{ content: 'Spring' }, { media: [image()] }] }],
    [
      'a comment without media on a story',
      { settings: story, value: [{ media: [image()] }, { content: 'More' }] },
    ],
  ],
  rejects: [
    ['a story as VP8', { settings: story, ...show(encoded({ codec: 'vp8' })) }, 'value.0.image'],
    [
      'a story with MP3 as its sound',
      { settings: story, ...show(encoded({ audio: 'mp3' })) },
      'value.0.image',
    ],
    [
      'a story with the colours of 4:4:4',
      { settings: story, ...show(encoded({ chroma: '4:4:4' })) },
      'value.0.image',
    ],
    [
      'a story of 23 frames a second',
      { settings: story, ...show(encoded({ frameRate: 23 })) },
      'value.0.image',
    ],
    ['subtitles of a picture', { settings: { subtitles }, ...show(image()) }, 'settings.subtitles'],
    [
      'subtitles of a story',
      {
        settings: { ...story, subtitles },
        ...show(video({ width: 1080, height: 1920, durationMs: 10_000 })),
      },
      'settings.subtitles',
    ],
    ['a place by its name', { settings: { place: 'Paris' } }, 'settings.place'],
    ['a place of a video', { settings: { place: '7640348500' }, ...show(video()) }, 'settings.place'],
    [
      'a place of a story',
      { settings: { post_type: 'story', place: '7640348500' }, ...show(image()) },
      'settings.place',
    ],
    [
      'a title of 256 characters',
      { settings: { video_title: 'a'.repeat(256) }, ...show(video()) },
      'settings.video_title',
    ],
    ['a title without a video', { settings: { video_title: 'Spring' } }, 'settings.video_title'],
    [
      'a thumbnail of a picture',
      { settings: { thumbnail: THUMBNAIL }, ...show(image()) },
      'settings.thumbnail',
    ],
    [
      'a thumbnail as GIF',
      {
        settings: { thumbnail: THUMBNAIL },
        settingsMedia: [['thumbnail', image({ mime: 'image/gif' })]],
        ...show(video()),
      },
      'settings.thumbnail',
    ],
    ['a link without a protocol', { settings: { url: 'example.com' } }, 'settings.url'],
    ['a link by ftp', { settings: { url: 'ftp://example.com/menu' } }, 'settings.url'],
    ['a link with a space', { settings: { url: 'https://example.com/the menu' } }, 'settings.url'],
    [
      'a link of 2,049 characters',
      { settings: { url: `https://example.com/${'a'.repeat(2029)}` } },
      'settings.url',
    ],
    ['a link that is a list', { settings: { url: ['https://example.com'] } }, 'settings.url'],
    ['an unknown type of post', { settings: { post_type: 'reel' } }, 'settings.post_type'],
    [
      'a background by name',
      { settings: { text_format_preset_id: 'purple' } },
      'settings.text_format_preset_id',
    ],
    [
      'a background of 21 digits',
      { settings: { text_format_preset_id: '1'.repeat(21) } },
      'settings.text_format_preset_id',
    ],
    [
      'a background for 131 characters',
      { settings: purple, ...say('a'.repeat(131)) },
      'settings.text_format_preset_id',
    ],
    ['a background with a photo', { settings: purple, ...show(image()) }, 'settings.text_format_preset_id'],
    ['63,207 letters', say('a'.repeat(63_207)), 'value.0.content'],
    ['63,207 emoji', say('🌱'.repeat(63_207)), 'value.0.content'],
    [
      'a comment of 63,207 letters',
      { value: [{ content: 'Spring' }, { content: 'a'.repeat(63_207) }] },
      'value.1.content',
    ],
    ['WebP', show(image({ mime: 'image/webp', fileName: 'a.webp' })), 'value.0.image'],
    ['AVIF', show(image({ mime: 'image/avif', fileName: 'a.avif' })), 'value.0.image'],
    ['1,001 photos', show(...times(1001, image())), 'value.0.image'],
    ['a photo over 10 MB', show(image({ size: 10 * MIB + 1 })), 'value.0.image'],
    ['2 videos', show(video(), video()), 'value.0.image'],
    ['a photo besides a video', show(image(), video()), 'value.0.image'],
    ['a story without media', { settings: story }, 'value.0.image'],
    [
      'a story of a photo over 10 MB',
      { settings: story, ...show(image({ size: 10 * MIB + 1 })) },
      'value.0.image',
    ],
    ['a story of 1:1', { settings: story, ...show(video({ width: 1080, height: 1080 })) }, 'value.0.image'],
    [
      'a story narrower than 9:16',
      { settings: story, ...show(video({ width: 1080, height: 2340 })) },
      'value.0.image',
    ],
    [
      'a story of 539 × 959',
      { settings: story, ...show(video({ width: 539, height: 959 })) },
      'value.0.image',
    ],
    ['a story of 2.9 seconds', { settings: story, ...show(video({ durationMs: 2900 })) }, 'value.0.image'],
    ['a story of 91 seconds', { settings: story, ...show(video({ durationMs: 91_000 })) }, 'value.0.image'],
    ['a comment with 2 photos', comment(image(), image()), 'value.1.image'],
    ['a comment with a video', comment(video()), 'value.1.image'],
  ],
});
