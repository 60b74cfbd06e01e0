import { metaAccepts, metaRejects } from '../_kit/fixtures/encodings.ts';
import { image, testNetwork, times, video } from '../_kit/test-network.ts';
import { threads } from './index.ts';

const MIB = 1024 ** 2;
const say = (content: string) => ({ value: [{ content }] });
const show = (...media: ReturnType<typeof image>[]) => ({ value: [{ content: 'Spring', media }] });
const family = '👨‍👩‍👧‍👦'; // 25 bytes
const CARD = 'https://example.com';
const YES_OR_NO = { options: ['Yes', 'No'] };
const links = (count: number): string =>
  Array.from({ length: count }, (_, i) => `https://example.com/${i}`).join(' ');

testNetwork(threads, {
  settings: {},
  accepts: [
    ...metaAccepts,
    [
      'a topic, who can reply, and a quote',
      { settings: { topic_tag: 'a'.repeat(50), reply_control: 'followers_only', quote_post_id: '18000' } },
    ],
    [
      'nulls, empty texts and an empty poll for what is not set',
      {
        settings: {
          reply_control: '',
          topic_tag: null,
          poll: { options: ['', ' '] },
          link_attachment: '',
          gif_id: null,
          quote_post_id: '',
        },
        ...show(image()),
      },
    ],
    [
      'a poll of 4 answers of 25 characters',
      { settings: { poll: { options: Array.from({ length: 4 }, () => 'a'.repeat(25)) } } },
    ],
    ['a GIF with the card of a link', { settings: { gif_id: 'YsTs5ltWtEhnq', link_attachment: CARD } }],
    ['a quote with a picture', { settings: { quote_post_id: '18000' }, ...show(image()) }],
    [
      '5 links, one of them shown as a card',
      { settings: { link_attachment: `${CARD}/4` }, ...say(links(5)) },
    ],
    ['500 letters', say('a'.repeat(500))],
    ['500 ideographs', say('春'.repeat(500))],
    ['250 letters with a combining accent', say('e\u0301'.repeat(250))],
    ['125 emoji of 4 bytes', say('🌱'.repeat(125))],
    ['20 families of 25 bytes', say(family.repeat(20))],
    ['digits, which are not emoji', say('#1'.repeat(250))],
    ['5 links', say(links(5))],
    ['the same link 6 times', say(Array.from({ length: 6 }, () => 'https://example.com').join(' '))],
    ['6 words with a full stop, which are not links', say('Menu.Soup a.m. e.g. etc. 1.50 2.50')],
    ['media without text', { value: [{ media: [image()] }] }],
    ['20 pictures and videos', show(...times(10, image()), ...times(10, video()))],
    ['JPEG and PNG', show(image(), image({ mime: 'image/png', fileName: 'a.png' }))],
    ['a picture of 8 MB', show(image({ size: 8 * MIB }))],
    ['a picture of 10:1', show(image({ width: 3200, height: 320 }))],
    ['a tall picture, for which no limit is documented', show(image({ width: 320, height: 4000 }))],
    ['a small picture, which is scaled', show(image({ width: 100, height: 100 }))],
    ['a video of 1 GB and 5 minutes', show(video({ size: 1024 * MIB, durationMs: 300_000 }))],
    ['a video of unknown size', show(video({ width: undefined, height: undefined, durationMs: undefined }))],
    ['replies with media', { value: [{ content: '1/2' }, { content: '2/2', media: [image(), video()] }] }],
  ],
  rejects: [
    ...metaRejects,
    [
      'another group of people who can reply',
      { settings: { reply_control: 'me' } },
      'settings.reply_control',
    ],
    ['a topic of 51 characters', { settings: { topic_tag: 'a'.repeat(51) } }, 'settings.topic_tag'],
    ['a topic with a full stop', { settings: { topic_tag: 'Mr.Soup' } }, 'settings.topic_tag'],
    ['a poll of one answer', { settings: { poll: { options: ['Yes'] } } }, 'settings.poll.options'],
    [
      'a poll of 5 answers',
      { settings: { poll: { options: ['A', 'B', 'C', 'D', 'E'] } } },
      'settings.poll.options',
    ],
    ['a poll beside a picture', { settings: { poll: YES_OR_NO }, ...show(image()) }, 'settings.poll'],
    ['a poll beside a GIF', { settings: { poll: YES_OR_NO, gif_id: 'YsTs5' } }, 'settings.gif_id'],
    ['a GIF beside a picture', { settings: { gif_id: 'YsTs5' }, ...show(image()) }, 'settings.gif_id'],
    ['a GIF as a URL', { settings: { gif_id: 'https://giphy.com/a' } }, 'settings.gif_id'],
    [
      'a card beside a video',
      { settings: { link_attachment: CARD }, ...show(video()) },
      'settings.link_attachment',
    ],
    ['a card that is no link', { settings: { link_attachment: 'soup' } }, 'settings.link_attachment'],
    [
      'a sixth link as a card',
      { settings: { link_attachment: 'https://example.org' }, ...say(links(5)) },
      'value.0.content',
    ],
    [
      'a quote by its URL',
      { settings: { quote_post_id: 'https://www.threads.com/@a/post/b' } },
      'settings.quote_post_id',
    ],
    ['501 letters', say('a'.repeat(501)), 'value.0.content'],
    ['251 letters with an accent of its own', say('e\u0301'.repeat(251)), 'value.0.content'],
    ['126 emoji of 4 bytes', say('🌱'.repeat(126)), 'value.0.content'],
    ['21 families of 25 bytes', say(family.repeat(21)), 'value.0.content'],
    ['a long text, once', say(`${links(50)}`), 'value.0.content'],
    [
      '501 letters in a reply',
      { value: [{ content: '1/2' }, { content: 'a'.repeat(501) }] },
      'value.1.content',
    ],
    ['6 links', say(links(6)), 'value.0.content'],
    ['6 links, one of them without a protocol', say(`${links(5)} www.example.org`), 'value.0.content'],
    ['an empty reply', { value: [{ content: '1/2' }, { content: ' ' }] }, 'value.1.content'],
    ['21 pictures', show(...times(21, image())), 'value.0.image'],
    ['21 pictures and videos', show(...times(20, image()), video()), 'value.0.image'],
    [
      'a picture at a URL that Threads cannot reach',
      show(image({ url: 'http://127.0.0.1:5000/uploads/a.png' })),
      'value.0.image',
    ],
    ['GIF', show(image({ mime: 'image/gif', fileName: 'a.gif' })), 'value.0.image'],
    ['WebP', show(image({ mime: 'image/webp', fileName: 'a.webp' })), 'value.0.image'],
    ['a picture over 8 MB', show(image({ size: 8 * MIB + 1 })), 'value.0.image'],
    ['a picture wider than 10:1', show(image({ width: 3220, height: 320 })), 'value.0.image'],
    ['a video over 1 GB', show(video({ size: 1024 * MIB + 1 })), 'value.0.image'],
    ['a video over 5 minutes', show(video({ durationMs: 300_001 })), 'value.0.image'],
    [
      '21 files in a reply',
      { value: [{ content: '1/2' }, { content: '2/2', media: times(21, image()) }] },
      'value.1.image',
    ],
  ],
});
