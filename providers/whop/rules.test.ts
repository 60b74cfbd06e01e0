import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { whop } from './index.ts';

const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });

testNetwork(whop, {
  settings: { company: 'biz_4aB', experience: 'exp_9Xy' },
  accepts: [
    ['ids of one character', { settings: { company: 'b', experience: 'e' } }],
    ['ids of 200 characters', { settings: { company: 'b'.repeat(200), experience: 'e'.repeat(200) } }],
    ['the public forum of a company', { settings: { experience: 'public' } }],
    ['a title of 1,000 characters', { settings: { title: 'x'.repeat(1000) } }],
    ['an empty title as none', { settings: { title: '' } }],
    ['null as no title', { settings: { title: null } }],
    ['a text of 50,000 characters', text('x'.repeat(50_000))],
    ['25,000 emoji, of two UTF-16 units each', text('🌱'.repeat(25_000))],
    ['bold words, whose Markdown counts', text(`<p><strong>${'x'.repeat(49_996)}</strong></p>`)],
    ['a comment with a picture', { value: [{ content: 'one' }, { content: 'two', media: [image()] }] }],
    ['a picture without text', { value: [{ media: [image()] }] }],
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp', 'image/tiff'].map(
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
    ['a post without a company', { settings: { company: undefined } }, 'settings.company'],
    ['an empty company', { settings: { company: '' } }, 'settings.company'],
    ['a company of 201 characters', { settings: { company: 'b'.repeat(201) } }, 'settings.company'],
    ['a post without an experience', { settings: { experience: undefined } }, 'settings.experience'],
    ['an empty experience', { settings: { experience: '' } }, 'settings.experience'],
    ['an experience of 201 characters', { settings: { experience: 'e'.repeat(201) } }, 'settings.experience'],
    [
      'an experience that is an object',
      { settings: { experience: { id: 'exp_9Xy' } } },
      'settings.experience',
    ],
    ['a title of 1,001 characters', { settings: { title: 'x'.repeat(1001) } }, 'settings.title'],
    ['a title that is a number', { settings: { title: 5 } }, 'settings.title'],
    ['a text of 50,001 characters', text('x'.repeat(50_001)), 'value.0.content'],
    ['25,000 emoji and a letter', text(`${'🌱'.repeat(25_000)}x`), 'value.0.content'],
    [
      'bold words that are too long by the asterisks',
      text(`<p><strong>${'x'.repeat(49_997)}</strong></p>`),
      'value.0.content',
    ],
    [
      'a comment of 50,001 characters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(50_001) }] },
      'value.1.content',
    ],
    ['an empty post', { value: [{}] }, 'value.0.content'],
    ['21 files', { value: [{ media: [...times(11, image()), ...times(10, video())] }] }, 'value.0.image'],
    ['a video of another type', { value: [{ media: [video({ mime: 'video/webm' })] }] }, 'value.0.image'],
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
