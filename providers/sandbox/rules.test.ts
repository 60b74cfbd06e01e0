import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { sandbox } from './index.ts';

const MIB = 1024 ** 2;
const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });

testNetwork(sandbox, {
  settings: {},
  accepts: [
    ['a text of 5,000 letters', text('x'.repeat(5000))],
    ['2,500 emoji, of two UTF-16 units each', text('🎉'.repeat(2500))],
    ['replies with media', { value: [{ content: 'one' }, { content: 'two', media: [image(), video()] }] }],
    ['ten pictures and ten videos', { value: [{ media: [...times(10, image()), ...times(10, video())] }] }],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    [
      'a picture of 10 MiB and a video of 1 GiB',
      { value: [{ media: [image({ size: 10 * MIB }), video({ size: 1024 * MIB })] }] },
    ],
  ],
  rejects: [
    ['a text of 5,001 letters', text('x'.repeat(5001)), 'value.0.content'],
    ['2,500 emoji and a letter', text(`${'🎉'.repeat(2500)}x`), 'value.0.content'],
    [
      'a reply of 5,001 letters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(5001) }] },
      'value.1.content',
    ],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['eleven pictures', { value: [{ media: times(11, image()) }] }, 'value.0.image'],
    ['eleven videos', { value: [{ media: times(11, video()) }] }, 'value.0.image'],
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
