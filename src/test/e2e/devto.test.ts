/** DEV from connecting with an API key to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/devto/fixtures/world.ts';
import { png } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startDevto, type Devto } from '../networks/devto/server.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to DEV', () => {
  let crier: TestInstance;
  let network: Devto;
  let front: FaultFront;
  let channel: string;
  beforeAll(async () => {
    network = await startDevto({ limits: { writes: 1 } });
    front = await startFaultFront(network.url);
    crier = await startInstance({ env: { FRONTEND_URL: PUBLIC, DEVTO_URL: front.url } });
    channel = (await crier.connect('devto', { apiKey: network.createUser('heidi').apiKey })).id;
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const clientFor = (title: string): Client => clientOf(crier, crier.url, { __type: 'devto', title });
  const written = (title: string) => network.articles().filter((article) => article.title === title);

  it('with a picture links to it under its lasting address, and is live once', async () => {
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
  });

  it('is found by its number after its answer was lost, and is public once', async () => {
    const title = unique('Found again');
    front.arm({ kind: 'reset_after' }, isPublish);
    const client = clientFor(title);
    const [post = ''] = await client.create({ channels: [channel], parts: [{ content: 'Soup' }] });
    const page = await client.reaches(post, 'published');
    expect(written(title).map(({ id, publications }) => [String(id), publications])).toEqual([
      [page.releaseId, 1],
    ]);
  });
});
