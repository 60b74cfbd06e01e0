import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDiscordServer, type DiscordServer } from '../../test/e2e/network-discord.ts';
import { buildPost, buildTarget, createOne, setState, sql } from '../../test/factories.ts';
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

  it('of a published post are asked of its network', async () => {
    const message = discord.server.say(discord.news, 'Spring menu');
    discord.server.react(message, '👋', 3);
    expect((await get(`post/${await published(message)}?date=7`)).body).toEqual([shown('Reactions', '3')]);
  });

  it('of a post whose id at the network is not known are missing', async () => {
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
