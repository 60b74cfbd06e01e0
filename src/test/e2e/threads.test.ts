/** Threads from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { dump, histories } from '../dump.ts';
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
  /** Threads does not get to a file before its address has expired. */
  let isLate = false;
  beforeAll(async () => {
    network = await startThreads({
      redirectUris: [`${PUBLIC}/integrations/social/threads`],
      reach: (url, init) => fetch(atInstance(url), init),
    });
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

  /** Where the public address leads; an hour of the past instead of its expiry for whoever is late. */
  const atInstance = (url: string): string =>
    url.replace(PUBLIC, crier.url).replace(/\/\d{10}\//, (expiry) => (isLate ? '/1795000000/' : expiry));
  const create = async (...parts: Part[]): Promise<string> =>
    (await client.create({ channels: [channel], parts }))[0] ?? '';
  const live = (text: string): Entry[] => network.entries().filter((entry) => entry.text === text);

  /** What the instance has stored and logged, and what is in the histories of its runs. */
  const everything = async (): Promise<string> =>
    [await dump(crier), ...(await histories(crier)).values(), crier.logs()].join('\n');

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

  it('with a picture is fetched by Threads from an address that is kept nowhere', async () => {
    const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
    const { id, path } = await client.upload(file);
    const content = unique('A picture');
    await client.reaches(await create({ content, image: [{ id, path, alt: 'The menu' }] }), 'published');
    const [entry] = live(content);
    const [url = ''] = entry?.urls ?? [];
    expect([entry?.alts, network.fetched(url)]).toEqual([['The menu'], Buffer.from(PIXEL_PNG)]);
    const [signature] = /med_[\w-]{43}/.exec(url) ?? [];
    expect(signature).toBeDefined();
    expect(await everything()).not.toContain(signature);
  });

  it('with a picture that Threads cannot fetch any more is refused, without the address', async () => {
    const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'late.png', type: 'image/png' };
    const { id, path } = await client.upload(file);
    const content = unique('Too late');
    isLate = true;
    const page = await client.reaches(await create({ content, image: [{ id, path }] }), 'failed');
    isLate = false;
    expect(page.error?.message).toMatch(/could not be fetched from this URI: .+\/\[redacted\]\.png/);
    expect([live(content), /med_[\w-]{43}/.exec(await everything())]).toEqual([[], null]);
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
