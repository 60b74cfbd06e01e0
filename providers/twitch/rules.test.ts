import { expect, it } from '@jest/globals';
import { checkSettings } from '../_kit/check-settings.ts';
import { image, testNetwork, video } from '../_kit/test-network.ts';
import { twitch } from './index.ts';
import { COLORS } from './schema.ts';

const FAMILY = '👨‍👩‍👧‍👦';

testNetwork(twitch, {
  settings: {},
  accepts: [
    ['a message', { settings: { messageType: 'message' } }],
    ...COLORS.map((announcementColor): [string, { settings: Record<string, unknown> }] => [
      `an announcement in ${announcementColor}`,
      { settings: { messageType: 'announcement', announcementColor } },
    ]),
    ['an announcement without a colour', { settings: { messageType: 'announcement' } }],
    [
      'the empty string for settings that are not set',
      { settings: { messageType: '', announcementColor: '' } },
    ],
    ['null for settings that are not set', { settings: { messageType: null, announcementColor: null } }],
    [
      'a colour for a message, which ignores it',
      { settings: { messageType: 'message', announcementColor: 'blue' } },
    ],
    ['500 characters', { value: [{ content: 'x'.repeat(500) }] }],
    ['500 emoji of two UTF-16 units each', { value: [{ content: '😀'.repeat(500) }] }],
    ['71 families of seven code points each', { value: [{ content: FAMILY.repeat(71) }] }],
    [
      'markup, of which only the text counts',
      { value: [{ content: `<p><strong>${'x'.repeat(500)}</strong></p>` }] },
    ],
    ['an emote by its name and a mention', { value: [{ content: 'HeyGuys @someone' }] }],
    ['a thread', { value: [{ content: 'one' }, { content: 'y'.repeat(500) }, { content: 'three' }] }],
    [
      'a thread of announcements',
      { settings: { messageType: 'announcement' }, value: [{ content: 'one' }, { content: 'two' }] },
    ],
  ],
  rejects: [
    ['a type of message that there is not', { settings: { messageType: 'whisper' } }, 'settings.messageType'],
    ['a type in capitals', { settings: { messageType: 'Announcement' } }, 'settings.messageType'],
    [
      'an unknown colour',
      { settings: { messageType: 'announcement', announcementColor: 'red' } },
      'settings.announcementColor',
    ],
    ['a colour that is a number', { settings: { announcementColor: 1 } }, 'settings.announcementColor'],
    ['501 characters', { value: [{ content: 'x'.repeat(501) }] }, 'value.0.content'],
    ['501 emoji', { value: [{ content: '😀'.repeat(501) }] }, 'value.0.content'],
    ['72 families', { value: [{ content: FAMILY.repeat(72) }] }, 'value.0.content'],
    [
      'an announcement of 501 characters, which would be truncated',
      { settings: { messageType: 'announcement' }, value: [{ content: 'x'.repeat(501) }] },
      'value.0.content',
    ],
    [
      'a link whose URL makes the text too long',
      { value: [{ content: `<p>${'x'.repeat(480)} <a href="https://crier.example/menu">menu</a></p>` }] },
      'value.0.content',
    ],
    ['no text', { value: [{ content: '<p> </p>' }] }, 'value.0.content'],
    ['a picture', { value: [{ content: 'Look', media: [image()] }] }, 'value.0.image'],
    ['a picture without text', { value: [{ content: '', media: [image()] }] }, 'value.0.image'],
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

it('a Twitch post is a message by default', () => {
  expect(checkSettings(twitch, undefined)).toEqual({
    ok: true,
    settings: { __type: 'twitch', messageType: 'message' },
  });
  expect(checkSettings(twitch, { __type: 'twitch', messageType: 'announcement' })).toEqual({
    ok: true,
    settings: { __type: 'twitch', messageType: 'announcement' },
  });
});
