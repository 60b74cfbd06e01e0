import { expect } from '@jest/globals';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { settingsFor } from '../../../../providers/reddit/fixtures/world.ts';
import { eventually } from '../../instance.ts';
import { startReddit, type Reddit } from '../../networks/reddit/server.ts';
import type { Entry } from '../../networks/reddit/state.ts';
import { clientOf, eventsOf, type Client, type Part } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

const live = (network: Reddit, text: string): Entry[] =>
  network.entries().filter((entry) => !entry.deleted && entry.text === text);

export const reddit = networkCase({
  title: 'a post to Reddit',
  async start(redirectUri) {
    const network = await startReddit({ redirectUris: [redirectUri('reddit')] });
    network.createAccount('grace');
    for (const name of ['cafes', 'bakeries']) network.addSubreddit({ name });
    return {
      network,
      env: {
        REDDIT_API_URL: network.url,
        REDDIT_CLIENT_ID: network.client.id,
        REDDIT_CLIENT_SECRET: network.client.secret,
      },
      stop: () => network.stop(),
    };
  },
  async connect(house) {
    const channel = await connectInBrowser(house, 'reddit', 'Allow as grace');
    const clientFor = (...places: Record<string, unknown>[]): Client =>
      clientOf(house.crier, house.crier.url, { __type: 'reddit', ...settingsFor(...places) });
    const create = async (client: Client, ...parts: Part[]): Promise<string> =>
      (await client.create({ channels: [channel], parts }))[0] ?? '';
    return { channel, clientFor, create };
  },
  tests: {
    async 'with comments is live in each subreddit, once, with its URL'({ network, clientFor, create }) {
      const client = clientFor({}, { subreddit: 'r/bakeries', title: 'Our menu' });
      const texts = ['Root', 'More', 'And more'].map(unique);
      const id = await create(client, ...texts.map((content) => ({ content })));
      const page = await client.reaches(id, 'published');
      const [posts = [], comments = [], last = []] = texts.map((text) => live(network, text));
      expect(posts.map(({ subreddit, title }) => [subreddit, title])).toEqual([
        ['cafes', 'Spring menu'],
        ['bakeries', 'Our menu'],
      ]);
      expect(comments.map(({ parent }) => parent)).toEqual(posts.map(({ id: post }) => `t3_${post}`));
      expect(last.map(({ parent }) => parent)).toEqual(comments.map(({ id: comment }) => `t1_${comment}`));
      expect([page.releaseId, page.releaseURL]).toEqual([
        posts[0]?.id,
        `https://www.reddit.com${posts[0]?.permalink}`,
      ]);
    },
    async 'with a picture is live once Reddit has processed it'({ network, clientFor, create }) {
      const client = clientFor({ type: 'image' });
      const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
      const { id, path } = await client.upload(file);
      const content = unique('A picture');
      const page = await client.reaches(
        await create(client, { content, image: [{ id, path }] }),
        'published',
      );
      const [entry] = live(network, content);
      expect(entry).toMatchObject({ url: expect.stringMatching(/^https:\/\/i\.redd\.it\/\w+\.png$/) });
      expect(page.releaseId).toBe(entry?.id);
    },
    async "fails in Reddit's words where the subreddit refuses it, and the channel stays connected"({
      crier,
      network,
      channel,
      clientFor,
      create,
    }) {
      network.addSubreddit({ name: 'strict', flairRequired: true });
      const client = clientFor({ subreddit: 'strict' });
      const page = await client.reaches(await create(client, { content: unique('No flair') }), 'failed');
      expect(page.error).toMatchObject({
        code: 'rejected',
        message: expect.stringContaining('Your post must contain post flair.'),
      });
      const { body } = await crier.call<{ id: string; refreshNeeded: boolean }[]>('GET', '/integrations');
      expect(body).toContainEqual(expect.objectContaining({ id: channel, refreshNeeded: false }));
    },
    async 'waits as long as Reddit asks, and is then live once'({ network, clientFor, create }) {
      const client = clientFor({});
      const content = unique('Patience');
      network.arm({ rateLimit: { words: 'Take a break for 2 seconds before trying again.', seconds: 2 } });
      const id = await create(client, { content });
      await eventually('the post waits', async () =>
        eventsOf(await client.page(id)).includes('rate_limited'),
      );
      expect(live(network, content)).toEqual([]);
      network.arm({ rateLimit: null });
      await client.reaches(id, 'published');
      expect(live(network, content)).toHaveLength(1);
    },
  },
});
