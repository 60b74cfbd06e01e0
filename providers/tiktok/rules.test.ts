import { encoded, image, testNetwork, times, video, type PostUnderTest } from '../_kit/test-network.ts';
import { tiktok } from './index.ts';
import { POSTING_METHODS, PRIVACY_LEVELS } from './schema.ts';

const GIB = 1024 ** 3;
const CHOICES = ['duet', 'stitch', 'comment', 'brand_content_toggle', 'brand_organic_toggle'] as const;
const REQUIRED = [...CHOICES, 'privacy_level', 'autoAddMusic', 'content_posting_method'] as const;
const photo = (changes: Parameters<typeof image>[0]): PostUnderTest => ({
  value: [{ content: 'Spring', media: [image(changes)] }],
});
const clip = (changes: Parameters<typeof video>[0]): PostUnderTest => ({
  value: [{ content: 'Spring', media: [video(changes)] }],
});
const captioned = (content: string): PostUnderTest => ({ value: [{ content, media: [video()] }] });
const described = (content: string): PostUnderTest => ({ value: [{ content, media: [image()] }] });

testNetwork(tiktok, {
  settings: {
    privacy_level: 'PUBLIC_TO_EVERYONE',
    duet: false,
    stitch: false,
    comment: true,
    autoAddMusic: 'no',
    brand_content_toggle: false,
    brand_organic_toggle: false,
    content_posting_method: 'DIRECT_POST',
  },
  value: [{ content: 'Spring menu #cafe', media: [video()] }],
  accepts: [
    ...['vp8', 'vp9'].map((codec) => [codec, { value: [{ media: [encoded({ codec })] }] }] as const),
    ['HEVC with 60 frames a second', { value: [{ media: [encoded({ codec: 'hevc', frameRate: 60 })] }] }],
    ...PRIVACY_LEVELS.map(
      (privacy_level) => [`the privacy level ${privacy_level}`, { settings: { privacy_level } }] as const,
    ),
    ...POSTING_METHODS.map(
      (content_posting_method) =>
        [`the method ${content_posting_method}`, { settings: { content_posting_method } }] as const,
    ),
    ...CHOICES.flatMap((field) =>
      [true, false].map((value) => [`${field} ${value}`, { settings: { [field]: value } }] as const),
    ),
    ...['yes', 'no'].map(
      (autoAddMusic) => [`"${autoAddMusic}" for music`, { settings: { autoAddMusic } }] as const,
    ),
    ...[true, false, null].map(
      (video_made_with_ai) =>
        [`${video_made_with_ai} for made with AI`, { settings: { video_made_with_ai } }] as const,
    ),
    ['a title of 90 characters', { settings: { title: 'x'.repeat(90) } }],
    ['a title of 45 emoji, of two UTF-16 units each', { settings: { title: '🌱'.repeat(45) } }],
    ['an empty title', { settings: { title: '' } }],
    ['null as the title', { settings: { title: null } }],
    [
      'a paid partnership for followers',
      { settings: { brand_content_toggle: true, privacy_level: 'FOLLOWER_OF_CREATOR' } },
    ],
    [
      'a paid partnership as an inbox draft with any privacy level',
      {
        settings: {
          brand_content_toggle: true,
          privacy_level: 'SELF_ONLY',
          content_posting_method: 'UPLOAD',
        },
      },
    ],
    [
      'music and a location of another type of account, which it does not use',
      { settings: { music: { id: '1' }, location: { id: '2', name: 'Nord' } } },
    ],
    ['a video without text', captioned('')],
    ['a caption of 2,200 characters', captioned('x'.repeat(2200))],
    ['a caption of 1,100 emoji, of two UTF-16 units each', captioned('🌱'.repeat(1100))],
    ['a caption of 200 families of eleven UTF-16 units', captioned('👨‍👩‍👧‍👦'.repeat(200))],
    ['4,000 characters with a photo', described('x'.repeat(4000))],
    ['35 photos', { value: [{ content: 'Spring', media: times(35, image()) }] }],
    ...['image/jpeg', 'image/webp'].map((mime) => [`a photo of the type ${mime}`, photo({ mime })] as const),
    ['a photo of 20 MiB', photo({ size: 20 * 1024 ** 2 })],
    ['a video of 4 GiB', clip({ size: 4 * GIB })],
    ['a video of 360 × 360 pixels', clip({ width: 360, height: 360 })],
    ['a video of 4,096 × 4,096 pixels', clip({ width: 4096, height: 4096 })],
    ['a video of 3 seconds', clip({ durationMs: 3000 })],
    ['a video of 10 minutes', clip({ durationMs: 600_000 })],
    ['a video of unknown size', clip({ width: undefined, height: undefined, durationMs: undefined })],
  ],
  rejects: [
    ['AV1, which TikTok does not name', { value: [{ media: [encoded({ codec: 'av1' })] }] }, 'value.0.image'],
    ['22 frames a second', { value: [{ media: [encoded({ frameRate: 22 })] }] }, 'value.0.image'],
    ['61 frames a second', { value: [{ media: [encoded({ frameRate: 61 })] }] }, 'value.0.image'],
    ...REQUIRED.map(
      (field) =>
        [`a post without ${field}`, { settings: { [field]: undefined } }, `settings.${field}`] as const,
    ),
    ...CHOICES.flatMap((field) =>
      ['true', 1, null].map(
        (value) =>
          [
            `${JSON.stringify(value)} as ${field}`,
            { settings: { [field]: value } },
            `settings.${field}`,
          ] as const,
      ),
    ),
    ...['FRIENDS', 'self_only', '', null].map(
      (privacy_level) =>
        [
          `the privacy level ${JSON.stringify(privacy_level)}`,
          { settings: { privacy_level } },
          'settings.privacy_level',
        ] as const,
    ),
    ...['DRAFT', 'upload', ''].map(
      (content_posting_method) =>
        [
          `the method "${content_posting_method}"`,
          { settings: { content_posting_method } },
          'settings.content_posting_method',
        ] as const,
    ),
    ...[true, 'Yes', ''].map(
      (autoAddMusic) =>
        [
          `${JSON.stringify(autoAddMusic)} for music`,
          { settings: { autoAddMusic } },
          'settings.autoAddMusic',
        ] as const,
    ),
    ['"no" for made with AI', { settings: { video_made_with_ai: 'no' } }, 'settings.video_made_with_ai'],
    ['a title of 91 characters', { settings: { title: 'x'.repeat(91) } }, 'settings.title'],
    ['a title of 45 emoji and a letter', { settings: { title: `${'🌱'.repeat(45)}x` } }, 'settings.title'],
    ['a title that is a number', { settings: { title: 7 } }, 'settings.title'],
    [
      'a paid partnership that only the account can see',
      { settings: { brand_content_toggle: true, privacy_level: 'SELF_ONLY' } },
      'settings.privacy_level',
    ],
    ['a caption of 2,201 characters', captioned('x'.repeat(2201)), 'value.0.content'],
    ['a caption of 1,100 emoji and a letter', captioned(`${'🌱'.repeat(1100)}x`), 'value.0.content'],
    ['a caption of 4,001 characters', captioned('x'.repeat(4001)), 'value.0.content'],
    ['4,001 characters with a photo', described('x'.repeat(4001)), 'value.0.content'],
    ['text without media', { value: [{ content: 'Spring' }] }, 'value.0.image'],
    [
      'a second part',
      {
        value: [
          { content: 'one', media: [video()] },
          { content: 'two', media: [video()] },
        ],
      },
      'value.1',
    ],
    ['two videos', { value: [{ media: times(2, video()) }] }, 'value.0.image'],
    ['36 photos', { value: [{ media: times(36, image()) }] }, 'value.0.image'],
    ['a video with a photo', { value: [{ media: [image(), video()] }] }, 'value.0.image'],
    ...['image/png', 'image/gif', 'image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) => [`a photo of the type ${mime}`, photo({ mime }), 'value.0.image'] as const,
    ),
    ['a photo one byte over 20 MiB', photo({ size: 20 * 1024 ** 2 + 1 }), 'value.0.image'],
    ['a video one byte over 4 GiB', clip({ size: 4 * GIB + 1 }), 'value.0.image'],
    ['a video of 359 pixels width', clip({ width: 359, height: 720 }), 'value.0.image'],
    ['a video of 359 pixels height', clip({ width: 720, height: 359 }), 'value.0.image'],
    ['a video of 4,097 pixels width', clip({ width: 4097, height: 4096 }), 'value.0.image'],
    ['a video of 4,097 pixels height', clip({ width: 4096, height: 4097 }), 'value.0.image'],
    ['a video of less than 3 seconds', clip({ durationMs: 2999 }), 'value.0.image'],
    ['a video of more than 10 minutes', clip({ durationMs: 600_001 }), 'value.0.image'],
  ],
});
