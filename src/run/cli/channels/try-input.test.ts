/** `channels try` with what a person brings: inputs of tools, threads and files; and with none that helps. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startWorld, type World } from '../../../../providers/reddit/fixtures/world.ts';
import { providers } from '../../../../providers/list.ts';
import type { TriedChannel } from '../../../channels/try-channel.ts';
import { VERSION } from '../../../platform/version.ts';
import { startDiscordServer, type DiscordServer } from '../../../test/e2e/network-discord.ts';
import { png, sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { runCrier } from '../fixtures/run-cli.ts';

jest.setTimeout(120_000);

describe('a trial of a channel', () => {
  let crier: TestInstance;
  let discord: DiscordServer;
  let reddit: World;
  const ids = { discord: '', reddit: '' };
  beforeAll(async () => {
    [discord, reddit] = await Promise.all([startDiscordServer(), startWorld()]);
    reddit.network.addSubreddit({
      name: 'flairs',
      flairs: [
        { id: 'f1', text: 'News', mod_only: false },
        { id: 'f2', text: 'Staff', mod_only: true },
      ],
    });
    const { id, secret } = reddit.network.client;
    crier = await startInstance({
      temporal: false,
      env: {
        ...discord.env,
        REDDIT_API_URL: reddit.front.url,
        REDDIT_CLIENT_ID: id,
        REDDIT_CLIENT_SECRET: secret,
      },
    });
    ids.discord = (await crier.connect('discord', discord.fields)).id;
    const { credentials, details } = reddit.channel;
    ids.reddit = await insertChannel(crier, 'reddit', {
      credentials: credentials as Record<string, string>,
      details: details as Record<string, unknown>,
    });
  });
  afterAll(async () => {
    await crier?.stop();
    await discord?.stop();
    await reddit?.stop();
  });

  const run = (network: keyof typeof ids, ...args: string[]) =>
    runCrier(crier.env, 'channels', 'try', ids[network], ...args);
  const report = async (network: keyof typeof ids, ...args: string[]): Promise<TriedChannel> =>
    JSON.parse((await run(network, ...args, '--json')).stdout) as TriedChannel;
  const choices = async (network: keyof typeof ids, tool: string, ...args: string[]) =>
    (await report(network, ...args)).steps.find(({ step }) => step === `choices: ${tool}`);
  const settings = (channel: string): string[] => ['--settings', JSON.stringify({ channel })];
  const files = (): Promise<unknown[]> => sql(crier, 'select 1 from media where deleted_at is null');
  const file = (name: string, bytes: Uint8Array): string => {
    const path = join(crier.dataDir, name);
    writeFileSync(path, bytes);
    return path;
  };

  it.each<['discord' | 'reddit', string, object | undefined, object]>([
    ['discord', 'channels', undefined, { ok: true, detail: '1 entries' }],
    ['discord', 'channels', {}, { ok: true, detail: '1 entries' }],
    ['discord', 'mentions', { query: 'ad' }, { ok: true, detail: '1 entries' }],
    ['discord', 'mentions', undefined, { ok: null, detail: `needs --input 'mentions={"query": …}'` }],
    ['reddit', 'flairs', { subreddit: 'flairs' }, { ok: true, detail: '1 entries' }],
    ['reddit', 'flairs', undefined, { ok: null, detail: `needs --input 'flairs={"subreddit": …}'` }],
    ['reddit', 'restrictions', { subreddit: 'flairs' }, { ok: true, detail: 'answered' }],
    [
      'reddit',
      'restrictions',
      { subreddit: 'nowhere' },
      { ok: false, detail: expect.stringMatching(/^network_refused: Reddit: /) },
    ],
  ])('asks the tool of %s for %s with %j', async (network, tool, input, expected) => {
    const flags = input ? ['--input', `${tool}=${JSON.stringify(input)}`] : [];
    expect(await choices(network, tool, ...flags)).toMatchObject(expected);
  });

  it('takes inputs of several tools at once', async () => {
    const { steps } = await report(
      'reddit',
      '--input',
      'flairs={"subreddit":"flairs"}',
      'subreddits={"word":"cafe"}',
    );
    expect(steps.filter(({ ok, step }) => ok && step.startsWith('choices')).map(({ step }) => step)).toEqual(
      expect.arrayContaining(['choices: flairs', 'choices: subreddits']),
    );
  });

  it.each<['discord' | 'reddit', string, RegExp]>([
    ['discord', 'mentions={}', /mentions.*query/],
    ['discord', 'mentions={"query": 7}', /mentions\.query/],
    ['discord', 'mentions={"query": ""}', /mentions\.query/],
    ['discord', 'mentions={"query": "ad", "guild": "1"}', /mentions.*guild/],
    ['discord', 'channels={"page": 2}', /channels.*page/],
    ['reddit', 'flairs={"subreddit": "../api/submit"}', /flairs\.subreddit/],
    ['reddit', 'flairs={"subreddit": null}', /flairs\.subreddit/],
    ['reddit', 'boards={}', /Reddit has no tool "boards"; it has /],
    ['reddit', '__proto__={}', /Reddit has no tool "__proto__"/],
    ['reddit', 'toString={}', /Reddit has no tool "toString"/],
  ])('refuses what no tool of %s takes, before its network is asked: %s', async (network, input, message) => {
    const asked = reddit.network.requests().length;
    const { code, stdout } = await run(network, '--input', input, '--json');
    const { error } = JSON.parse(stdout) as { error: { code: string } };
    expect([code, error.code, JSON.stringify(error).replaceAll('\\"', '"')]).toEqual([
      1,
      'invalid_request',
      expect.stringMatching(message),
    ]);
    expect(reddit.network.requests().length).toBe(asked);
  });

  it('publishes a thread with a picture, and takes all of it away', async () => {
    const path = file('menu.png', png());
    const published = ['--publish', '--text', 'One', '--thread', 'Two', '--media', path];
    const tried = await report('discord', ...published, ...settings(discord.news));
    expect(tried).toMatchObject({
      provider: 'discord',
      channel: { id: ids.discord },
      version: VERSION,
      left: [],
    });
    expect(tried.at).toBe(new Date(tried.at).toISOString());
    expect(tried.steps.filter(({ ok }) => ok === false)).toEqual([]);
    const [first] = discord.server.messages();
    expect(first?.attachments).toHaveLength(1);
    expect([await discord.seen(), await files()]).toEqual([[], []]);
  });

  it.each<[string, () => string]>([
    ['that is not there', () => join(crier.dataDir, 'gone.png')],
    ['that is half a picture', () => file('half.png', png().subarray(0, 30))],
    ['that is a text', () => file('menu.txt', Buffer.from('Soup, bread'))],
    ['that is empty', () => file('empty.png', Buffer.alloc(0))],
  ])('refuses a file %s, publishes nothing, and keeps no file that came before it', async (_, bad) => {
    const before = discord.server.messages().length;
    const good = file('menu.png', png());
    const { code, stdout, stderr } = await run(
      'discord',
      '--publish',
      '--media',
      good,
      bad(),
      ...settings(discord.news),
    );
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toMatch(/error of Crier|    at /);
    expect([discord.server.messages().length, await files()]).toEqual([before, []]);
  });

  it('reports that a name is not an id', async () => {
    expect(await runCrier(crier.env, 'channels', 'try', 'Cafe Nord')).toMatchObject({
      stderr: expect.stringContaining('"Cafe Nord" is not an id') as unknown,
    });
  });

  it('refuses settings that do not fit before anything is stored', async () => {
    const { code, stdout } = await run('discord', '--publish', '--media', file('menu.png', png()), '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      { error: expect.objectContaining({ code: 'invalid_request' }) },
    ]);
    expect(await files()).toEqual([]);
  });

  it.each(providers.map(({ identifier }) => identifier))(
    'of %s that has to be connected again reports just that, and for which channel',
    async (network) => {
      const id = await insertChannel(crier, network, { details: { baseUrl: 'no URL' } });
      await sql(crier, 'update integration set refresh_needed = true where id = $1', [id]);
      for (const flags of [[], ['--publish']]) {
        const { code, stdout } = await runCrier(crier.env, 'channels', 'try', id, ...flags, '--json');
        const tried = JSON.parse(stdout) as TriedChannel | { error: { code: string } };
        if ('error' in tried) {
          // Settings without which this network publishes nothing.
          expect([flags, tried.error.code]).toEqual([['--publish'], 'invalid_request']);
          continue;
        }
        expect([code, tried]).toEqual([
          1,
          {
            provider: network,
            channel: { id, name: `A ${network}` },
            version: VERSION,
            at: new Date(tried.at).toISOString(),
            left: [],
            tried: [],
            steps: [
              { step: 'channel', ok: false, ms: 0, detail: expect.stringMatching(/^It has to be connected/) },
            ],
          },
        ]);
      }
    },
  );

  // Those whose URL is the channel's own: nothing but this instance is asked.
  it.each(['lemmy', 'mastodon'])(
    'of %s with an invalid URL never reports that as an answer of the network',
    async (network) => {
      const id = await insertChannel(crier, network, { details: { baseUrl: 'no URL' } });
      const { stdout } = await runCrier(crier.env, 'channels', 'try', id, '--json');
      const failed = (JSON.parse(stdout) as TriedChannel).steps.filter(({ ok }) => ok === false);
      for (const { detail } of failed) {
        expect(detail).toMatch(/^(an error of Crier, please report it|[a-z_]+): /);
        if (detail.includes('Invalid URL')) expect(detail).toMatch(/^an error of Crier/);
      }
    },
  );
});
