import { expect } from '@jest/globals';
import { PIXEL_PNG } from '../../../../providers/_kit/test-harness.ts';
import { dump, histories } from '../../dump.ts';
import type { TestInstance } from '../../instance.ts';
import { startFaultFront } from '../../networks/fault-front.ts';
import { startThreads, type Threads } from '../../networks/threads/server.ts';
import type { Entry } from '../../networks/threads/state.ts';
import { clientOf, type Part } from '../client.ts';
import { unique } from '../scenarios.ts';
import { connectInBrowser, networkCase } from './case.ts';

const live = (network: Threads, text: string): Entry[] =>
  network.entries().filter((entry) => entry.text === text);

/** What the instance has stored and logged, and what is in the histories of its runs. */
const everything = async (crier: TestInstance): Promise<string> =>
  [await dump(crier), ...(await histories(crier)).values(), crier.logs()].join('\n');

export const threads = networkCase({
  title: 'a post to Threads',
  async start(redirectUri) {
    /** Where Threads fetches files. `isLate`: it does not get to one before its URL has expired. */
    const fetching = { instance: '', isLate: false };
    const network = await startThreads({
      redirectUris: [redirectUri('threads')],
      reach(url, init) {
        const at = url.replace('https://crier.example', fetching.instance);
        // An hour of the past instead of the URL's expiry.
        return fetch(
          at.replace(/\/\d{10}\//, (expiry) => (fetching.isLate ? '/1795000000/' : expiry)),
          init,
        );
      },
    });
    const front = await startFaultFront(network.url);
    network.createAccount('grace');
    return {
      network,
      front,
      fetching,
      env: {
        THREADS_API_URL: front.url,
        THREADS_APP_ID: network.client.id,
        THREADS_APP_SECRET: network.client.secret,
      },
      async stop() {
        await front.stop();
        await network.stop();
      },
    };
  },
  async connect(house, { fetching }) {
    fetching.instance = house.crier.url;
    const channel = await connectInBrowser(house, 'threads', 'Continue as grace');
    const client = clientOf(house.crier, house.crier.url, { __type: 'threads' });
    const create = async (...parts: Part[]): Promise<string> =>
      (await client.create({ channels: [channel], parts }))[0] ?? '';
    return { client, create };
  },
  tests: {
    async 'with replies is live once, in order, with its URL'({ network, client, create }) {
      const texts = ['Root', 'More', 'And more'].map(unique);
      const page = await client.reaches(await create(...texts.map((content) => ({ content }))), 'published');
      const [roots = [], replies = [], last = []] = texts.map((text) => live(network, text));
      expect([roots.length, replies.map(({ parent }) => parent), last.map(({ parent }) => parent)]).toEqual([
        1,
        [roots[0]?.id],
        [replies[0]?.id],
      ]);
      expect([page.releaseId, page.releaseURL]).toEqual([
        roots[0]?.id,
        `https://www.threads.com/@grace/post/${roots[0]?.code}`,
      ]);
    },
    async 'with a picture is fetched by Threads from a URL that is kept nowhere'({
      crier,
      network,
      client,
      create,
    }) {
      const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
      const { id, path } = await client.upload(file);
      const content = unique('A picture');
      await client.reaches(await create({ content, image: [{ id, path, alt: 'The menu' }] }), 'published');
      const [entry] = live(network, content);
      const [url = ''] = entry?.urls ?? [];
      expect([entry?.alts, network.fetched(url)]).toEqual([['The menu'], Buffer.from(PIXEL_PNG)]);
      const [signature] = /med_[\w-]{43}/.exec(url) ?? [];
      expect(signature).toBeDefined();
      expect(await everything(crier)).not.toContain(signature);
    },
    async 'with a picture that Threads cannot fetch any more is refused, without the URL'({
      crier,
      network,
      client,
      create,
      fetching,
    }) {
      const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'late.png', type: 'image/png' };
      const { id, path } = await client.upload(file);
      const content = unique('Too late');
      fetching.isLate = true;
      const page = await client.reaches(await create({ content, image: [{ id, path }] }), 'failed');
      fetching.isLate = false;
      expect(page.error?.message).toMatch(/could not be fetched from this URI: .+\/\[redacted\]\.png/);
      expect([live(network, content), /med_[\w-]{43}/.exec(await everything(crier))]).toEqual([[], null]);
    },
    async 'is found by its container after its answer was lost, and is not sent again'({
      network,
      front,
      client,
      create,
    }) {
      const content = unique('Found again');
      front.arm(
        { kind: 'reset_after' },
        ({ method, path }) => method === 'POST' && path.endsWith('/threads_publish'),
      );
      const page = await client.reaches(await create({ content }), 'published');
      expect(live(network, content).map(({ id }) => id)).toEqual([page.releaseId]);
    },
  },
});
