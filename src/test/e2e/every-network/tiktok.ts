import { expect } from '@jest/globals';
import { isPublish, SETTINGS } from '../../../../providers/tiktok/fixtures/world.ts';
import { storeVideo } from '../../factories.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startTikTok, type TikTok } from '../../networks/tiktok/server.ts';
import type { Post } from '../../networks/tiktok/state.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

/** Three chunks and a little more. */
const SIZE = 31 * 1024 * 1024;

const live = (network: TikTok, text: string): Post[] =>
  network.posts().filter(({ info }) => info.title === text);

export const tiktok = networkCase({
  title: 'a post to TikTok',
  async start(redirectUri) {
    const network = await startTikTok({ redirectUris: [redirectUri('tiktok')] });
    const front = await startFaultFront(network.url);
    network.createAccount('heidi');
    return {
      network,
      front,
      env: {
        TIKTOK_API_URL: front.url,
        TIKTOK_CLIENT_ID: network.client.id,
        TIKTOK_CLIENT_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house) {
    const channel = await connectInBrowser(house, 'tiktok', 'Authorize as heidi');
    const client = clientOf(house.crier, house.crier.url, { __type: 'tiktok', ...SETTINGS });
    const create = async (content: string): Promise<string> => {
      const parts = [{ content, image: [await storeVideo(house.crier, SIZE)] }];
      return (await client.create({ channels: [channel], parts }))[0] ?? '';
    };
    return { client, create };
  },
  tests: {
    async 'with a video is live once, with its words and its URL'({ network, client, create }) {
      const content = unique('A film');
      const page = await client.reaches(await create(content), 'published');
      const [post, ...others] = live(network, content);
      expect([post?.postId, others]).toEqual([page.releaseId, []]);
      expect(page.releaseURL).toBe(`https://www.tiktok.com/@heidi/video/${page.releaseId}`);
      expect(post?.received.map(({ length }) => length).reduce((a, b) => a + b)).toBe(SIZE);
    },
    async 'is found by its upload after its answer was lost, and is not sent again'({
      network,
      front,
      client,
      create,
    }) {
      const content = unique('Found again');
      const isLast = (call: Parameters<typeof isPublish>[0]): boolean =>
        isPublish(call) && network.begun().at(-1)?.received.length === 2;
      front.arm({ kind: 'reset_after' }, isLast);
      const page = await client.reaches(await create(content), 'published');
      expect(live(network, content).map(({ postId }) => postId)).toEqual([page.releaseId]);
    },
  },
});
