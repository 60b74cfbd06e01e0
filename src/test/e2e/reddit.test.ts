/** Reddit from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import { settingsFor } from '../../../providers/reddit/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { startReddit, type Reddit } from '../networks/reddit/server.ts';
import type { Entry } from '../networks/reddit/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, eventsOf, type Client, type Part } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to Reddit', () => {
  let crier: TestInstance;
  let network: Reddit;
  let channel: string;
  beforeAll(async () => {
    network = await startReddit({ redirectUris: [`${PUBLIC}/integrations/social/reddit`] });
    network.createAccount('grace');
    for (const name of ['cafes', 'bakeries']) network.addSubreddit({ name });
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        REDDIT_API_URL: network.url,
        REDDIT_CLIENT_ID: network.client.id,
        REDDIT_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'reddit'), 'Allow as grace');
    channel = (await finish(ada, 'reddit', back.query)).body.channel?.id ?? '';
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await network?.stop();
  });

  const clientFor = (...places: Record<string, unknown>[]): Client =>
    clientOf(crier, crier.url, { __type: 'reddit', ...settingsFor(...places) });
  const create = async (client: Client, ...parts: Part[]): Promise<string> =>
    (await client.create({ channels: [channel], parts }))[0] ?? '';
  const live = (text: string): Entry[] =>
    network.entries().filter((entry) => !entry.deleted && entry.text === text);

  it('with comments is live in each subreddit, once, with its address', async () => {
    const client = clientFor({}, { subreddit: 'r/bakeries', title: 'Our menu' });
    const texts = ['Root', 'More', 'And more'].map(unique);
    const page = await client.reaches(
      await create(client, ...texts.map((content) => ({ content }))),
      'published',
    );
    const [posts = [], comments = [], last = []] = texts.map(live);
    expect(posts.map(({ subreddit, title }) => [subreddit, title])).toEqual([
      ['cafes', 'Spring menu'],
      ['bakeries', 'Our menu'],
    ]);
    expect(comments.map(({ parent }) => parent)).toEqual(posts.map(({ id }) => `t3_${id}`));
    expect(last.map(({ parent }) => parent)).toEqual(comments.map(({ id }) => `t1_${id}`));
    expect([page.releaseId, page.releaseURL]).toEqual([
      posts[0]?.id,
      `https://www.reddit.com${posts[0]?.permalink}`,
    ]);
  });

  it('with a picture is live once Reddit has processed it', async () => {
    const client = clientFor({ type: 'image' });
    const image = await client.upload({
      bytes: Uint8Array.from(PIXEL_PNG),
      name: 'menu.png',
      type: 'image/png',
    });
    const content = unique('A picture');
    const page = await client.reaches(
      await create(client, { content, image: [{ id: image.id, path: image.path }] }),
      'published',
    );
    const [entry] = live(content);
    expect(entry).toMatchObject({ url: expect.stringMatching(/^https:\/\/i\.redd\.it\/\w+\.png$/) });
    expect(page.releaseId).toBe(entry?.id);
  });

  it("fails in Reddit's words where the subreddit refuses it, and the channel stays connected", async () => {
    network.addSubreddit({ name: 'strict', flairRequired: true });
    const client = clientFor({ subreddit: 'strict' });
    const page = await client.reaches(await create(client, { content: unique('No flair') }), 'failed');
    expect(page.error).toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('Your post must contain post flair.'),
    });
    const { body } = await crier.call<{ id: string; refreshNeeded: boolean }[]>('GET', '/integrations');
    expect(body).toContainEqual(expect.objectContaining({ id: channel, refreshNeeded: false }));
  });

  it('waits as long as Reddit asks, and is then live once', async () => {
    const client = clientFor({});
    const content = unique('Patience');
    network.arm({ rateLimit: { words: 'Take a break for 2 seconds before trying again.', seconds: 2 } });
    const id = await create(client, { content });
    await eventually('the post waits', async () => eventsOf(await client.page(id)).includes('rate_limited'));
    expect(live(content)).toEqual([]);
    network.arm({ rateLimit: null });
    await client.reaches(id, 'published');
    expect(live(content)).toHaveLength(1);
  });
});
