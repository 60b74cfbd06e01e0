import { image, testNetwork, video } from '../_kit/test-network.ts';
import { kick } from './index.ts';

const EMOTE = '[emote:37226:KEKW]';

testNetwork(kick, {
  settings: {},
  accepts: [
    ['500 characters', { value: [{ content: 'x'.repeat(500) }] }],
    ['500 emoji of two UTF-16 units each', { value: [{ content: '🟢'.repeat(500) }] }],
    ['250 letters with a combining accent each', { value: [{ content: 'e\u0301'.repeat(250) }] }],
    [
      'an emote that ends at the 500th character as written',
      { value: [{ content: 'x'.repeat(500 - EMOTE.length) + EMOTE }] },
    ],
    ['entities, each counted as one character', { value: [{ content: `<p>${'&amp;'.repeat(500)}</p>` }] }],
    ['a thread', { value: [{ content: 'one' }, { content: 'y'.repeat(500) }] }],
  ],
  rejects: [
    ['501 characters', { value: [{ content: 'x'.repeat(501) }] }, 'value.0.content'],
    ['501 emoji', { value: [{ content: '🟢'.repeat(501) }] }, 'value.0.content'],
    [
      '251 letters with a combining accent each',
      { value: [{ content: 'e\u0301'.repeat(251) }] },
      'value.0.content',
    ],
    [
      'an emote that ends at the 501st character',
      { value: [{ content: 'x'.repeat(501 - EMOTE.length) + EMOTE }] },
      'value.0.content',
    ],
    ['no text', { value: [{ content: '' }] }, 'value.0.content'],
    ['a picture', { value: [{ content: 'Look', media: [image()] }] }, 'value.0.image'],
    ['a video', { value: [{ content: 'Look', media: [video()] }] }, 'value.0.image'],
    [
      'a picture in a reply',
      { value: [{ content: 'one' }, { content: 'two', media: [image()] }] },
      'value.1.image',
    ],
    [
      'a reply of 501 characters',
      { value: [{ content: 'one' }, { content: 'x'.repeat(501) }] },
      'value.1.content',
    ],
  ],
});
