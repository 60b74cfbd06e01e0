import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { telegram } from './index.ts';

const MIB = 1024 ** 2;
const text = (content: string): { value: [{ content: string }] } => ({ value: [{ content }] });
const poll = (more: Record<string, unknown> = {}) => ({
  settings: { poll: { options: ['Red', 'Blue'], ...more } },
});
const buttons = (...links: unknown[]) => ({ settings: { buttons: links } });
const gif = image({ mime: 'image/gif', fileName: 'wave.gif' });

testNetwork(telegram, {
  settings: {},
  accepts: [
    ['a text of 4,096 letters', text('x'.repeat(4096))],
    ['2,048 emoji, of two UTF-16 units each', text('🎉'.repeat(2048))],
    ['4,096 bold letters, whose tags do not count', text(`<p><strong>${'x'.repeat(4096)}</strong></p>`)],
    [
      'a link whose URL does not count',
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
    ['a silent message that cannot be forwarded', { settings: { silent: true, protect_content: true } }],
    ...['above', 'below', 'off', '', null].map(
      (where) => [`a preview of a link: ${where}`, { settings: { link_preview: where } }] as const,
    ),
    ['a picture that is hidden', { settings: { spoiler: true }, value: [{ media: [image()] }] }],
    [
      'buttons below a picture',
      { ...buttons({ text: 'Read', url: 'https://a.example/1' }), value: [{ media: [image()] }] },
    ],
    ['a button that opens a chat in the app', buttons({ text: 'Chat', url: 'tg://resolve?domain=ada' })],
    ['a button with the URL of another post', buttons({ text: 'More', url: '(post:7)' })],
    [
      'a poll whose question is the text, of 300 emoji',
      { ...poll(), value: [{ content: '🎉'.repeat(300) }] },
    ],
    [
      'a poll below a text of 1,024 letters',
      { ...poll({ question: 'Which?' }), value: [{ content: 'x'.repeat(1024) }] },
    ],
    [
      'a poll of twelve answers of 100 letters',
      poll({ options: Array.from({ length: 12 }, (_, n) => `${n}`.padEnd(100, 'x')) }),
    ],
    [
      'a poll in a group in which people see who chose what',
      { ...poll({ anonymous: false, multiple: true }), details: { chatType: 'supergroup' } },
    ],
    [
      'an emptied poll, which is none, beside a picture',
      { ...poll({ options: [' '] }), value: [{ media: [image()] }] },
    ],
    ['a picture in the reply to a poll', { ...poll(), value: [{ content: 'Which?' }, { media: [image()] }] }],
  ],
  rejects: [
    ['silence that is no switch', { settings: { silent: 'yes' } }, 'settings.silent'],
    ['a preview beside the text', { settings: { link_preview: 'left' } }, 'settings.link_preview'],
    ['a spoiler that is no switch', { settings: { spoiler: 'yes' } }, 'settings.spoiler'],
    ['protection that is no switch', { settings: { protect_content: 'yes' } }, 'settings.protect_content'],
    ['a button without a text', buttons({ text: '', url: 'https://a.example/' }), 'settings.buttons.0.text'],
    ['a button without a URL', buttons({ text: 'Read' }), 'settings.buttons.0.url'],
    [
      'a button with a URL of another kind',
      buttons({ text: 'Mail', url: 'mailto:a@b.example' }),
      'settings.buttons.0.url',
    ],
    [
      'a button to a host without a dot',
      buttons({ text: 'Here', url: 'http://localhost/' }),
      'settings.buttons.0.url',
    ],
    [
      'eleven buttons',
      buttons(...Array.from({ length: 11 }, () => ({ text: 'Go', url: 'https://a.example/' }))),
      'settings.buttons',
    ],
    [
      'buttons below an album',
      { ...buttons({ text: 'Read', url: 'https://a.example/' }), value: [{ media: times(2, image()) }] },
      'settings.buttons',
    ],
    ['a poll of one answer', poll({ options: ['Red'] }), 'settings.poll.options'],
    [
      'a poll of thirteen answers',
      poll({ options: Array.from({ length: 13 }, (_, n) => `${n}`) }),
      'settings.poll.options',
    ],
    ['an answer of 101 letters', poll({ options: ['x'.repeat(101), 'Blue'] }), 'settings.poll.options.0'],
    ['a question of 301 letters', poll({ question: 'x'.repeat(301) }), 'settings.poll.question'],
    [
      'a text of 301 letters as the question',
      { ...poll(), value: [{ content: 'x'.repeat(301) }] },
      'value.0.content',
    ],
    [
      'a text of 1,025 letters above a poll',
      { ...poll({ question: 'Which?' }), value: [{ content: 'x'.repeat(1025) }] },
      'value.0.content',
    ],
    [
      'a poll beside a picture',
      { ...poll(), value: [{ content: 'Which?', media: [image()] }] },
      'settings.poll',
    ],
    [
      'a poll in a channel in which people see who chose what',
      poll({ anonymous: false }),
      'settings.poll.anonymous',
    ],
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
