import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDiscordServer, type DiscordServer } from '../../test/e2e/network-discord.ts';
import { buildPost, buildTarget, createOne, setState, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Shown {
  readonly label: string;
  readonly data: readonly { readonly total: string; readonly date: string }[];
  readonly percentageChange: number;
}

describe('the numbers', () => {
  let crier: TestInstance;
  let discord: DiscordServer;
  let channel: string;
  beforeAll(async () => {
    discord = await startDiscordServer();
    crier = await startInstance({ temporal: false, env: discord.env });
    channel = (await crier.connect('discord', discord.fields)).id;
  });
  afterAll(async () => {
    await crier?.stop();
    await discord?.stop();
  });

  const get = (path: string): Promise<Answer<Shown[]>> => crier.call<Shown[]>('GET', `/analytics/${path}`);
  const shown = (label: string, total: string): Shown => ({
    label,
    data: [{ total, date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown as string }],
    percentageChange: 0,
  });
  /** A post that stands on the network as this message. */
  const published = async (message: string): Promise<string> => {
    const target = buildTarget(channel, { settings: discord.settings });
    const id = await createOne(crier, buildPost([], { posts: [target] }));
    await setState(crier, id, 'published');
    await sql(crier, 'update post set release_id = $2 where id = $1', [id, message]);
    await sql(crier, 'update post_item set release_id = $2, ref = $3 where post_id = $1', [
      id,
      message,
      JSON.stringify({ channelId: discord.news, threadId: null, title: 'Thread' }),
    ]);
    return id;
  };

  it('are shown as the network has them now', async () => {
    for (const path of [channel, `${channel}?date=7`, `${channel}?date=90`]) {
      const { status, body } = await get(path);
      expect([status, body]).toEqual([
        200,
        [
          shown('Members', expect.stringMatching(/^\d+$/) as unknown as string),
          shown('Online', expect.stringMatching(/^\d+$/) as unknown as string),
        ],
      ]);
    }
  });

  it.each(['abc', '-1', '7.5', '99999'])('are refused for %s days, in a sentence', async (days) => {
    for (const path of [channel, `post/${channel}`]) {
      const { status, body } = await crier.call<ErrorBody>('GET', `/analytics/${path}?date=${days}`);
      expect([status, body.message]).toEqual([
        400,
        'The request is not valid: date must be a number of days such as 30',
      ]);
    }
  });

  it('of a published post are asked of its network', async () => {
    const message = discord.server.say(discord.news, 'Spring menu');
    discord.server.react(message, '👋', 3);
    expect((await get(`post/${await published(message)}?date=7`)).body).toEqual([shown('Reactions', '3')]);
  });

  it('are asked of the network once an hour at most', async () => {
    const id = await published(discord.server.say(discord.news, 'Asked twice'));
    const [{ release } = { release: '' }] = await sql<{ release: string }>(
      crier,
      'select release_id as release from post where id = $1',
      [id],
    );
    discord.server.react(release, '👋', 1);
    expect((await get(`post/${id}`)).body).toEqual([shown('Reactions', '1')]);
    discord.server.react(release, '🎉', 4);
    expect((await get(`post/${id}`)).body).toEqual([shown('Reactions', '1')]);
    await sql(crier, "update metric_day set read_at = read_at - interval '61 minutes' where post_id = $1", [
      id,
    ]);
    expect((await get(`post/${id}`)).body).toEqual([shown('Reactions', '5')]);
  });

  it('are kept for each day, and given for as many days as are asked for', async () => {
    const id = await published(discord.server.say(discord.news, 'Over the days'));
    await sql(
      crier,
      `insert into metric_day (integration_id, post_id, label, day, total, place)
       select $1, $2, 'Reactions', (now() at time zone 'UTC')::date - ago, total, 0
       from (values (0, 6), (1, 5), (6, 4), (7, 3)) as kept(ago, total)`,
      [channel, id],
    );
    const totals = async (query: string): Promise<unknown> => {
      const [reactions] = (await get(`post/${id}${query}`)).body;
      return [reactions?.data.map(({ total }) => total), reactions?.percentageChange];
    };
    expect(await totals('?date=2')).toEqual([['5', '6'], 20]);
    expect(await totals('')).toEqual([['4', '5', '6'], 50]);
    expect(await totals('?date=30')).toEqual([['3', '4', '5', '6'], 100]);
  });

  it('that are kept are the answer while the network does not give one', async () => {
    const id = await published(discord.server.say(discord.news, 'Away'));
    const failed = await published(discord.server.say(discord.news, 'Never asked'));
    await get(`post/${id}`);
    await sql(crier, "update metric_day set read_at = read_at - interval '61 minutes'");
    discord.front.arm({ kind: 'reset_before' }, () => true, 10);
    expect((await get(`post/${id}`)).status).toBe(200);
    expect(await get(`post/${failed}`)).toMatchObject({ status: 502, body: { code: 'network_failed' } });
    discord.front.disarm();
  });

  it('of a post whose id on the network is not known are missing', async () => {
    expect((await get(`post/${await published('missing')}`)).body).toEqual({ missing: true });
  });

  it('of a post that is not published are an empty list', async () => {
    const target = buildTarget(channel, { settings: discord.settings });
    const id = await createOne(crier, buildPost([], { posts: [target] }));
    expect(await get(`post/${id}`)).toMatchObject({ status: 200, body: [] });
  });

  it('are an empty list while the channel must be reconnected, and where a network has none', async () => {
    const sandbox = (await crier.connect('sandbox')).id;
    expect(await get(sandbox)).toMatchObject({ status: 200, body: [] });
    await sql(crier, 'update integration set refresh_needed = true where id = $1', [channel]);
    expect(await get(channel)).toMatchObject({ status: 200, body: [] });
    await sql(crier, 'update integration set refresh_needed = false where id = $1', [channel]);
  });
});
