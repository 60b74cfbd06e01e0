import { expect } from '@jest/globals';
import { isPublish, picture } from '../../../../providers/dribbble/fixtures/world.ts';
import { startDribbble } from '../../networks/dribbble/server.ts';
import type { Shot } from '../../networks/dribbble/state.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

export const dribbble = networkCase({
  title: 'a post to Dribbble',
  async start(redirectUri) {
    const network = await startDribbble({ redirectUris: [redirectUri('dribbble')] });
    const front = await startFaultFront(network.url);
    network.createAccount('heidi');
    return {
      network,
      front,
      env: {
        DRIBBBLE_API_URL: front.url,
        DRIBBBLE_CLIENT_ID: network.client.id,
        DRIBBBLE_CLIENT_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network }) {
    const { crier } = house;
    const channel = await connectInBrowser(house, 'dribbble', 'Authorize as heidi');
    const client = clientOf(crier, crier.url, { __type: 'dribbble', title: 'Menu' });
    async function create(content: string): Promise<string> {
      const bytes = new Uint8Array(await (await (await picture(800, 600)).blob()).arrayBuffer());
      const { id, path } = await client.upload({ bytes, name: 'menu.png', type: 'image/png' });
      const [post = ''] = await client.create({
        channels: [channel],
        parts: [{ content, image: [{ id, path }] }],
      });
      return post;
    }
    const live = (text: string): Shot[] => network.shots().filter(({ description }) => description === text);
    return { client, create, live };
  },
  tests: {
    async 'is live once, with its title and its URL'({ client, create, live }) {
      const content = unique('A menu');
      const page = await client.reaches(await create(content), 'published');
      expect(live(content).map(({ id, title }) => [String(id), title])).toEqual([[page.releaseId, 'Menu']]);
      expect(page.releaseURL).toBe(`https://dribbble.com/shots/${page.releaseId}-Menu`);
    },
    async 'is found after its answer was lost, beside one of the same title, and is not sent again'({
      network,
      front,
      client,
      create,
      live,
    }) {
      const content = unique('Found again');
      const before = network.shots().length;
      front.arm({ kind: 'reset_after' }, isPublish);
      const first = await create(content);
      const second = unique('The same title');
      const page = await client.reaches(await create(second), 'published');
      expect((await client.reaches(first, 'published')).releaseId).toBe(String(live(content)[0]?.id));
      expect(page.releaseId).toBe(String(live(second)[0]?.id));
      expect(network.shots()).toHaveLength(before + 2);
    },
  },
});
