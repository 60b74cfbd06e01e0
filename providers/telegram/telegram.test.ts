/** The provider against the strict stand-in: the contract, and connecting a chat. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { type FailureMode, type NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { isPublish, posts, refusal, startWorld, type World, type WorldOptions } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

const FAULTS: Record<Exclude<FailureMode, 'connection_refused'>, () => Fault> = {
  rate_limited: () => refusal(429, 'Too Many Requests: retry after 35', { parameters: { retry_after: 35 } }),
  token_expired: () => refusal(401, 'Unauthorized'),
  rejected: () => refusal(400, 'Bad Request: message is too long'),
  channel_gone: () => refusal(403, 'Forbidden: bot was kicked from the channel chat'),
  server_error: () => refusal(500, 'Internal Server Error: restart'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld();
  return {
    channel: world.channel,
    context: world.context,
    published: async () => posts(world.live()),
    fail: (mode) =>
      mode === 'connection_refused' ? world.refuse(true) : world.front.arm(FAULTS[mode](), isPublish),
    recover: () => {
      world.refuse(false);
      world.front.disarm();
    },
    stop: world.stop,
  };
}

testProvider(provider, startHarness);

describe('connecting a chat', () => {
  let world: World;
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  /** What connecting says to a chat and a place of the bot in it. */
  async function connecting(options: WorldOptions & { as?: string }): Promise<unknown> {
    const chat = world.network.createChat(
      options.chat ?? {},
      options.member ? [{ bot: world.bot, member: options.member }] : [],
    );
    return world.connect({ chat: options.as ?? String(chat.id), topic: options.topic ?? '' });
  }

  it('keeps the chat and its kind, and the token only among the credentials', () => {
    expect(world.channel).toMatchObject({
      internalId: String(world.chat.id),
      name: 'Ada writes',
      profile: '@ada_writes',
      details: { chatType: 'channel', topicId: null, botName: 'crier_bot' },
    });
    expect(world.channel.credentials).toEqual({ token: world.bot.token, chatId: String(world.chat.id) });
    expect(JSON.stringify({ ...world.channel, credentials: null })).not.toContain(
      world.bot.token.split(':')[1],
    );
  });

  it.each([
    '@ada_writes',
    'ada_writes',
    'https://t.me/ada_writes',
    't.me/Ada_Writes/',
    'https://telegram.me/ada_writes/12',
  ])('finds a public channel as %s', async (chat) => {
    expect(await world.connect({ chat })).toMatchObject({ internalId: String(world.chat.id) });
  });

  it('finds a private channel by the link to one of its messages', async () => {
    const { id } = world.network.createChat({ title: 'Board' }, [{ bot: world.bot }]);
    expect(await world.connect({ chat: `https://t.me/c/${String(id).slice(4)}/17` })).toMatchObject({
      internalId: String(id),
      name: 'Board',
      profile: null,
    });
  });

  it.each(['https://t.me/+AbCdEf123', 'https://example.com/x', '@', 'a b', ''])(
    'refuses %j, which names no chat',
    async (chat) => {
      await expect(world.connect({ chat })).rejects.toThrow('An invitation link does not name a chat');
    },
  );

  it('refuses what is not a token, one that is revoked and one of nobody, in words that do not repeat it', async () => {
    const token = '123456789:AAunknownunknownunknownunknownunkn';
    for (const [given, words] of [
      ['hello', 'This is not a bot token'],
      ['1:2/../getMe', 'This is not a bot token'],
      [token, 'Telegram does not know this token. Unauthorized'],
    ] as const) {
      const refused = world.connect({ token: given });
      await expect(refused).rejects.toBeInstanceOf(Rejected);
      await expect(refused).rejects.toThrow(words);
      await expect(refused).rejects.not.toThrow(given);
    }
    world.bot.revoked = true;
    await expect(world.connect({})).rejects.toThrow('Telegram does not know this token');
  });

  it('refuses a channel where the bot may not post, and takes it as an administrator that may', async () => {
    const chat = { type: 'channel', username: 'open_channel' } as const;
    await expect(connecting({ chat })).rejects.toThrow(
      /Make @crier_bot an administrator .*member list is inaccessible/,
    );
    await expect(connecting({ chat: { type: 'channel' } })).rejects.toThrow(
      /@crier_bot cannot see .*bot is not a member of the channel chat/,
    );
    await expect(connecting({ member: { status: 'kicked' } })).rejects.toThrow(
      'bot was kicked from the channel chat',
    );
    await expect(connecting({ member: { rights: { can_post_messages: false } } })).rejects.toThrow(
      'may not post here (it is "administrator")',
    );
    await expect(connecting({ member: { rights: { can_post_messages: true } } })).resolves.toMatchObject({
      name: 'News',
    });
    await expect(connecting({ as: '-1009999999999' })).rejects.toThrow('chat not found');
  });

  it.each(['group', 'supergroup'] as const)(
    'takes a %s where the bot may send messages, and refuses one where it may not',
    async (type) => {
      await expect(connecting({ chat: { type }, member: { status: 'member' } })).resolves.toMatchObject({
        details: { chatType: type },
      });
      await expect(
        connecting({ chat: { type }, member: { status: 'restricted', rights: { can_send_messages: true } } }),
      ).resolves.toMatchObject({ details: { chatType: type } });
      await expect(
        connecting({ chat: { type, permissions: { can_send_messages: false } }, member: {} }),
      ).resolves.toMatchObject({ details: { chatType: type } });
      await expect(
        connecting({
          chat: { type, permissions: { can_send_messages: false } },
          member: { status: 'member' },
        }),
      ).rejects.toThrow('let it send messages');
      await expect(
        connecting({
          chat: { type },
          member: { status: 'restricted', rights: { can_send_messages: false } },
        }),
      ).rejects.toThrow('may not post here (it is "restricted")');
      await expect(connecting({ chat: { type }, member: { status: 'left' } })).rejects.toThrow(
        'bot is not a member',
      );
    },
  );

  it('takes a topic that is there, and makes it a channel of its own', async () => {
    const chat = world.network.createChat({ type: 'supergroup', title: 'Forum', topics: [7, 9] }, [
      { bot: world.bot, member: { status: 'member' } },
    ]);
    chat.topics.set(9, { closed: true });
    const connect = (topic: string, of = String(chat.id)): Promise<unknown> =>
      world.connect({ chat: of, topic });
    expect(await connect('7')).toMatchObject({
      internalId: `${chat.id}/7`,
      name: 'Forum, topic 7',
      details: { topicId: 7 },
    });
    expect(await connect('1')).toMatchObject({ internalId: String(chat.id), details: { topicId: null } });
    await expect(connect('8')).rejects.toThrow(
      'The bot cannot post to the topic 8. Bad Request: message thread not found',
    );
    await expect(connect('9')).rejects.toThrow('TOPIC_CLOSED');
    await expect(connect('seven')).rejects.toThrow('must be a number');
    await expect(connect('7', String(world.chat.id))).rejects.toThrow('has no topics');
  });

  it('does not take trouble of the network for a refusal', async () => {
    world.front.arm(refusal(502, 'Bad Gateway'), ({ path }) => path.endsWith('/getChat'));
    await expect(world.connect({})).rejects.toBeInstanceOf(OutcomeUnknown);
    world.refuse(true);
    await expect(world.connect({})).rejects.toBeInstanceOf(Unsent);
    expect(world.live()).toEqual([]);
  });
});
