import { expect } from '@jest/globals';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { isPublish } from '../../../../providers/whop/fixtures/world.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startWhop } from '../../networks/whop/server.ts';
import type { MadePost } from '../../networks/whop/state.ts';
import { clientOf, type Part } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

export const whop = networkCase({
  title: 'a post to Whop',
  async start(redirectUri) {
    const network = await startWhop({ redirectUris: [redirectUri('whop')] });
    const front = await startFaultFront(network.url);
    const company = network.createCompany(network.createPerson('heidi'), 'Bakery');
    const forum = network.createForum(company, 'News');
    return {
      network,
      front,
      company,
      forum,
      env: { WHOP_API_URL: front.url, WHOP_CLIENT_ID: network.client.id },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network, company, forum }) {
    const { crier } = house;
    const channel = await connectInBrowser(house, 'whop', 'Authorize as heidi');
    const client = clientOf(crier, crier.url, {
      __type: 'whop',
      company: company.id,
      experience: forum.experience,
      title: 'Spring',
    });
    const create = async (...parts: Part[]): Promise<string> =>
      (await client.create({ channels: [channel], parts }))[0] ?? '';
    const live = (text: string): readonly MadePost[] =>
      network.posts().filter(({ content }) => content === text);
    return { channel, client, create, live };
  },
  tests: {
    async 'is live once with its title and its picture, and its second part is a comment'({
      forum,
      client,
      create,
      live,
    }) {
      const [content, second] = [unique('A picture'), unique('A comment')];
      const { id, path } = await client.upload({
        bytes: Uint8Array.from(PIXEL_PNG),
        name: 'menu.png',
        type: 'image/png',
      });
      const page = await client.reaches(
        await create({ content, image: [{ id, path }] }, { content: second }),
        'published',
      );
      expect(live(content)).toEqual([
        expect.objectContaining({ id: page.releaseId, title: 'Spring', attachments: [expect.anything()] }),
      ]);
      expect(live(second)).toEqual([expect.objectContaining({ title: null, parent: live(content)[0] })]);
      expect(page.releaseURL).toBe(`https://whop.com/experiences/${forum.experience}/${page.releaseId}`);
    },
    async 'is found by its words after its answer was lost, and is not sent again'({
      front,
      client,
      create,
      live,
    }) {
      const content = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const page = await client.reaches(await create({ content }), 'published');
      expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
    },
  },
});
