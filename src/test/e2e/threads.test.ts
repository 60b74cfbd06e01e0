/** Threads from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startThreads, type Threads } from '../networks/threads/server.ts';
import type { Entry } from '../networks/threads/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client, type Part } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to Threads', () => {
  let crier: TestInstance;
  let network: Threads;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startThreads({ redirectUris: [`${PUBLIC}/integrations/social/threads`] });
    front = await startFaultFront(network.url);
    network.createAccount('grace');
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        THREADS_API_URL: front.url,
        THREADS_APP_ID: network.client.id,
        THREADS_APP_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'threads'), 'Continue as grace');
    channel = (await finish(ada, 'threads', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'threads' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const create = async (...parts: Part[]): Promise<string> =>
    (await client.create({ channels: [channel], parts }))[0] ?? '';
  const live = (text: string): Entry[] => network.entries().filter((entry) => entry.text === text);

  it('with replies is live once, in order, with its address', async () => {
    const texts = ['Root', 'More', 'And more'].map(unique);
    const page = await client.reaches(await create(...texts.map((content) => ({ content }))), 'published');
    const [roots = [], replies = [], last = []] = texts.map(live);
    expect([roots.length, replies.map(({ parent }) => parent), last.map(({ parent }) => parent)]).toEqual([
      1,
      [roots[0]?.id],
      [replies[0]?.id],
    ]);
    expect([page.releaseId, page.releaseURL]).toEqual([
      roots[0]?.id,
      `https://www.threads.com/@grace/post/${roots[0]?.code}`,
    ]);
  });

  it('with a picture names the address from which Threads fetches the file', async () => {
    const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
    const { id, path } = await client.upload(file);
    const content = unique('A picture');
    await client.reaches(await create({ content, image: [{ id, path, alt: 'The menu' }] }), 'published');
    const [entry] = live(content);
    expect([entry?.alts, entry?.urls]).toEqual([
      ['The menu'],
      [expect.stringMatching(/^https?:\/\/.+\.png/)],
    ]);
  });

  it('is found by its container after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    front.arm(
      { kind: 'reset_after' },
      ({ method, path }) => method === 'POST' && path.endsWith('/threads_publish'),
    );
    const page = await client.reaches(await create({ content }), 'published');
    expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
  });
});
