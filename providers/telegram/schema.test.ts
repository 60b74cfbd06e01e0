import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { pngFile } from '../_kit/test-harness.ts';
import { startWorld, video, type World } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const PLAIN = { silent: false, protected: false, preview: 'below', buttons: [] };
const READ = { text: 'Read', url: 'https://a.example/1' };
const poll = { options: ['Red, dark', 'Blue'] };

describe('the settings of a message on Telegram', () => {
  it('leave it as Telegram shows it, unless a person chose otherwise', async () => {
    await world.publish(world.request());
    await world.publish(world.request({}, { silent: false, link_preview: 'below', buttons: [], poll: null }));
    expect(world.live().map(({ extras }) => extras)).toEqual([PLAIN, PLAIN]);
  });

  it('arrive with a text: silent, protected, with buttons, the preview above it or none', async () => {
    const buttons = [READ, { text: 'Chat', url: 'tg://resolve?domain=ada' }];
    await world.publish(
      world.request({}, { silent: true, protect_content: true, link_preview: 'above', buttons }),
    );
    await world.publish(world.request({}, { link_preview: 'off' }));
    expect(world.live().map(({ extras }) => extras)).toEqual([
      { silent: true, protected: true, preview: 'above', buttons: buttons.map((button) => [button]) },
      { ...PLAIN, preview: 'off' },
    ]);
  });

  it('arrive with a file and with an album, whose files are hidden', async () => {
    const settings = { silent: true, protect_content: true, link_preview: 'off', spoiler: true };
    await world.publish(world.request({ media: [pngFile()] }, { ...settings, buttons: [READ] }));
    await world.publish(world.request({ media: [pngFile(), video()] }, settings));
    expect(world.live().map(({ extras, file }) => [file?.spoiler, extras.silent, extras.protected])).toEqual([
      [true, true, true],
      [true, true, true],
      [true, true, true],
    ]);
    expect(world.live()[0]?.extras.buttons).toEqual([[READ]]);
  });

  it('put buttons below the first part alone', async () => {
    const root = await world.publish(world.request({}, { buttons: [READ] }));
    await world.publish(world.request({ root, parent: root }, { buttons: [READ] }));
    expect(world.live().map(({ extras }) => extras.buttons.length)).toEqual([1, 0]);
  });
});

describe('a poll on Telegram', () => {
  it('has the text as its question, without markup', async () => {
    await world.publish(world.request({ text: '<p><strong>Tea</strong> &amp; cake?</p>' }, { poll }));
    expect(world.live()).toEqual([
      expect.objectContaining({
        poll: {
          question: 'Tea & cake?',
          options: ['Red, dark', 'Blue'],
          anonymous: true,
          multiple: false,
          description: '',
        },
      }),
    ]);
  });

  it('stands below the text if it has a question of its own, with buttons, and is replied to', async () => {
    await world.stop();
    world = await startWorld({ chat: { type: 'supergroup' } });
    const root = await world.publish(
      world.request(
        { text: '<p><strong>Spring</strong> menu</p>' },
        {
          poll: { ...poll, question: 'Which?', anonymous: false, multiple: true },
          buttons: [READ],
          silent: true,
        },
      ),
    );
    await world.publish(world.request({ root, parent: root }, { poll }));
    expect(world.live()).toMatchObject([
      {
        poll: { question: 'Which?', anonymous: false, multiple: true, description: 'Spring menu' },
        extras: { silent: true, buttons: [[READ]] },
      },
      { poll: null, replyTo: Number(root.id) },
    ]);
  });

  it.each([
    [
      'a channel shows who chose what',
      { anonymous: false },
      "non-anonymous polls can't be sent to channel chats",
    ],
    [
      'an answer is too long',
      { options: ['x'.repeat(101), 'Blue'] },
      'poll options length must not exceed 100',
    ],
  ])('is refused with the message of Telegram where %s', async (_, more, message) => {
    const refused = world.publish(world.request({}, { poll: { ...poll, ...more } }));
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(message);
  });

  it('is refused where the bot may send no polls, and the channel stays connected', async () => {
    await world.stop();
    const chat = { type: 'supergroup', permissions: { can_send_polls: false } } as const;
    world = await startWorld({ chat, member: { status: 'member' } });
    const refused = world.publish(world.request({}, { poll }));
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('not enough rights to send polls to the chat');
    await world.publish(world.request());
  });
});

describe('a message that an earlier version prepared', () => {
  it('is published as it was', async () => {
    const old = { method: 'sendMessage', html: 'hello', replyTo: null };
    await provider.publish(world.request(), old, world.context);
    expect(world.live()).toMatchObject([{ text: 'hello', extras: PLAIN, poll: null }]);
  });
});
