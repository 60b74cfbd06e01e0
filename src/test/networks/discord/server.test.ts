import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  AGENT,
  accepted,
  bot,
  guild,
  invalid,
  network,
  news,
  post,
  refused,
  send,
  start,
  stop,
} from './fixtures/client.ts';

beforeEach(() => start());
afterEach(stop);

describe('a caller', () => {
  it('needs the token and the User-Agent of a bot', async () => {
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

  it('needs an existing route, a supported method and valid snowflakes', async () => {
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

  it('must be in the server and see the channel', async () => {
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

describe('a server', () => {
  it('shows its channels, roles and members, and its counts on request', async () => {
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

describe('the stand-in as a separate process', () => {
  it('prints its address, serves its ledger, and exits when its stdin closes', async () => {
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
