import { expect } from '@jest/globals';
import { isPublish, textOf } from '../../../../providers/tumblr/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startTumblr } from '../../networks/tumblr/server.ts';
import type { MadePost } from '../../networks/tumblr/state.ts';
import { clientOf } from '../client.ts';
import { picture, unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

export const tumblr = networkCase({
  title: 'a post to Tumblr',
  async start(redirectUri) {
    const network = await startTumblr({ redirectUris: [redirectUri('tumblr')] });
    const front = await startFaultFront(network.url);
    network.createAccount('grace');
    return {
      network,
      front,
      env: {
        TUMBLR_API_URL: front.url,
        TUMBLR_CLIENT_ID: network.client.id,
        TUMBLR_CLIENT_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network }) {
    const { crier } = house;
    const channel = await connectInBrowser(house, 'tumblr', 'Allow as grace');
    const client = clientOf(crier, crier.url, { __type: 'tumblr', title: 'News', tags: 'spring' });
    const live = (text: string): MadePost[] =>
      network.posts().filter((post) => textOf(post) === `News\n${text}`);
    return { channel, client, live };
  },
  tests: {
    async 'is live once, with its picture and its URL'({ channel, client, live }) {
      const text = unique('Spring');
      const { image } = await picture(client, 'green spears');
      const [id = ''] = await client.create({
        channels: [channel],
        parts: [{ content: `<p><strong>${text}</strong></p>`, image }],
      });
      const page = await client.reaches(id, 'published');
      expect(live(text).map((post) => [post.id, post.content.at(-1)?.alt_text, post.tags])).toEqual([
        [page.releaseId, 'green spears', ['spring']],
      ]);
      expect(page.releaseURL).toBe(`https://www.tumblr.com/grace/${page.releaseId}`);
    },
    async 'is found by its words after its answer was lost, and is not sent again'({
      front,
      channel,
      client,
      live,
    }) {
      const text = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
      const page = await client.reaches(id, 'published');
      expect(live(text).map((post) => post.id)).toEqual([page.releaseId]);
    },
  },
});
