/** The stand-in refuses what Discord refuses, in its words; each refusal stands beside its success. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FormData, fetch } from 'undici';
import { startDiscord, type Discord, type DiscordOptions } from './server.ts';

interface Seen {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: Record<string, unknown> & { id: string };
}

const AGENT = 'DiscordBot (https://crier.example, 1)';
const FREE = { messagesPerBucket: 1000, requestsPerSecond: 1000 };
let network: Discord;
let bot: { id: string; token: string };
let guild: string;
let news: string;

async function start(options: DiscordOptions = {}): Promise<void> {
  await network?.stop();
  network = await startDiscord({ limits: FREE, ...options });
  bot = network.createBot('crier');
  guild = network.createGuild({
    name: 'Ada & Co',
    bots: [bot.id],
    people: ['ada', 'grace'],
    roles: ['Readers'],
  });
  news = network.createChannel({ guild, name: 'news' });
}
beforeEach(() => start());
afterEach(() => network.stop());

async function send(
  method: string,
  path: string,
  options: { json?: unknown; form?: FormData; headers?: Record<string, string> } = {},
): Promise<Seen> {
  const { json, form } = options;
  const headers = {
    'user-agent': AGENT,
    authorization: `Bot ${bot.token}`,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  };
  const response = await fetch(`${network.url}/api/v10${path}`, {
    method,
    headers,
    body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text ? JSON.parse(text) : {}) as Seen['body'],
  };
}
const post = (json: unknown, channel = news): Promise<Seen> =>
  send('POST', `/channels/${channel}/messages`, { json });
const refused = (status: number, code: number, message: string): object => ({
  status,
  body: { message, code },
});
const invalid = (path: string, code: string, message: string): object => ({
  status: 400,
  body: {
    message: 'Invalid Form Body',
    code: 50035,
    errors: path
      .split('.')
      .filter(Boolean)
      .reduceRight<object>((inner, key) => ({ [key]: inner }), { _errors: [{ code, message }] }),
  },
});
const accepted = (body: object = {}): object => ({ status: 200, body: expect.objectContaining(body) });

function withFiles(payload: object, ...sizes: number[]): FormData {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(payload));
  sizes.forEach((size, n) =>
    form.set(`files[${n}]`, new File([new Uint8Array(size)], `${n}.png`, { type: 'image/png' })),
  );
  return form;
}
const attach = (payload: object, ...sizes: number[]): Promise<Seen> =>
  send('POST', `/channels/${news}/messages`, { form: withFiles(payload, ...sizes) });

describe('a caller of Discord', () => {
  it('is a bot, known by its token and its User-Agent', async () => {
    expect(await send('GET', '/users/@me')).toMatchObject(accepted({ id: bot.id, bot: true }));
    expect(await send('GET', '/users/@me', { headers: { authorization: bot.token } })).toMatchObject(
      refused(401, 0, '401: Unauthorized'),
    );
    expect(await send('GET', '/users/@me', { headers: { authorization: 'Bot nobody' } })).toMatchObject(
      refused(401, 0, '401: Unauthorized'),
    );
    expect(await send('GET', '/users/@me', { headers: { 'user-agent': 'node' } })).toMatchObject(
      refused(403, 40333, 'internal network error'),
    );
    network.resetToken(bot.id);
    expect(await send('GET', '/users/@me')).toMatchObject(refused(401, 0, '401: Unauthorized'));
  });

  it('needs a route, a method and snowflakes', async () => {
    expect(await send('GET', `/channels/${news}`)).toMatchObject(
      accepted({ id: news, guild_id: guild, type: 0 }),
    );
    expect(await send('GET', '/channels/news')).toMatchObject(
      invalid('channel_id', 'NUMBER_TYPE_COERCE', 'Value "news" is not snowflake.'),
    );
    expect(await send('GET', '/nowhere')).toMatchObject(refused(404, 0, '404: Not Found'));
    expect(await send('PUT', `/channels/${news}/messages`)).toMatchObject(
      refused(405, 0, '405: Method Not Allowed'),
    );
  });

  it('must be in the server, and see the channel', async () => {
    const elsewhere = network.createGuild({ name: 'Elsewhere', bots: [] });
    expect(await send('GET', `/guilds/${elsewhere}`)).toMatchObject(refused(404, 10004, 'Unknown Guild'));
    expect(
      await post({ content: 'hi' }, network.createChannel({ guild: elsewhere, name: 'x' })),
    ).toMatchObject(refused(403, 50001, 'Missing Access'));
    expect(await post({ content: 'hi' }, '1')).toMatchObject(refused(404, 10003, 'Unknown Channel'));
    network.permit(news, { SEND_MESSAGES: false });
    expect(await post({ content: 'hi' })).toMatchObject(refused(403, 50013, 'Missing Permissions'));
    network.permit(news, { SEND_MESSAGES: true, VIEW_CHANNEL: false });
    expect(await post({ content: 'hi' })).toMatchObject(refused(403, 50001, 'Missing Access'));
    network.permit(news, { VIEW_CHANNEL: true });
    expect(await post({ content: 'hi' })).toMatchObject(accepted({ content: 'hi' }));
    network.kick(guild, bot.id);
    expect(await post({ content: 'hi' })).toMatchObject(refused(403, 50001, 'Missing Access'));
  });
});

describe('a message to Discord', () => {
  it('has up to 2000 code points, trimmed, and is not empty', async () => {
    expect(await post({ content: ` ${'🎉'.repeat(1998)} ` })).toMatchObject(
      accepted({ content: '🎉'.repeat(1998) }),
    );
    expect(await post({ content: 'a'.repeat(2001) })).toMatchObject(
      invalid('content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.'),
    );
    expect(await post({ content: ' ' })).toMatchObject(refused(400, 50006, 'Cannot send an empty message'));
    expect(await post({})).toMatchObject(refused(400, 50006, 'Cannot send an empty message'));
  });

  it('arrives complete as JSON or as a form', async () => {
    expect(await attach({ content: 'by form' })).toMatchObject(accepted({ content: 'by form' }));
    expect(
      (await send('POST', `/channels/${news}/messages`, { headers: { 'content-type': 'text/plain' } })).body,
    ).toMatchObject({ code: 50035, errors: { _errors: [{ code: 'CONTENT_TYPE_INVALID' }] } });
    const broken = await fetch(`${network.url}/api/v10/channels/${news}/messages`, {
      method: 'POST',
      headers: { 'user-agent': AGENT, authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect({ status: broken.status, body: await broken.json() }).toEqual(
      refused(400, 50109, 'The request body contains invalid JSON.'),
    );
  });

  it("carries files up to the server's limits, with descriptions that belong to files", async () => {
    await start({ limits: { ...FREE, fileBytes: [1000, 1000, 5000, 5000], requestBytes: 4000 } });
    const described = (description: string, id: number | string = 0): object => ({
      attachments: [{ id, filename: 'a.png', description }],
    });
    expect(await attach(described('x'.repeat(1024)), 1000)).toMatchObject(
      accepted({
        attachments: [
          expect.objectContaining({
            filename: 'a.png',
            description: 'x'.repeat(1024),
            size: 1000,
            content_type: 'image/png',
          }),
        ],
      }),
    );
    expect(await attach(described('x'.repeat(1025)), 10)).toMatchObject(
      invalid('attachments.0.description', 'BASE_TYPE_MAX_LENGTH', 'Must be 1024 or fewer in length.'),
    );
    expect(await attach(described('x', 1), 10)).toMatchObject(
      invalid('attachments.0.id', 'ATTACHMENT_NOT_FOUND', 'Attachment data not found'),
    );
    expect(await attach({}, 1001)).toMatchObject(refused(413, 40005, 'Request entity too large'));
    expect(await attach({}, 1000, 1000, 1000, 1000)).toMatchObject(
      refused(413, 40005, 'Request entity too large'),
    );
    network.boost(guild, 2);
    expect(await attach({}, 4000)).toMatchObject(accepted());
    expect(await attach({}, ...Array.from({ length: 10 }, () => 1))).toMatchObject(accepted());
    expect(await attach({}, ...Array.from({ length: 11 }, () => 1))).toMatchObject(
      refused(400, 30015, 'Maximum number of attachments in a message reached (10)'),
    );
    network.permit(news, { ATTACH_FILES: false });
    expect(await attach({}, 1)).toMatchObject(refused(403, 50013, 'Missing Permissions'));
  });

  it('mentions only those it is allowed to', async () => {
    const content = '@everyone <@1> <@&2>';
    const mentioned = async (allowed?: object): Promise<unknown[]> => {
      const { body } = await post({ content, ...(allowed ? { allowed_mentions: allowed } : {}) });
      return [body.mention_everyone, body.mentions, body.mention_roles];
    };
    expect(await mentioned()).toEqual([false, [{ id: '1' }], ['2']]);
    network.permit(news, { MENTION_EVERYONE: true });
    expect(await mentioned()).toEqual([true, [{ id: '1' }], ['2']]);
    expect(await mentioned({ parse: [] })).toEqual([false, [], []]);
    expect(await mentioned({ parse: ['roles'], users: ['1'] })).toEqual([false, [{ id: '1' }], ['2']]);
    expect(await post({ content, allowed_mentions: { parse: ['users'], users: ['1'] } })).toMatchObject(
      invalid(
        'allowed_mentions',
        'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
        'parse:["users"] and users: [ids...] are mutually exclusive.',
      ),
    );
    expect(await post({ content, allowed_mentions: { parse: ['all'] } })).toMatchObject(
      invalid(
        'allowed_mentions.parse.0',
        'BASE_TYPE_CHOICES',
        "Value must be one of ('users', 'roles', 'everyone').",
      ),
    );
  });

  it('is shown, listed newest first and deleted, but not to a bot without the permission', async () => {
    const ids: string[] = [];
    for (const content of ['a', 'b', 'c', 'd']) ids.push((await post({ content })).body.id);
    const list = async (query: string): Promise<number[]> =>
      ((await send('GET', `/channels/${news}/messages?${query}`)).body as unknown as { id: string }[]).map(
        (m) => ids.indexOf(m.id),
      );
    expect(await list('')).toEqual([3, 2, 1, 0]);
    expect(await list(`limit=2&before=${ids[2]}`)).toEqual([1, 0]);
    expect(await list(`limit=2&after=${ids[0]}`)).toEqual([2, 1]);
    expect(await send('GET', `/channels/${news}/messages?limit=101`)).toMatchObject(
      invalid('limit', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.'),
    );
    expect(await send('GET', `/channels/${news}/messages?limit=0`)).toMatchObject(
      invalid('limit', 'NUMBER_TYPE_MIN', 'int value should be greater than or equal to 1.'),
    );
    expect(await send('GET', `/channels/${news}/messages/${ids[0]}`)).toMatchObject(
      accepted({ content: 'a' }),
    );
    expect(await send('DELETE', `/channels/${news}/messages/${ids[0]}`)).toMatchObject({ status: 204 });
    expect(await send('DELETE', `/channels/${news}/messages/${ids[0]}`)).toMatchObject(
      refused(404, 10008, 'Unknown Message'),
    );
    expect(await send('GET', `/channels/${news}/messages/${ids[0]}`)).toMatchObject(
      refused(404, 10008, 'Unknown Message'),
    );
    expect(
      await send('DELETE', `/channels/${news}/messages/${network.say(news, 'of a person')}`),
    ).toMatchObject(refused(403, 50013, 'Missing Permissions'));
    network.permit(news, { READ_MESSAGE_HISTORY: false });
    expect(await list('')).toEqual([]);
    expect(await send('GET', `/channels/${news}/messages/${ids[1]}`)).toMatchObject(
      refused(403, 50001, 'Missing Access'),
    );
  });
});

describe('a nonce at Discord', () => {
  it('returns the first message for some minutes, if it is enforced, to the same author', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    await start({ now: () => now });
    const first = await post({ content: 'one', nonce: 'n', enforce_nonce: true });
    expect(first.body.nonce).toBe('n');
    now = new Date('2026-01-01T00:02:59Z');
    expect((await post({ content: 'two', nonce: 'n', enforce_nonce: true })).body).toMatchObject({
      id: first.body.id,
      content: 'one',
    });
    expect((await post({ content: 'not enforced', nonce: 'n' })).body.id).not.toBe(first.body.id);
    now = new Date('2026-01-01T00:06:00Z');
    expect((await post({ content: 'three', nonce: 'n', enforce_nonce: true })).body.id).not.toBe(
      first.body.id,
    );
    expect(network.messages().map((m) => m.content)).toEqual(['one', 'not enforced', 'three']);
    expect((await send('GET', `/channels/${news}/messages/${first.body.id}`)).body).not.toHaveProperty(
      'nonce',
    );
  });

  it('is a string of up to 25 characters, or an integer', async () => {
    expect(await post({ content: 'x', nonce: 'n'.repeat(25) })).toMatchObject(accepted());
    expect(await post({ content: 'x', nonce: 12 })).toMatchObject(accepted());
    expect(await post({ content: 'x', nonce: 'n'.repeat(26) })).toMatchObject(
      invalid('nonce', 'NONCE_TYPE_TOO_LONG', 'Must be 25 or fewer characters long.'),
    );
    expect(await post({ content: 'x', nonce: { a: 1 } })).toMatchObject(
      invalid('nonce', 'NONCE_TYPE_INVALID_TYPE', 'This field must be a string or integer.'),
    );
  });
});

describe('a thread at Discord', () => {
  const open = (message: string, json: object = { name: 'Talk' }, channel = news): Promise<Seen> =>
    send('POST', `/channels/${channel}/messages/${message}/threads`, { json });

  it('has the id of its message, and is created once', async () => {
    const {
      body: { id },
    } = await post({ content: 'root' });
    expect(await open(id, { name: 'x'.repeat(101) })).toMatchObject(
      invalid('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 100 in length.'),
    );
    expect(await open(id, {})).toMatchObject(invalid('name', 'BASE_TYPE_REQUIRED', 'This field is required'));
    expect(await open(id, { name: 'Talk', auto_archive_duration: 61 })).toMatchObject(
      invalid('auto_archive_duration', 'BASE_TYPE_CHOICES', 'Value must be one of (60, 1440, 4320, 10080).'),
    );
    expect(await open('1')).toMatchObject(refused(404, 10008, 'Unknown Message'));
    expect(await open(id)).toMatchObject({
      status: 201,
      body: { id, type: 11, parent_id: news, owner_id: bot.id, thread_metadata: { archived: false } },
    });
    expect(await open(id)).toMatchObject(
      refused(400, 160004, 'A thread has already been created for this message'),
    );
    const inside = await post({ content: 'part' }, id);
    expect(inside).toMatchObject(accepted({ channel_id: id }));
    expect(await open(inside.body.id, { name: 'Deeper' }, id)).toMatchObject(
      refused(400, 50024, 'Cannot execute action on this channel type'),
    );
    network.setThread(id, { locked: true });
    expect(await post({ content: 'part' }, id)).toMatchObject(refused(403, 160005, 'Thread is locked'));
  });

  it('in a forum comes with its first message, and a forum accepts nothing else', async () => {
    const forum = network.createChannel({ guild, name: 'stories', type: 'forum' });
    const start = (json: object, channel = forum): Promise<Seen> =>
      send('POST', `/channels/${channel}/threads`, { json });
    expect(await post({ content: 'hi' }, forum)).toMatchObject(
      refused(400, 40058, 'Cannot send a message in a forum channel'),
    );
    expect(await start({ name: 'One', message: { content: 'a'.repeat(2001) } })).toMatchObject(
      invalid('message.content', 'BASE_TYPE_MAX_LENGTH', 'Must be 2000 or fewer in length.'),
    );
    expect(await start({ name: 'One', message: {} })).toMatchObject(
      refused(400, 50006, 'Cannot send an empty message'),
    );
    expect(await start({ name: 'One' })).toMatchObject(
      invalid('message', 'BASE_TYPE_REQUIRED', 'This field is required'),
    );
    expect(await start({ name: 'One', message: { content: 'x' } }, news)).toMatchObject(
      refused(400, 50024, 'Cannot execute action on this channel type'),
    );
    const { status, body } = await start({ name: 'One', message: { content: 'first' } });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'One', message: { id: body.id, channel_id: body.id, content: 'first' } },
    });
    expect((await send('GET', `/channels/${forum}`)).body.last_message_id).toBe(body.id);
    expect((await send('GET', `/guilds/${guild}/threads/active`)).body.threads).toEqual([
      expect.objectContaining({ id: body.id }),
    ]);
    expect(await send('DELETE', `/channels/${body.id}`)).toMatchObject(
      refused(403, 50013, 'Missing Permissions'),
    );
    const strict = network.createChannel({ guild, name: 'tagged', type: 'forum', requireTag: true });
    expect(await start({ name: 'One', message: { content: 'x' } }, strict)).toMatchObject(
      refused(400, 40067, 'A tag is required to create a forum post in this channel'),
    );
    expect(
      await start({ name: 'One', message: { content: 'x' }, applied_tags: ['1'] }, strict),
    ).toMatchObject({ status: 201 });
  });
});

describe('a Discord server', () => {
  it('shows its counts on request, its channels, roles and members', async () => {
    expect((await send('GET', `/guilds/${guild}`)).body).not.toHaveProperty('approximate_member_count');
    expect((await send('GET', `/guilds/${guild}?with_counts=true`)).body).toMatchObject({
      approximate_member_count: 3,
      premium_tier: 0,
    });
    expect((await send('GET', `/guilds/${guild}/channels`)).body).toEqual([
      expect.objectContaining({ id: news, type: 0 }),
    ]);
    expect((await send('GET', `/guilds/${guild}/roles`)).body).toEqual([
      expect.objectContaining({ id: guild, name: '@everyone' }),
      expect.objectContaining({ name: 'Readers' }),
    ]);
    expect((await send('GET', `/guilds/${guild}/members/search?query=gr&limit=5`)).body).toEqual([
      expect.objectContaining({ user: expect.objectContaining({ username: 'grace' }) }),
    ]);
    expect(await send('GET', `/guilds/${guild}/members/search`)).toMatchObject(
      invalid('query', 'BASE_TYPE_REQUIRED', 'This field is required'),
    );
  });
});

describe("Discord's rate limits", () => {
  it('show on every answer to a new message, and refuse one too many until the window ends', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    await start({ now: () => now, limits: { messagesPerBucket: 2 } });
    const shown = (seen: Seen): unknown[] => [
      seen.status,
      ...['limit', 'remaining', 'reset', 'reset-after', 'scope'].map((name) =>
        seen.headers.get(`x-ratelimit-${name}`),
      ),
    ];
    expect(shown(await post({ content: 'a' }))).toEqual([200, '2', '1', '1767225605.000', '5.000', null]);
    now = new Date('2026-01-01T00:00:01.250Z');
    expect(shown(await post({ content: ' ' }))).toEqual([400, '2', '0', '1767225605.000', '3.750', null]);
    const last = await post({ content: 'c' });
    expect(shown(last)).toEqual([429, '2', '0', '1767225605.000', '3.750', 'user']);
    expect([last.headers.get('retry-after'), last.body]).toEqual([
      '4',
      { message: 'You are being rate limited.', retry_after: 3.75, global: false },
    ]);
    expect(await post({ content: 'd' }, network.createChannel({ guild, name: 'other' }))).toMatchObject(
      accepted(),
    );
    now = new Date('2026-01-01T00:00:05Z');
    expect(await post({ content: 'e' })).toMatchObject(accepted());
  });

  it('count every call of a bot', async () => {
    const now = new Date('2026-01-01T00:00:00Z');
    await start({ now: () => now, limits: { requestsPerSecond: 1 } });
    expect((await send('GET', '/users/@me')).status).toBe(200);
    const last = await send('GET', '/users/@me');
    expect([
      last.status,
      last.headers.get('x-ratelimit-global'),
      last.headers.get('x-ratelimit-scope'),
      last.body.global,
    ]).toEqual([429, 'true', 'global', true]);
  });
});

describe('the Discord stand-in as a process', () => {
  it('says where it is, serves its ledger, and ends with its stdin', async () => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('main.ts', import.meta.url)), '--port', '0'],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ready = JSON.parse(line.toString()) as { url: string; token: string; channelId: string };
    await fetch(`${ready.url}/api/v10/channels/${ready.channelId}/messages`, {
      method: 'POST',
      headers: {
        'user-agent': AGENT,
        authorization: `Bot ${ready.token}`,
        'content-type': 'application/json',
      },
      body: '{"content":"hello"}',
    });
    expect(await (await fetch(`${ready.url}/__ledger`)).json()).toEqual([
      expect.objectContaining({ content: 'hello', channelId: ready.channelId }),
    ]);
    const gone = once(child, 'exit');
    child.stdin.end();
    expect(await gone).toEqual([0, null]);
  });
});
