import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutcomeUnknown, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { refusal, startWorld, type World, type WorldOptions } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

describe('connecting a chat', () => {
  let world: World;
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  /** Connects a new chat with the bot as this member. */
  async function connecting(options: WorldOptions & { as?: string }): Promise<unknown> {
    const chat = world.network.createChat(
      options.chat ?? {},
      options.member ? [{ bot: world.bot, member: options.member }] : [],
    );
    return world.connect({ chat: options.as ?? String(chat.id), topic: options.topic ?? '' });
  }

  it('records the chat and its type, and keeps the token among the credentials only', () => {
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
    'fails with %j, which does not identify a chat',
    async (chat) => {
      await expect(world.connect({ chat })).rejects.toThrow('An invitation link does not identify a chat');
    },
  );

  it('fails with a malformed, unknown or revoked token, in a message that does not repeat it', async () => {
    const token = '123456789:AAunknownunknownunknownunknownunkn';
    for (const [invalid, message] of [
      ['hello', 'This is not a bot token'],
      ['1:2/../getMe', 'This is not a bot token'],
      [token, 'Telegram does not recognise this token. Unauthorized'],
    ] as const) {
      const refused = world.connect({ token: invalid });
      await expect(refused).rejects.toBeInstanceOf(Rejected);
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.not.toThrow(invalid);
    }
    world.bot.revoked = true;
    await expect(world.connect({})).rejects.toThrow('Telegram does not recognise this token');
  });

  it('works in a channel only if the bot is an administrator who may post', async () => {
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
    'works in a %s only if the bot may send messages',
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

  it('makes an existing topic a separate channel', async () => {
    const chat = world.network.createChat({ type: 'supergroup', title: 'Forum', topics: [7, 9] }, [
      { bot: world.bot, member: { status: 'member' } },
    ]);
    chat.topics.set(9, { closed: true });
    const connect = (topic: string, target = String(chat.id)): Promise<unknown> =>
      world.connect({ chat: target, topic });
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

  it('does not mistake a failure of the network for a rejection', async () => {
    world.front.arm(refusal(502, 'Bad Gateway'), ({ path }) => path.endsWith('/getChat'));
    await expect(world.connect({})).rejects.toBeInstanceOf(OutcomeUnknown);
    world.refuseConnections(true);
    await expect(world.connect({})).rejects.toBeInstanceOf(Unsent);
    expect(world.live()).toEqual([]);
  });
});

describe('a group that becomes a supergroup', () => {
  let world: World;
  afterEach(() => world.stop());
  beforeEach(
    async () =>
      void (world = await startWorld({
        chat: { type: 'group', title: 'Club' },
        member: { status: 'member' },
      })),
  );

  it('accepts nothing under its old id; after a refresh, the new id works outside the thread', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const grown = world.network.upgrade(world.chat);
    const part = world.request({ root, parent: root });
    await expect(publishUntilLive(provider, part, world.context)).rejects.toBeInstanceOf(TokenExpired);
    const renewed = await provider.refresh?.(world.channel, world.context);
    expect(renewed?.credentials).toEqual({ token: world.bot.token, chatId: String(grown.id) });
    const channel = { ...world.channel, credentials: renewed?.credentials ?? {} };
    const live = await publishUntilLive(provider, { ...part, channel }, world.context);
    expect(live.url).toBe(`https://t.me/c/${String(grown.id).slice(4)}/1`);
    await expect(provider.remove?.(channel, root, world.context)).rejects.toThrow(
      /before the group became a supergroup; delete it in Telegram/,
    );
    await expect(provider.remove?.(channel, root, world.context)).rejects.toBeInstanceOf(Rejected);
    expect(world.live().map((m) => ({ chatId: m.chatId, replyTo: m.replyTo }))).toEqual([
      { chatId: world.chat.id, replyTo: null },
      { chatId: grown.id, replyTo: null },
    ]);
  });

  it('keeps its id until then', async () => {
    expect((await provider.refresh?.(world.channel, world.context))?.credentials).toEqual(
      world.channel.credentials,
    );
    expect(world.live()).toEqual([]);
  });
});
