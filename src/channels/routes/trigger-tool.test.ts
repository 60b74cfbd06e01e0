import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Channel, Provider } from '../../../providers/_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, TokenExpired } from '../../../providers/_kit/errors.ts';
import { startDiscordServer, type DiscordServer } from '../../test/e2e/network-discord.ts';
import { UNKNOWN_ID, addKey, refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { insertChannel } from '../../test/insert-channel.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

type Ran = Answer<ErrorBody & { output: unknown }>;

let crier: TestInstance;
const trigger = (channel: string, body: unknown, key = crier.apiKey): Promise<Ran> =>
  crier.call('POST', `/integration-trigger/${channel}`, { body, key });
const flagged = async (channel: string): Promise<unknown> =>
  (await sql(crier, 'select refresh_needed from integration where id = $1', [channel]))[0]?.refresh_needed;
const notifications = async (): Promise<string[]> =>
  (
    await crier.call<{ notifications: { content: string }[] }>('GET', '/notifications')
  ).body.notifications.map((n) => n.content);

describe('POST /public/v1/integration-trigger/{id}, for a Discord server', () => {
  let discord: DiscordServer;
  let channel: string;
  beforeAll(async () => {
    discord = await startDiscordServer();
    crier = await startInstance({ temporal: false, env: discord.env });
  });
  beforeEach(async () => {
    channel = (await crier.connect('discord', discord.fields)).id;
  });
  afterAll(async () => {
    await crier?.stop();
    await discord?.stop();
  });

  const everyCall = (): boolean => true;
  const answering = (status: number, body: object, headers = {}): void =>
    discord.front.arm({ kind: 'status', status, headers, body: JSON.stringify(body) }, everyCall);

  it("answers with the network's answer", async () => {
    const answer = await trigger(channel, { methodName: 'channels' });
    expect([answer.status, answer.body]).toEqual([
      201,
      { output: [{ id: discord.news, name: 'news', type: 'text' }] },
    ]);
    for (const data of [null, {}]) {
      expect((await trigger(channel, { methodName: 'channels', data })).status).toBe(201);
    }
    expect(
      (await trigger(channel, { methodName: 'mentions', data: { query: 'ad' } })).body.output,
    ).toMatchObject([{ label: 'ada' }]);
  });

  it.each(['getBoards', 'Channels', 'constructor', '__proto__', 'toString'])(
    'does not know the tool %j, and names the tools that exist',
    async (methodName) => {
      const answer = await trigger(channel, { methodName });
      expect(refusal(answer)).toEqual({ status: 404, code: 'tool_not_found' });
      expect(answer.body.message).toContain('it has channels, mentions');
    },
  );

  it.each([
    ['nothing that is needed', {}, 'data.query'],
    ['a wrong type', { query: 7 }, 'data.query'],
    ['too little', { query: '' }, 'data.query'],
    ['what the tool does not know', { query: 'a', limit: 5 }, 'data.limit'],
  ])('refuses %s as data, with its place', async (_, data, path) => {
    expect(refusal(await trigger(channel, { methodName: 'mentions', data }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [path],
    });
  });

  it.each([
    ['no name', {}, 'methodName'],
    ['an empty name', { methodName: '' }, 'methodName'],
    ['data that are a list', { methodName: 'channels', data: [] }, 'data'],
    ['no object', [], 'body'],
  ])('refuses %s', async (_, body, path) => {
    expect(refusal(await trigger(channel, body))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [path],
    });
  });

  it('passes on that the network asks to wait, and how long', async () => {
    answering(
      429,
      { message: 'You are being rate limited.', retry_after: 41.5, global: false },
      { 'retry-after': '42' },
    );
    const answer = await trigger(channel, { methodName: 'channels' });
    expect(refusal(answer)).toEqual({ status: 503, code: 'network_busy' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(35);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(43);
    expect(await flagged(channel)).toBe(false);
  });

  it("passes on the network's refusal, without the secrets that it quotes", async () => {
    answering(400, { message: `Bot ${discord.bot.token} may not do this`, code: 50035 });
    const answer = await trigger(channel, { methodName: 'channels' });
    expect(refusal(answer)).toEqual({ status: 400, code: 'network_refused' });
    expect(answer.body.message).toContain('Discord: Bot [redacted] may not do this');
    expect(answer.text).not.toContain(discord.bot.token);
  });

  it.each([
    ['does not take the connection', { kind: 'reset_before' }],
    ['loses the answer', { kind: 'reset_after' }],
    ['answers a web page', { kind: 'garbage_after' }],
    ['answers half of it', { kind: 'truncated_after' }],
    ['has a defect', { kind: 'status', status: 500, body: '{}' }],
  ] as const)('reports that the network gave no answer when it %s', async (_, fault) => {
    discord.front.arm(fault, everyCall, 10);
    expect(refusal(await trigger(channel, { methodName: 'channels' }))).toEqual({
      status: 502,
      code: 'network_failed',
    });
    discord.front.disarm();
    expect((await trigger(channel, { methodName: 'channels' })).status).toBe(201);
  });

  it('flags the channel once when its token is no longer accepted; reconnected, it works', async () => {
    const token = discord.server.resetToken(discord.bot.id);
    const answer = await trigger(channel, { methodName: 'channels' });
    expect(refusal(answer)).toEqual({ status: 401, code: 'channel_unauthorized' });
    expect(await flagged(channel)).toBe(true);
    expect(refusal(await trigger(channel, { methodName: 'channels' }))).toEqual({
      status: 401,
      code: 'channel_unauthorized',
    });
    expect(await notifications()).toEqual([expect.stringContaining('must be reconnected')]);
    expect(`${answer.text}${(await notifications()).join()}`).not.toContain(discord.fields.token);
    await crier.connect('discord', { ...discord.fields, token });
    expect((await trigger(channel, { methodName: 'channels' })).status).toBe(201);
    expect(await flagged(channel)).toBe(false);
    Object.assign(discord.fields, { token });
  });

  it("refuses a malformed id, an unknown one, another organisation's, a deleted channel, and a read-only key", async () => {
    const body = { methodName: 'channels' };
    expect(refusal(await trigger('abc', body))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await trigger(UNKNOWN_ID, body))).toEqual({ status: 404, code: 'integration_not_found' });
    expect(refusal(await trigger(channel, body, (await crier.anotherOrganization()).apiKey))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect(refusal(await trigger(channel, body, await addKey(crier, "scopes = '{read}'")))).toEqual({
      status: 403,
      code: 'insufficient_scope',
    });
    await sql(crier, 'update integration set deleted_at = now() where id = $1', [channel]);
    expect(refusal(await trigger(channel, body))).toEqual({ status: 404, code: 'integration_not_found' });
  });

  it.each(['x', 'retired'])('finds no tool for a channel of %s, which has none', async (provider) => {
    const answer = await trigger(await insertChannel(crier, provider), { methodName: 'channels' });
    expect(refusal(answer)).toEqual({ status: 404, code: 'tool_not_found' });
    expect(answer.body.message).toContain('it has none');
  });
});

describe('a tool of a network whose tokens expire', () => {
  const OLD = 'token-of-yesterday';
  let channel: string;
  let renewals: number;
  let asked: string[];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });
  beforeEach(async () => {
    [renewals, asked] = [0, []];
    channel = await insertChannel(crier, 'sandbox', {
      credentials: { token: OLD, refresh: 'refresh-of-yesterday' },
    });
  });
  afterAll(() => crier?.stop());

  /** The network takes tokens for which `takes` holds; `renew` answers a request for another. */
  function network(
    takes: (token: string) => boolean,
    renew: (credentials: Channel['credentials']) => string,
  ): void {
    const run = ({ credentials }: Channel): Promise<string> => {
      const token = credentials.token ?? '';
      asked.push(token);
      return takes(token)
        ? Promise.resolve('fine')
        : Promise.reject(new TokenExpired(`The token ${token} has expired`));
    };
    const sandbox = crier.context.providers.get('sandbox') as Provider;
    (crier.context.providers as Map<string, Provider>).set('sandbox', {
      ...sandbox,
      tools: { look: { description: 'Looks', inputSchema: { type: 'object' }, run } },
      refresh: async ({ credentials }) => {
        renewals++;
        return { credentials: { ...credentials, token: renew(credentials) }, expiresAt: null };
      },
    });
  }
  const look = (): Promise<Ran> => trigger(channel, { methodName: 'look' });

  it('renews the token once, and answers', async () => {
    network(
      (token) => token === 'token-of-today',
      () => 'token-of-today',
    );
    expect((await look()).body).toEqual({ output: 'fine' });
    expect((await look()).body).toEqual({ output: 'fine' });
    expect([renewals, asked]).toEqual([1, [OLD, 'token-of-today', 'token-of-today']]);
    expect(await flagged(channel)).toBe(false);
  });

  it('renews it once for many simultaneous requests', async () => {
    network(
      (token) => token === 'token-of-today',
      () => 'token-of-today',
    );
    expect((await Promise.all(Array.from({ length: 5 }, look))).map((a) => a.status)).toEqual([
      201, 201, 201, 201, 201,
    ]);
    expect(renewals).toBe(1);
  });

  it.each([
    ['the new token is not taken either', (): string => 'token-of-nobody'],
    [
      'the network does not renew it',
      ({ refresh }: Channel['credentials']): string => {
        throw new ChannelGone(`${refresh} was revoked`);
      },
    ],
  ])('flags the channel when %s', async (_, renew) => {
    network(() => false, renew);
    const answer = await look();
    expect(refusal(answer)).toEqual({ status: 401, code: 'channel_unauthorized' });
    expect(renewals).toBe(1);
    expect(await flagged(channel)).toBe(true);
    expect(answer.body.message).toContain('[redacted]');
    expect(`${answer.text}${(await notifications()).join()}`).not.toMatch(/token-of|refresh-of/);
  });

  it.each([
    [
      'busy',
      (): string => {
        throw new RateLimited('Too many renewals', new Date(Date.now() + 60_000));
      },
      503,
      'network_busy',
    ],
    [
      'not to be reached',
      (): string => {
        throw new OutcomeUnknown('no answer');
      },
      502,
      'network_failed',
    ],
  ])('leaves the channel alone when the network is %s during the renewal', async (_, renew, status, code) => {
    network(() => false, renew);
    expect(refusal(await look())).toEqual({ status, code });
    expect(await flagged(channel)).toBe(false);
  });
});
