/** Lemmy from connecting to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GENEROUS, isPublish } from '../../../providers/lemmy/fixtures/world.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startLemmy, type Lemmy } from '../networks/lemmy/server.ts';
import type { Post } from '../networks/lemmy/state.ts';
import { clientOf, type Client } from './client.ts';
import { picture, unique } from './scenarios.ts';

describe('a post to Lemmy', () => {
  let crier: TestInstance;
  let network: Lemmy;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startLemmy({ limits: GENEROUS });
    front = await startFaultFront(network.url);
    const ada = network.createPerson('ada');
    const places = ['cooking', 'baking'].map((name) => network.createCommunity(name));
    crier = await startInstance();
    const fields = { service: front.url, identifier: 'ada', password: ada.password };
    channel = (await crier.connect('lemmy', fields)).id;
    client = clientOf(crier, crier.url, {
      __type: 'lemmy',
      subreddit: places.map(({ id, name }) => ({ value: { subreddit: name, id, title: 'Spring menu' } })),
    });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const create = async (
    content: string,
    image?: Awaited<ReturnType<typeof picture>>['image'],
  ): Promise<string> =>
    (await client.create({ channels: [channel], parts: [{ content, ...(image ? { image } : {}) }] }))[0] ??
    '';
  const live = (text: string): Post[] => network.posts().filter(({ body }) => body === text);

  it('is live once in each of its communities, with its picture', async () => {
    const content = unique('Asparagus');
    const { image } = await picture(client, 'on a plate');
    const page = await client.reaches(await create(content, image), 'published');
    expect(live(content)).toMatchObject([{ alt: 'on a plate' }, { alt: 'on a plate' }]);
    expect(page.releaseURL).toBe(`${front.url}/post/${live(content)[0]?.id}`);
    expect(page.releaseId).toBe(String(live(content)[0]?.id));
  });

  it('is found after the answer of its last community was lost, and is not sent again', async () => {
    const content = unique('Found again');
    let calls = 0;
    front.arm({ kind: 'reset_after' }, (call) => isPublish(call) && ++calls === 2);
    const page = await client.reaches(await create(content), 'published');
    expect(live(content).map(({ community }) => community)).toHaveLength(2);
    expect(page.releaseId).toBe(String(live(content)[0]?.id));
  });
});
