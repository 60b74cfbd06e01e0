import { expect } from '@jest/globals';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startMeta, type Meta } from '../../networks/meta/server.ts';
import type { Entry } from '../../networks/meta/state.ts';
import { clientOf, type Part } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

const live = (network: Meta, text: string): Entry[] =>
  network.entries().filter((entry) => entry.text === text);

export const facebook = networkCase({
  title: 'a post to a Facebook Page',
  async start(redirectUri) {
    const network = await startMeta({ redirectUris: [redirectUri('facebook')] });
    const front = await startFaultFront(network.url);
    network.createPage(network.createPerson('Grace'), 'Cafe Ada');
    return {
      network,
      front,
      env: {
        FACEBOOK_API_URL: front.url,
        FACEBOOK_APP_ID: network.client.id,
        FACEBOOK_APP_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house) {
    const channel = await connectInBrowser(house, 'facebook', 'Continue as Grace');
    const client = clientOf(house.crier, house.crier.url, { __type: 'facebook', post_type: 'post' });
    const create = async (...parts: Part[]): Promise<string> =>
      (await client.create({ channels: [channel], parts }))[0] ?? '';
    return { client, create };
  },
  tests: {
    async 'with comments is live once, each comment below the one before'({ network, client, create }) {
      const texts = ['Root', 'More', 'And more'].map(unique);
      const id = await create(...texts.map((content) => ({ content })));
      const page = await client.reaches(id, 'published');
      const [roots = [], replies = [], last = []] = texts.map((text) => live(network, text));
      expect([roots.length, replies.map(({ parent }) => parent), last.map(({ parent }) => parent)]).toEqual([
        1,
        [roots[0]?.id],
        [replies[0]?.id],
      ]);
      expect(page.releaseURL).toBe(`https://www.facebook.com/${roots[0]?.owner}/posts/${roots[0]?.code}`);
    },
    async 'with a picture is found after its answer was lost, and is not sent again'({
      network,
      front,
      client,
      create,
    }) {
      const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
      const { id, path } = await client.upload(file);
      const content = unique('Found again');
      front.arm({ kind: 'reset_after' }, ({ method, path: at }) => method === 'POST' && at.endsWith('/feed'));
      const page = await client.reaches(
        await create({ content, image: [{ id, path, alt: 'The menu' }] }),
        'published',
      );
      expect(live(network, content).map((entry) => [entry.id, entry.alts])).toEqual([
        [page.releaseId, ['The menu']],
      ]);
    },
  },
});
