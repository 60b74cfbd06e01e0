import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { telegram } from './index.ts';

const MIB = 1024 ** 2;
const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });
const gif = image({ mime: 'image/gif', fileName: 'wave.gif' });

testNetwork(telegram, {
  settings: {},
  accepts: [
    ['a text of 4,096 letters', text('x'.repeat(4096))],
    ['2,048 emoji, of two UTF-16 units each', text('🎉'.repeat(2048))],
    ['4,096 bold letters, whose tags do not count', text(`<p><strong>${'x'.repeat(4096)}</strong></p>`)],
    [
      'a link whose address does not count',
      text(`<p>${'x'.repeat(4091)} <a href="https://a.example/${'y'.repeat(500)}">here</a></p>`),
    ],
    ['a caption of 1,024 letters', { value: [{ content: 'x'.repeat(1024), media: [image()] }] }],
    ['replies with media', { value: [{ content: 'one' }, { content: 'two', media: [image()] }] }],
    [
      'ten files, pictures and videos together',
      { value: [{ media: [...times(5, image()), ...times(5, video({ size: MIB }))] }] },
    ],
    ...['image/jpeg', 'image/png', 'image/webp', 'image/gif'].map(
      (mime) => [`a picture of the type ${mime}`, { value: [{ media: [image({ mime })] }] }] as const,
    ),
    ['a picture of 10 MiB', { value: [{ media: [image({ size: 10 * MIB })] }] }],
    ['a GIF of 50 MiB', { value: [{ media: [{ ...gif, size: 50 * MIB }] }] }],
    ['a video of 50 MiB', { value: [{ media: [video({ size: 50 * MIB })] }] }],
    [
      'a picture of 10,000 pixels on both sides together',
      { value: [{ media: [image({ width: 9000, height: 1000 })] }] },
    ],
    [
      'a picture 20 times as wide as it is high',
      { value: [{ media: [image({ width: 2000, height: 100 })] }] },
    ],
    [
      'a picture 20 times as high as it is wide',
      { value: [{ media: [image({ width: 100, height: 2000 })] }] },
    ],
  ],
  rejects: [
    ['a text of 4,097 letters', text('x'.repeat(4097)), 'value.0.content'],
    ['2,048 emoji and a letter', text(`${'🎉'.repeat(2048)}x`), 'value.0.content'],
    ['4,097 bold letters', text(`<p><strong>${'x'.repeat(4097)}</strong></p>`), 'value.0.content'],
    [
      'a caption of 1,025 letters',
      { value: [{ content: 'x'.repeat(1025), media: [image()] }] },
      'value.0.content',
    ],
    [
      'a reply of 4,097 letters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(4097) }] },
      'value.1.content',
    ],
    ['an empty message', { value: [{}] }, 'value.0.content'],
    ['a message of tags only', text('<p><strong></strong></p>'), 'value.0.content'],
    [
      'eleven files',
      { value: [{ media: [...times(5, image()), ...times(6, video({ size: MIB }))] }] },
      'value.0.image',
    ],
    ['a GIF beside a picture', { value: [{ media: [gif, image()] }] }, 'value.0.image'],
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
      { value: [{ media: [image(), image({ size: 10 * MIB + 1 })] }] },
      'value.0.image.1',
    ],
    ['a GIF one byte over 50 MiB', { value: [{ media: [{ ...gif, size: 50 * MIB + 1 }] }] }, 'value.0.image'],
    [
      'a video one byte over 50 MiB',
      { value: [{ media: [video({ size: 50 * MIB + 1 })] }] },
      'value.0.image',
    ],
    [
      'files of more than 50 MiB together',
      { value: [{ media: [video({ size: 25 * MIB }), video({ size: 25 * MIB + 1 })] }] },
      'value.0.image',
    ],
    [
      'a picture of 10,001 pixels on both sides together',
      { value: [{ media: [image({ width: 9000, height: 1001 })] }] },
      'value.0.image.0',
    ],
    [
      'a picture more than 20 times as wide as it is high',
      { value: [{ media: [image({ width: 2001, height: 100 })] }] },
      'value.0.image.0',
    ],
    [
      'a picture more than 20 times as high as it is wide',
      { value: [{ media: [image({ width: 100, height: 2001 })] }] },
      'value.0.image.0',
    ],
  ],
});
