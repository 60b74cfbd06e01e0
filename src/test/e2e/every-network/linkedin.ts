import { expect } from '@jest/globals';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startLinkedIn, type LinkedIn } from '../../networks/linkedin/server.ts';
import type { Entry } from '../../networks/linkedin/state.ts';
import { clientOf, type Client, type Part } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

type Name = 'linkedin' | 'linkedin-page';

const live = (network: LinkedIn, text: string): Entry[] =>
  network.entries().filter((entry) => entry.text === text);

export const linkedin = networkCase({
  title: 'a post to LinkedIn',
  async start(redirectUri) {
    const redirectUris = ['linkedin', 'linkedin-page'].map(redirectUri);
    const network = await startLinkedIn({ redirectUris });
    const front = await startFaultFront(network.url);
    const grace = network.addMember('Grace');
    const { id, secret } = network.client;
    return {
      network,
      front,
      page: network.addPage('Cafe Ada', { [grace.id]: 'ADMINISTRATOR' }).id,
      env: {
        LINKEDIN_API_URL: front.url,
        LINKEDIN_CLIENT_ID: id,
        LINKEDIN_CLIENT_SECRET: secret,
        LINKEDIN_PAGE_CLIENT_ID: id,
        LINKEDIN_PAGE_CLIENT_SECRET: secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house) {
    const channels = {
      linkedin: await connectInBrowser(house, 'linkedin', 'Allow as Grace'),
      'linkedin-page': await connectInBrowser(house, 'linkedin-page', 'Allow as Grace'),
    };
    const clientFor = (name: Name): Client => clientOf(house.crier, house.crier.url, { __type: name });
    const create = async (name: Name, ...parts: Part[]): Promise<string> =>
      (await clientFor(name).create({ channels: [channels[name]], parts }))[0] ?? '';
    return { clientFor, create };
  },
  tests: {
    async 'goes out on the page with its comment, and has the URL that LinkedIn shows'({
      network,
      page,
      clientFor,
      create,
    }) {
      const texts = ['Spring menu', 'More'].map(unique);
      const id = await create('linkedin-page', ...texts.map((content) => ({ content })));
      const post = await clientFor('linkedin-page').reaches(id, 'published');
      const [roots = [], comments = []] = texts.map((text) => live(network, text));
      expect([roots, comments]).toEqual([
        [expect.objectContaining({ author: `urn:li:organization:${page}`, post: null })],
        [expect.objectContaining({ author: `urn:li:organization:${page}`, post: roots[0]?.id })],
      ]);
      expect([post.releaseId, post.releaseURL]).toEqual([
        roots[0]?.id,
        `https://www.linkedin.com/feed/update/${roots[0]?.id}`,
      ]);
    },
    async 'goes out on the profile with its picture and what the picture shows'({
      network,
      clientFor,
      create,
    }) {
      const client = clientFor('linkedin');
      const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
      const { id, path } = await client.upload(file);
      const content = unique('A picture');
      const post = await create('linkedin', { content, image: [{ id, path, alt: 'The menu' }] });
      await client.reaches(post, 'published');
      expect(live(network, content)).toEqual([
        expect.objectContaining({ altTexts: ['The menu'], media: [expect.stringMatching(/^urn:li:image:/)] }),
      ]);
    },
    async 'waits for a person, not sent again, after its answer was lost where nobody can look'({
      network,
      front,
      clientFor,
      create,
    }) {
      const content = unique('Lost');
      front.arm({ kind: 'reset_after' }, ({ method, path }) => method === 'POST' && path === '/rest/posts');
      const page = await clientFor('linkedin').reaches(await create('linkedin', { content }), 'unconfirmed');
      expect(page.error?.code).toBe('outcome_unknown');
      expect(live(network, content)).toHaveLength(1);
    },
  },
});
