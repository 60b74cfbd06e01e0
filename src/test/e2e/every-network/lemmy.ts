import { expect } from '@jest/globals';
import { GENEROUS, isPublish } from '../../../../providers/lemmy/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startLemmy } from '../../networks/lemmy/server.ts';
import type { Post } from '../../networks/lemmy/state.ts';
import { clientOf } from '../client.ts';
import { picture, unique } from '../scenarios.ts';
import { networkCase } from './case.ts';

export const lemmy = networkCase({
  title: 'a post to Lemmy',
  async start() {
    const network = await startLemmy({ limits: GENEROUS });
    const front = await startFaultFront(network.url);
    const account = network.createPerson('ada');
    const places = ['cooking', 'baking'].map((name) => network.createCommunity(name));
    return {
      network,
      front,
      account,
      places,
      env: {},
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network, front, account, places }) {
    const { crier } = house;
    const fields = { service: front.url, identifier: 'ada', password: account.password };
    const channel = (await crier.connect('lemmy', fields)).id;
    const client = clientOf(crier, crier.url, {
      __type: 'lemmy',
      subreddit: places.map(({ id, name }) => ({ value: { subreddit: name, id, title: 'Spring menu' } })),
    });
    const create = async (
      content: string,
      image?: Awaited<ReturnType<typeof picture>>['image'],
    ): Promise<string> =>
      (await client.create({ channels: [channel], parts: [{ content, ...(image ? { image } : {}) }] }))[0] ??
      '';
    const live = (text: string): Post[] => network.posts().filter(({ body }) => body === text);
    return { fields, channel, client, create, live };
  },
  tests: {
    async 'is live once in each of its communities, with its picture'({ front, client, create, live }) {
      const content = unique('Asparagus');
      const { image } = await picture(client, 'on a plate');
      const page = await client.reaches(await create(content, image), 'published');
      expect(live(content)).toMatchObject([{ alt: 'on a plate' }, { alt: 'on a plate' }]);
      expect(page.releaseURL).toBe(`${front.url}/post/${live(content)[0]?.id}`);
      expect(page.releaseId).toBe(String(live(content)[0]?.id));
    },
    async 'is found after the answer of its last community was lost, and is not sent again'({
      front,
      client,
      create,
      live,
    }) {
      const content = unique('Found again');
      let calls = 0;
      front.arm({ kind: 'reset_after' }, (call) => isPublish(call) && ++calls === 2);
      const page = await client.reaches(await create(content), 'published');
      expect(live(content).map(({ community }) => community)).toHaveLength(2);
      expect(page.releaseId).toBe(String(live(content)[0]?.id));
    },
  },
});
