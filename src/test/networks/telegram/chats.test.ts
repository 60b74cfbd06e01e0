import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  PIXEL,
  accepted,
  ask,
  bot,
  channel,
  form,
  network,
  refused,
  start,
  stop,
  text,
  useChat,
} from './fixtures/client.ts';

beforeEach(() => start());
afterEach(stop);

describe('a chat', () => {
  it('is found by its id or its public name', async () => {
    expect(await ask('getChat', { chat_id: '@NEWS' })).toMatchObject(
      accepted({ id: channel.id, type: 'channel', username: 'news' }),
    );
    expect(await ask('getChat', new URLSearchParams({ chat_id: String(channel.id) }))).toMatchObject(
      accepted({ id: channel.id }),
    );
    expect(await ask('getChat', { chat_id: '@nobody' })).toMatchObject(
      refused(400, 'Bad Request: chat not found'),
    );
    expect(await ask('getChat')).toMatchObject(refused(400, 'Bad Request: chat_id is empty'));
  });

  it('is closed to a kicked bot or one that is not a member, unless it is public and only read', async () => {
    for (const [type, name] of [
      ['channel', 'channel'],
      ['supergroup', 'supergroup'],
      ['group', 'group'],
    ] as const) {
      const chat = network.createChat({ type });
      expect(await ask('getChat', { chat_id: chat.id })).toMatchObject(
        refused(403, `Forbidden: bot is not a member of the ${name} chat`),
      );
      network.admit(chat, bot, { status: 'kicked' });
      expect(await ask('sendMessage', { chat_id: chat.id, text: 'hi' })).toMatchObject(
        refused(403, `Forbidden: bot was kicked from the ${name} chat`),
      );
    }
    const open = network.createChat({ username: 'open' });
    expect(await ask('getChat', { chat_id: open.id })).toMatchObject({ ok: true });
    expect(await ask('sendMessage', { chat_id: open.id, text: 'hi' })).toMatchObject(
      refused(403, 'Forbidden: bot is not a member of the channel chat'),
    );
  });

  it('with a person accepts messages until the person blocks the bot', async () => {
    const person = network.createChat({ type: 'private' });
    expect(await ask('sendMessage', { chat_id: person.id, text: 'hi' })).toMatchObject({ ok: true });
    person.blocked = true;
    expect(await ask('sendMessage', { chat_id: person.id, text: 'hi' })).toMatchObject(
      refused(403, 'Forbidden: bot was blocked by the user'),
    );
  });

  it('that was upgraded can be read, but answers messages with its new id', async () => {
    const group = network.createChat({ type: 'group' }, [{ bot }]);
    const grown = network.upgrade(group);
    expect(await ask('sendMessage', { chat_id: group.id, text: 'hi' })).toEqual({
      ...refused(400, 'Bad Request: group chat was upgraded to a supergroup chat'),
      parameters: { migrate_to_chat_id: grown.id },
    });
    expect(await ask('getChat', { chat_id: group.id })).toMatchObject({ ok: true });
    expect(await ask('sendMessage', { chat_id: grown.id, text: 'hi' })).toMatchObject({ ok: true });
  });

  it('shows its member count to everyone, and its members to administrators', async () => {
    expect(await ask('getChatMemberCount', { chat_id: channel.id })).toEqual({ ok: true, result: 42 });
    expect(await ask('getChatMember', { chat_id: channel.id, user_id: bot.id })).toMatchObject(
      accepted({ status: 'administrator', can_post_messages: true }),
    );
    expect(await ask('getChatMember', { chat_id: channel.id, user_id: 1 })).toMatchObject(
      refused(400, 'Bad Request: user not found'),
    );
    expect(await ask('getChatMember', { chat_id: channel.id })).toMatchObject(
      refused(400, 'Bad Request: invalid user_id specified'),
    );
    network.admit(channel, bot, { status: 'member' });
    expect(await ask('getChatMember', { chat_id: channel.id, user_id: bot.id })).toMatchObject(
      refused(400, 'Bad Request: member list is inaccessible'),
    );
  });

  it('requires an administrator for posts in a channel, and the permission in a group', async () => {
    network.admit(channel, bot, { status: 'member' });
    expect(await text('hi')).toMatchObject(
      refused(400, 'Bad Request: need administrator rights in the channel chat'),
    );
    network.admit(channel, bot, { rights: { can_post_messages: false } });
    expect(await text('hi')).toMatchObject(
      refused(400, 'Bad Request: not enough rights to post messages in the channel chat'),
    );
    useChat(
      network.createChat({ type: 'supergroup', permissions: { can_send_photos: false } }, [
        { bot, member: { status: 'member' } },
      ]),
    );
    expect(await text('hi')).toMatchObject({ ok: true });
    expect(await ask('sendPhoto', form({ photo: PIXEL }))).toMatchObject(
      refused(400, 'Bad Request: not enough rights to send photos to the chat'),
    );
    network.admit(channel, bot, { status: 'restricted' });
    expect(await text('hi')).toMatchObject(
      refused(400, 'Bad Request: not enough rights to send text messages to the chat'),
    );
  });

  it('accepts messages in its topics, but only from administrators in closed ones', async () => {
    useChat(network.createChat({ type: 'supergroup', topics: [5] }, [{ bot, member: { status: 'member' } }]));
    expect(await text('hi', { message_thread_id: 5 })).toMatchObject(
      accepted({ message_thread_id: 5, is_topic_message: true }),
    );
    expect(await text('hi', { message_thread_id: 1 })).toMatchObject(
      refused(400, 'Bad Request: message thread not found'),
    );
    expect(
      await ask('sendChatAction', { chat_id: channel.id, message_thread_id: 6, action: 'typing' }),
    ).toMatchObject(refused(400, 'Bad Request: message thread not found'));
    expect(
      await ask('sendChatAction', { chat_id: channel.id, message_thread_id: 5, action: 'typing' }),
    ).toEqual({ ok: true, result: true });
    channel.topics.set(5, { closed: true });
    expect(await text('hi', { message_thread_id: 5 })).toMatchObject(
      refused(400, 'Bad Request: TOPIC_CLOSED'),
    );
    network.admit(channel, bot, {});
    expect(await text('hi', { message_thread_id: 5 })).toMatchObject({ ok: true });
  });
});

describe('a group', () => {
  it('accepts a number of messages per minute, then responds with the seconds to wait', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    await start({ now: () => now });
    useChat(network.createChat({ type: 'group' }, [{ bot }]));
    for (let i = 0; i < 20; i++) expect(await text('hi')).toMatchObject({ ok: true });
    now = new Date('2026-03-01T10:00:25Z');
    expect(await text('hi')).toEqual({
      ...refused(429, 'Too Many Requests: retry after 35'),
      parameters: { retry_after: 35 },
    });
    now = new Date('2026-03-01T10:01:00Z');
    expect(await text('hi')).toMatchObject({ ok: true });
  });
});
