import { expect } from '@jest/globals';
import { isPublish } from '../../../../providers/vk/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startVk } from '../../networks/vk/server.ts';
import type { Item } from '../../networks/vk/state.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

export const vk = networkCase({
  title: 'a post to VK',
  async start(redirectUri) {
    const network = await startVk({ redirectUris: [redirectUri('vk')] });
    const front = await startFaultFront(network.url);
    network.createUser('Walter');
    return {
      network,
      front,
      env: { VK_API_URL: front.url, VK_ID: network.clientId },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network }) {
    const { crier } = house;
    const channel = await connectInBrowser(house, 'vk', 'Continue as Walter');
    const client = clientOf(crier, crier.url, { __type: 'vk' });
    const create = async (...contents: string[]): Promise<string> =>
      (await client.create({ channels: [channel], parts: contents.map((content) => ({ content })) }))[0] ??
      '';
    const live = (text: string): Item[] => network.items().filter((item) => item.text === text);
    return { channel, client, create, live };
  },
  tests: {
    async 'is live once, with its comment below it'({ client, create, live }) {
      const [post, comment] = [unique('Asparagus'), unique('And strawberries')];
      const page = await client.reaches(await create(post, comment), 'published');
      const [made] = live(post);
      expect(page.releaseURL).toBe(`https://vk.com/wall${made?.owner}_${made?.id}`);
      expect(live(comment)).toMatchObject([{ post: made?.id }]);
    },
    async 'is found on the wall after its answer was lost, and is not sent again'({
      front,
      client,
      create,
      live,
    }) {
      const content = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const page = await client.reaches(await create(content), 'published');
      expect(live(content).map(({ id }) => String(id))).toEqual([page.releaseId]);
    },
  },
});
