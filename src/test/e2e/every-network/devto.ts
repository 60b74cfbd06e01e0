import { expect } from '@jest/globals';
import { isPublish } from '../../../../providers/devto/fixtures/world.ts';
import { png } from '../../factories.ts';
import { startDevto } from '../../networks/devto/server.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { clientOf, type Client } from '../client.ts';
import { unique } from '../scenarios.ts';
import { networkCase } from './case.ts';

export const devto = networkCase({
  title: 'a post to DEV',
  async start() {
    const network = await startDevto({ limits: { writes: 1 } });
    const front = await startFaultFront(network.url);
    return {
      network,
      front,
      env: { DEVTO_URL: front.url },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { network }) {
    const { crier } = house;
    const channel = (await crier.connect('devto', { apiKey: network.createUser('heidi').apiKey })).id;
    const clientFor = (title: string): Client => clientOf(crier, crier.url, { __type: 'devto', title });
    const written = (title: string) => network.articles().filter((article) => article.title === title);
    return { channel, clientFor, written };
  },
  tests: {
    async 'with a picture links to it under its lasting URL, and is live once'({
      channel,
      clientFor,
      written,
    }) {
      const title = unique('Spring menu');
      const client = clientFor(title);
      const { id, path } = await client.upload({ bytes: png(600, 400), name: 'menu.png', type: 'image/png' });
      const [post = ''] = await client.create({
        channels: [channel],
        parts: [{ content: 'Soup', image: [{ id, path, alt: 'the menu' }] }],
      });
      const page = await client.reaches(post, 'published');
      const [article, ...others] = written(title);
      expect(others).toEqual([]);
      expect(article?.body).toBe(`Soup\n\n![the menu](${path})`);
      expect(path).toMatch(/^https:\/\/crier\.example\/uploads\/(?!signed)/);
      expect([page.releaseId, page.releaseURL]).toEqual([
        String(article?.id),
        expect.stringContaining(`/heidi/${article?.slug}`),
      ]);
    },
    async 'is found by its number after its answer was lost, and is public once'({
      front,
      channel,
      clientFor,
      written,
    }) {
      const title = unique('Found again');
      front.arm({ kind: 'reset_after' }, isPublish);
      const client = clientFor(title);
      const [post = ''] = await client.create({ channels: [channel], parts: [{ content: 'Soup' }] });
      const page = await client.reaches(post, 'published');
      expect(written(title).map(({ id, publications }) => [String(id), publications])).toEqual([
        [page.releaseId, 1],
      ]);
    },
  },
});
