import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { mewe } from './index.ts';

const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });

testNetwork(mewe, {
  settings: { postType: 'timeline' },
  accepts: [
    ['a post in a group', { settings: { postType: 'group', group: 'g' } }],
    ['a group of 200 characters', { settings: { postType: 'group', group: 'g'.repeat(200) } }],
    ['an empty group on the timeline', { settings: { group: '' } }],
    ['null as the group on the timeline', { settings: { group: null } }],
    ['a group that the timeline does not use', { settings: { group: 'g1' } }],
    ['a text of 63,206 characters', text('x'.repeat(63_206))],
    ['31,603 emoji, of two UTF-16 units each', text('🌱'.repeat(31_603))],
    ['a picture without text', { value: [{ media: [image()] }] }],
    ['20 pictures', { value: [{ content: 'Look', media: times(20, image()) }] }],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    ['a picture of 10 MiB', { value: [{ media: [image({ size: 10 * 1024 ** 2 })] }] }],
  ],
  rejects: [
    ['a post without a postType', { settings: { postType: undefined } }, 'settings.postType'],
    ['page as the postType', { settings: { postType: 'page' } }, 'settings.postType'],
    ['a postType in capitals', { settings: { postType: 'TIMELINE' } }, 'settings.postType'],
    ['an empty postType', { settings: { postType: '' } }, 'settings.postType'],
    ['a post in a group without the group', { settings: { postType: 'group' } }, 'settings.group'],
    ['a post in an empty group', { settings: { postType: 'group', group: '' } }, 'settings.group'],
    ['a post in a group of spaces', { settings: { postType: 'group', group: '  ' } }, 'settings.group'],
    ['a post in a group that is null', { settings: { postType: 'group', group: null } }, 'settings.group'],
    [
      'a group of 201 characters',
      { settings: { postType: 'group', group: 'g'.repeat(201) } },
      'settings.group',
    ],
    ['a group that is a number', { settings: { group: 7 } }, 'settings.group'],
    ['a text of 63,207 characters', text('x'.repeat(63_207)), 'value.0.content'],
    ['31,603 emoji and a letter', text(`${'🌱'.repeat(31_603)}x`), 'value.0.content'],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['a second part', { value: [{ content: 'one' }, { content: 'two' }] }, 'value.1'],
    ['21 pictures', { value: [{ media: times(21, image()) }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    ...['image/avif', 'image/bmp', 'image/tiff'].map(
      (mime) =>
        [
          `a picture of the type ${mime}`,
          { value: [{ media: [image({ mime })] }] },
          'value.0.image',
        ] as const,
    ),
    [
      'a picture one byte over 10 MiB',
      { value: [{ media: [image({ size: 10 * 1024 ** 2 + 1 })] }] },
      'value.0.image',
    ],
  ],
});
