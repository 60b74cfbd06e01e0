import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { skool } from './index.ts';

const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });

testNetwork(skool, {
  settings: { group: 'g1', label: 'none', title: 'Spring' },
  accepts: [
    ['ids of one character', { settings: { group: 'g', label: 'l' } }],
    ['ids of 200 characters', { settings: { group: 'g'.repeat(200), label: 'l'.repeat(200) } }],
    ['a title of one character', { settings: { title: '🌱' } }],
    ['a title of 1,000 characters', { settings: { title: 'x'.repeat(1000) } }],
    ['a text of 5,000 characters', text('x'.repeat(5000))],
    ['a text of 2,500 emoji, of two UTF-16 units each', text('🌱'.repeat(2500))],
    [
      'a comment after the post, with a picture',
      { value: [{ content: 'one' }, { content: 'two', media: [image()] }] },
    ],
    ['a picture without text', { value: [{ media: [image()] }] }],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    [
      'pictures and videos together, 20 in all',
      { value: [{ media: [...times(10, image()), ...times(10, video())] }] },
    ],
    [
      'a picture of 10 MiB and a video of 1 GiB',
      { value: [{ media: [image({ size: 10 * 1024 ** 2 }), video({ size: 1024 ** 3 })] }] },
    ],
  ],
  rejects: [
    ['a post without a group', { settings: { group: undefined } }, 'settings.group'],
    ['an empty group', { settings: { group: '' } }, 'settings.group'],
    ['a group of 201 characters', { settings: { group: 'g'.repeat(201) } }, 'settings.group'],
    ['a group that is a number', { settings: { group: 7 } }, 'settings.group'],
    ['a post without a category', { settings: { label: undefined } }, 'settings.label'],
    ['an empty category', { settings: { label: '' } }, 'settings.label'],
    ['a category of 201 characters', { settings: { label: 'l'.repeat(201) } }, 'settings.label'],
    ['a post without a title', { settings: { title: undefined } }, 'settings.title'],
    ['an empty title', { settings: { title: '' } }, 'settings.title'],
    ['a title of spaces', { settings: { title: ' \n ' } }, 'settings.title'],
    [
      'a title of spaces, reported once for any number of comments',
      { settings: { title: ' ' }, value: [{ content: 'one' }, { content: 'two' }] },
      'settings.title',
    ],
    ['a title of 1,001 characters', { settings: { title: 'x'.repeat(1001) } }, 'settings.title'],
    ['a text of 5,001 characters', text('x'.repeat(5001)), 'value.0.content'],
    ['2,500 emoji and a letter', text(`${'🌱'.repeat(2500)}x`), 'value.0.content'],
    [
      'a comment of 5,001 characters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(5001) }] },
      'value.1.content',
    ],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['21 files', { value: [{ media: [...times(11, image()), ...times(10, video())] }] }, 'value.0.image'],
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
    [
      'a video one byte over 1 GiB',
      { value: [{ media: [video({ size: 1024 ** 3 + 1 })] }] },
      'value.0.image',
    ],
  ],
});
