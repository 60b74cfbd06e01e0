/** The stand-in refuses what the Bot API refuses, in its words; each refusal stands beside its success. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FormData, fetch } from 'undici';
import { startTelegram, type Telegram, type TelegramOptions } from './server.ts';
import type { Bot, Chat } from './state.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let network: Telegram;
let bot: Bot;
let channel: Chat;

async function start(options: TelegramOptions = {}): Promise<void> {
  await network?.stop();
  network = await startTelegram(options);
  bot = network.createBot();
  channel = network.createChat({ username: 'news' }, [{ bot }]);
}

interface Answer {
  readonly ok: boolean;
  readonly result: unknown;
  readonly description: string;
}

async function ask(
  method: string,
  body: Record<string, unknown> | FormData | URLSearchParams = {},
  token = bot.token,
): Promise<Answer> {
  const json = !(body instanceof FormData || body instanceof URLSearchParams);
  const response = await fetch(`${network.url}/bot${token}/${method}`, {
    method: 'POST',
    headers: json ? { 'content-type': 'application/json' } : {},
    body: json ? JSON.stringify(body) : body,
  });
  const answer = (await response.json()) as Answer & { error_code?: number };
  expect(answer.ok ? 200 : answer.error_code).toBe(response.status);
  return answer;
}

const text = (words: string, more: Record<string, unknown> = {}): Promise<Answer> =>
  ask('sendMessage', { chat_id: channel.id, text: words, ...more });
const html = (words: string): Promise<Answer> => text(words, { parse_mode: 'HTML' });
const refused = (code: number, description: string): object => ({ ok: false, error_code: code, description });
const accepted = (result: object = {}): object => ({ ok: true, result: expect.objectContaining(result) });

function form(fields: Record<string, string | Buffer<ArrayBuffer>>): FormData {
  const body = new FormData();
  body.set('chat_id', String(channel.id));
  for (const [name, value] of Object.entries(fields)) {
    body.set(name, typeof value === 'string' ? value : new File([value], 'a.png', { type: 'image/png' }));
  }
  return body;
}

/** A PNG that says that it has this size. */
function picture(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(PIXEL);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

beforeEach(() => start());
afterEach(() => network.stop());

describe('a caller of Telegram', () => {
  it('needs a valid token: revoked, unknown and malformed ones are refused', async () => {
    expect(await ask('getMe')).toMatchObject(accepted({ id: bot.id, is_bot: true, username: 'crier_bot' }));
    expect(await ask('getMe', {}, `${bot.id}:AAnobody`)).toMatchObject(refused(401, 'Unauthorized'));
    expect(await ask('getMe', {}, 'nobody')).toMatchObject(refused(404, 'Not Found'));
    bot.revoked = true;
    expect(await ask('getMe')).toMatchObject(refused(401, 'Unauthorized'));
  });

  it('can name methods in any case, and only existing ones: nothing lists or shows messages', async () => {
    expect(await ask('GETME')).toMatchObject({ ok: true });
    for (const method of ['getMessage', 'getChatHistory', 'forwardHistory']) {
      expect(await ask(method, { chat_id: channel.id })).toMatchObject(
        refused(404, 'Not Found: method not found'),
      );
    }
  });

  it('gets updates, unless a webhook is set, and never those of its own posts', async () => {
    await text('hi');
    expect(await ask('getUpdates')).toEqual({ ok: true, result: [] });
    bot.webhook = true;
    expect(await ask('getUpdates')).toMatchObject(
      refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      ),
    );
  });
});

describe('a Telegram chat', () => {
  it('is found by number and public name, and not when it is unknown or has none', async () => {
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

  it('is closed to bots that were removed or are not members; a public one can be read', async () => {
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

  it('that was upgraded names its new id to a writer, and can still be read', async () => {
    const group = network.createChat({ type: 'group' }, [{ bot }]);
    const grown = network.upgrade(group);
    expect(await ask('sendMessage', { chat_id: group.id, text: 'hi' })).toEqual({
      ...refused(400, 'Bad Request: group chat was upgraded to a supergroup chat'),
      parameters: { migrate_to_chat_id: grown.id },
    });
    expect(await ask('getChat', { chat_id: group.id })).toMatchObject({ ok: true });
    expect(await ask('sendMessage', { chat_id: grown.id, text: 'hi' })).toMatchObject({ ok: true });
  });

  it("shows its number of members, and a member's role to administrators", async () => {
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

  it('requires the right to post: an administrator in a channel, the permission in a group', async () => {
    network.admit(channel, bot, { status: 'member' });
    expect(await text('hi')).toMatchObject(
      refused(400, 'Bad Request: need administrator rights in the channel chat'),
    );
    network.admit(channel, bot, { rights: { can_post_messages: false } });
    expect(await text('hi')).toMatchObject(
      refused(400, 'Bad Request: not enough rights to post messages in the channel chat'),
    );
    channel = network.createChat({ type: 'supergroup', permissions: { can_send_photos: false } }, [
      { bot, member: { status: 'member' } },
    ]);
    expect(await text('hi')).toMatchObject({ ok: true });
    expect(await ask('sendPhoto', form({ photo: PIXEL }))).toMatchObject(
      refused(400, 'Bad Request: not enough rights to send photos to the chat'),
    );
    network.admit(channel, bot, { status: 'restricted' });
    expect(await text('hi')).toMatchObject(
      refused(400, 'Bad Request: not enough rights to send text messages to the chat'),
    );
  });

  it('has topics; a closed one is for administrators', async () => {
    channel = network.createChat({ type: 'supergroup', topics: [5] }, [
      { bot, member: { status: 'member' } },
    ]);
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

describe("a Telegram message's text", () => {
  it('is between 1 and 4,096 UTF-16 code units after its markup was parsed', async () => {
    expect(await text('a'.repeat(4096))).toMatchObject({ ok: true });
    expect(await html(`<b>${'🎉'.repeat(2048)}</b>`)).toMatchObject({ ok: true });
    expect(await text('a'.repeat(4097))).toMatchObject(refused(400, 'Bad Request: message is too long'));
    expect(await html(`${'🎉'.repeat(2048)}a`)).toMatchObject(
      refused(400, 'Bad Request: message is too long'),
    );
    for (const empty of ['', '  ', '<b></b>']) {
      expect(await html(empty)).toMatchObject(refused(400, 'Bad Request: message text is empty'));
    }
  });

  it.each([
    ['<p>hi</p>', 'Unsupported start tag "p" at byte offset 0'],
    ['é <script>', 'Unsupported start tag "script" at byte offset 3'],
    ['a < b', 'Unclosed start tag at byte offset 2'],
    ['<b>x', 'Can\'t find end tag corresponding to start tag "b"'],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
    ['<b><i>x</b></i>', 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
    ['<b>x</b', 'Unclosed end tag at byte offset 4'],
    ['<a href>x</a>', 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
  ])('is refused with %s', async (markup, words) => {
    expect(await html(markup)).toMatchObject(refused(400, `Bad Request: can't parse entities: ${words}`));
    expect(await text(markup)).toMatchObject(accepted({ text: markup }));
  });

  it.each([
    ['<b>a</b><strong>b</strong>', 'ab', ['bold', 'bold']],
    ['<i>a</i><u>b</u><s>c</s>', 'abc', ['italic', 'underline', 'strikethrough']],
    ['<a href="https://x.example">a</a>', 'a', ['text_link']],
    ['<a href="mailto:x">a</a>', 'a', []],
    ['<code>a</code><pre>b</pre><blockquote>c</blockquote>', 'abc', ['code', 'pre', 'blockquote']],
    ['<tg-spoiler>a</tg-spoiler><span class="tg-spoiler">b</span>', 'ab', ['spoiler', 'spoiler']],
    ['&lt;&amp;&gt;&quot;&#33;&#x21;&nbsp;', '<&>"!!&nbsp;', []],
    ['  a > b  ', 'a > b', []],
  ])('is accepted with %s', async (markup, words, types) => {
    expect(await html(markup)).toMatchObject(accepted({ text: words }));
    expect(
      network
        .messages()
        .at(-1)
        ?.entities.map((e) => e.type),
    ).toEqual(types);
  });

  it('replies to an existing message, or to a missing one if that is allowed', async () => {
    await text('first');
    expect(await text('second', { reply_parameters: { message_id: 1 } })).toMatchObject(
      accepted({ reply_to_message: expect.objectContaining({ message_id: 1 }) }),
    );
    expect(await text('third', { reply_parameters: { message_id: 99 } })).toMatchObject(
      refused(400, 'Bad Request: message to be replied not found'),
    );
    expect(
      await text('third', { reply_parameters: { message_id: 99, allow_sending_without_reply: true } }),
    ).toMatchObject({ ok: true });
  });

  it('is refused with another parse mode', async () => {
    expect(await text('*a*', { parse_mode: 'Textile' })).toMatchObject(
      refused(400, 'Bad Request: unsupported parse_mode'),
    );
  });
});

describe('media at Telegram', () => {
  it('are files in the request', async () => {
    expect(
      await ask('sendPhoto', form({ photo: PIXEL, caption: '<b>a</b>', parse_mode: 'HTML' })),
    ).toMatchObject(accepted({ caption: 'a', photo: [expect.anything()] }));
    expect(await ask('sendPhoto', form({}))).toMatchObject(
      refused(400, 'Bad Request: there is no photo in the request'),
    );
    expect(await ask('sendVideo', form({ video: 'nonsense' }))).toMatchObject(
      refused(400, 'Bad Request: wrong file identifier/HTTP URL specified'),
    );
    expect(await ask('sendPhoto', form({ photo: Buffer.from('no picture at all') }))).toMatchObject(
      refused(400, 'Bad Request: IMAGE_PROCESS_FAILED'),
    );
  });

  it('have captions of up to 1,024 characters', async () => {
    expect(await ask('sendPhoto', form({ photo: PIXEL, caption: 'a'.repeat(1024) }))).toMatchObject({
      ok: true,
    });
    expect(await ask('sendPhoto', form({ photo: PIXEL, caption: 'a'.repeat(1025) }))).toMatchObject(
      refused(400, 'Bad Request: message caption is too long'),
    );
  });

  it.each([
    [9500, 500, true],
    [9500, 501, false],
    [2000, 100, true],
    [2001, 100, false],
  ])('as photos of %i × %i are accepted: %s', async (width, height, ok) => {
    const answer = await ask('sendPhoto', form({ photo: picture(width, height) }));
    expect(answer).toMatchObject(ok ? { ok } : refused(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'));
  });

  const album = (types: readonly string[], more: object = {}): Promise<Answer> => {
    const media = JSON.stringify(
      types.map((type, i) => ({ type, media: `attach://f${i}`, ...(i === 0 ? more : {}) })),
    );
    return ask(
      'sendMediaGroup',
      form({ media, ...Object.fromEntries(types.map((_, i) => [`f${i}`, PIXEL])) }),
    );
  };

  it('are sent 2 to 10 together, pictures and videos, or documents alone', async () => {
    expect(await album(['photo', 'video'])).toMatchObject({
      ok: true,
      result: [{ message_id: 1 }, { message_id: 2 }],
    });
    expect(await album(['document', 'document'])).toMatchObject({ ok: true });
    expect(await album(Array.from({ length: 10 }, () => 'photo'))).toMatchObject({ ok: true });
    expect(await album(['photo'])).toMatchObject(
      refused(400, 'Bad Request: too few messages to send as an album'),
    );
    expect(await album(Array.from({ length: 11 }, () => 'photo'))).toMatchObject(
      refused(400, 'Bad Request: too many messages to send as an album'),
    );
    expect(await album(['photo', 'document'])).toMatchObject(
      refused(400, "Bad Request: can't use the media of the specified type in the album"),
    );
    expect(await album(['photo', 'animation'])).toMatchObject(
      refused(400, 'Bad Request: can\'t parse InputMedia: type "animation" can\'t be used in sendMediaGroup'),
    );
    expect(await album(['photo', 'photo'], { caption: '<p>', parse_mode: 'HTML' })).toMatchObject(
      refused(400, 'Bad Request: can\'t parse entities: Unsupported start tag "p" at byte offset 0'),
    );
    expect(
      await ask(
        'sendMediaGroup',
        form({
          media: '[{"type":"photo","media":"attach://gone"},{"type":"photo","media":"attach://gone"}]',
        }),
      ),
    ).toMatchObject(refused(400, "Bad Request: can't parse InputMedia: media not found"));
  });

  it('in an album may be published in part', async () => {
    network.arm({ albumFailsAt: 2 });
    expect(await album(['photo', 'photo'])).toMatchObject(
      refused(
        400,
        'Bad Request: failed to send message #2 with the error message "Too Many Requests: retry after 8"',
      ),
    );
    expect(network.messages()).toHaveLength(1);
    expect(await album(['photo', 'photo'])).toMatchObject({ ok: true });
  });

  it('share the size limit of one request', async () => {
    await start({ limits: { bodyBytes: 10_000 } });
    expect(await ask('sendPhoto', form({ photo: PIXEL }))).toMatchObject({ ok: true });
    expect(await ask('sendVideo', form({ video: Buffer.alloc(10_001) }))).toMatchObject(
      refused(413, 'Request Entity Too Large'),
    );
  });
});

describe('deleting at Telegram', () => {
  it('works once, for the bot that sent the message, for 48 hours', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    await start({ now: () => now });
    for (let i = 0; i < 3; i++) await text('hi');
    const remove = (id: number, token?: string): Promise<Answer> =>
      ask('deleteMessage', { chat_id: channel.id, message_id: id }, token);
    expect(await remove(1)).toEqual({ ok: true, result: true });
    expect(await remove(1)).toMatchObject(refused(400, 'Bad Request: message to delete not found'));
    expect(await ask('deleteMessage', { chat_id: channel.id })).toMatchObject(
      refused(400, 'Bad Request: message identifier is not specified'),
    );
    const other = network.createBot('other_bot');
    network.admit(channel, other, {});
    expect(await remove(2, other.token)).toMatchObject(
      refused(400, "Bad Request: message can't be deleted for everyone"),
    );
    now = new Date('2026-03-03T10:00:00Z');
    expect(await remove(2)).toMatchObject({ ok: true });
    now = new Date('2026-03-03T10:00:01Z');
    expect(await remove(3)).toMatchObject(refused(400, "Bad Request: message can't be deleted for everyone"));
  });
});

describe('a Telegram group', () => {
  it('accepts a number of messages a minute, then names the seconds until the next', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    await start({ now: () => now });
    channel = network.createChat({ type: 'group' }, [{ bot }]);
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

describe('the Telegram stand-in', () => {
  it('serves its ledger, and runs as a separate process', async () => {
    await text('hi');
    expect(await (await fetch(`${network.url}/__ledger`)).json()).toEqual(network.messages());
    const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url, token, chat } = JSON.parse(line.toString()) as { url: string; token: string; chat: string };
    const sent = await fetch(`${url}/bot${token}/sendMessage`, {
      method: 'POST',
      body: new URLSearchParams({ chat_id: chat, text: 'hi' }),
    });
    expect(await sent.json()).toMatchObject({ ok: true, result: { message_id: 1 } });
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
