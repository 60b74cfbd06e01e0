import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { vk } from './index.ts';

const MIB = 1024 ** 2;
const only = (
  media: readonly ReturnType<typeof image>[],
): { value: { content: string; media: readonly ReturnType<typeof image>[] }[] } => ({
  value: [{ content: '', media }],
});

testNetwork(vk, {
  settings: {},
  accepts: [
    [
      'what a person can choose beside it',
      {
        settings: {
          signed: true,
          copyright: 'https://a.example/source',
          mute_notifications: true,
          close_comments: true,
        },
      },
    ],
    ['no source', { settings: { copyright: '', signed: null } }],
    ['a text of any length, as VK documents none', { value: [{ content: 'ж'.repeat(100_000) }] }],
    ['a comment of any length', { value: [{ content: 'one' }, { content: '🐻'.repeat(50_000) }] }],
    ['a mention', { value: [{ content: '[club1|Team VK] and @id1' }] }],
    ['a picture without text', only([image()])],
    ['PNG and GIF', only([image({ mime: 'image/png' }), image({ mime: 'image/gif' })])],
    ['10 pictures', only(times(10, image()))],
    ['10 videos', only(times(10, video()))],
    ['5 pictures with 5 videos', only([...times(5, image()), ...times(5, video())])],
    ['a picture of 50 MiB', only([image({ size: 50 * MIB })])],
    ['a picture of 7,000 × 7,000 pixels', only([image({ width: 7000, height: 7000 })])],
    ['a picture that is 20 times as wide as it is high', only([image({ width: 10_000, height: 500 })])],
    ['a picture that is 20 times as high as it is wide', only([image({ width: 500, height: 10_000 })])],
    ['a picture of unknown size', only([image({ width: undefined, height: undefined })])],
    ['a video of any aspect ratio', only([video({ width: 8000, height: 8000 })])],
    ['a video of 1 GiB', only([video({ size: 1024 * MIB })])],
    [
      'comments with pictures',
      {
        value: [{ content: 'one' }, { content: 'two', media: [image()] }, { content: '', media: [video()] }],
      },
    ],
  ],
  rejects: [
    ...['signed', 'mute_notifications', 'close_comments'].map(
      (field) => [`${field} that is no switch`, { settings: { [field]: 1 } }, `settings.${field}`] as const,
    ),
    ['a source that is no URL', { settings: { copyright: 'the newspaper' } }, 'settings.copyright'],
    [
      'closed comments with a further part, which is one',
      { settings: { close_comments: true }, value: [{ content: 'one' }, { content: 'two' }] },
      'settings.close_comments',
    ],
    [
      "more than Crier's own 100,000 characters",
      { value: [{ content: 'ж'.repeat(100_001) }] },
      'value.0.content',
    ],
    ['neither text nor media', { value: [{ content: ' ' }] }, 'value.0.content'],
    ['11 pictures', only(times(11, image())), 'value.0.image'],
    ['11 videos', only(times(11, video())), 'value.0.image'],
    ['10 pictures with a video', only([...times(10, image()), video()]), 'value.0.image'],
    [
      '11 pictures in a comment',
      { value: [{ content: 'one' }, { media: times(11, image()) }] },
      'value.1.image',
    ],
    ['a picture one byte over 50 MiB', only([image({ size: 50 * MIB + 1 })]), 'value.0.image'],
    ['a WebP picture', only([image({ mime: 'image/webp' })]), 'value.0.image'],
    ['an AVIF picture', only([image({ mime: 'image/avif' })]), 'value.0.image'],
    ['a picture of 7,000 × 7,001 pixels', only([image({ width: 7000, height: 7001 })]), 'value.0.image'],
    [
      'a picture that is 20.5 times as wide as it is high',
      only([image({ width: 2050, height: 100 })]),
      'value.0.image',
    ],
    [
      'a picture that is 25 times as high as it is wide',
      only([image({ width: 100, height: 2500 })]),
      'value.0.image',
    ],
    ['a video of more than 1 GiB', only([video({ size: 1024 * MIB + 1 })]), 'value.0.image'],
    ['a QuickTime video', only([video({ mime: 'video/quicktime' })]), 'value.0.image'],
  ],
});
