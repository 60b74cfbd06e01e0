import { expect } from '@jest/globals';
import { png } from '../../factories.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startHashnode } from '../../networks/hashnode/server.ts';
import { clientOf } from '../client.ts';
import { unique } from '../scenarios.ts';
import { networkCase } from './case.ts';

export const hashnode = networkCase({
  title: 'a post to Hashnode',
  async start() {
    const network = await startHashnode();
    const front = await startFaultFront(network.url);
    const { user, token } = network.createUser('heidi');
    const publication = network.createPublication('Bakery', { members: [[user, 'OWNER']] }).id;
    return {
      network,
      front,
      publication,
      token,
      env: { HASHNODE_URL: front.url },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network, publication, token }) {
    const { crier } = house;
    const channel = (await crier.connect('hashnode', { apiKey: token })).id;
    const tags = [{ value: '1', label: 'Baking' }];
    const client = clientOf(crier, crier.url, {
      __type: 'hashnode',
      title: 'Bread of the day',
      publication,
      tags,
    });
    const live = (text: string) => network.posts().filter(({ content }) => content.markdown.startsWith(text));
    return { channel, tags, client, live };
  },
  tests: {
    async 'with a picture has it on Hashnode, and is live once'({ network, channel, client, live }) {
      const content = unique('Fresh');
      const { id, path } = await client.upload({ bytes: png(60, 40), name: 'loaf.png', type: 'image/png' });
      const [post = ''] = await client.create({
        channels: [channel],
        parts: [{ content, image: [{ id, path, alt: 'a loaf' }] }],
      });
      const page = await client.reaches(post, 'published');
      const [key] = network.pictures().map((picture) => picture.key);
      expect(live(content).map((one) => [one.id, one.content.markdown])).toEqual([
        [page.releaseId, `${content}\n\n![a loaf](https://cdn.hashnode.com/${key})`],
      ]);
      expect(page.releaseURL).toMatch(/^https:\/\/bakery\.hashnode\.dev\/bread-of-the-day/);
    },
    async 'is found by its words after its answer was lost, and is not sent again'({
      network,
      front,
      channel,
      client,
      live,
    }) {
      const content = unique('Found again');
      // All calls go to one URL: the account has been asked for, so the second one publishes the draft.
      let calls = 0;
      front.arm({ kind: 'reset_after' }, () => ++calls === 2);
      const [post = ''] = await client.create({ channels: [channel], parts: [{ content }] });
      const page = await client.reaches(post, 'published');
      expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
      expect(network.drafts()).toEqual([]);
    },
  },
});
