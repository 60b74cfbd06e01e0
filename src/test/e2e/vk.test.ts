/** VK from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/vk/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startVk, type Vk } from '../networks/vk/server.ts';
import type { Item } from '../networks/vk/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to VK', () => {
  let crier: TestInstance;
  let network: Vk;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startVk({ redirectUris: [`${PUBLIC}/integrations/social/vk`] });
    front = await startFaultFront(network.url);
    network.createUser('Walter');
    crier = await startInstance({
      env: { FRONTEND_URL: PUBLIC, VK_API_URL: front.url, VK_ID: network.clientId },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'vk'), 'Continue as Walter');
    channel = (await finish(ada, 'vk', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'vk' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const create = async (...contents: string[]): Promise<string> =>
    (await client.create({ channels: [channel], parts: contents.map((content) => ({ content })) }))[0] ?? '';
  const live = (text: string): Item[] => network.items().filter((item) => item.text === text);

  it('is live once, with its comment below it', async () => {
    const [post, comment] = [unique('Asparagus'), unique('And strawberries')];
    const page = await client.reaches(await create(post, comment), 'published');
    const [made] = live(post);
    expect(page.releaseURL).toBe(`https://vk.com/wall${made?.owner}_${made?.id}`);
    expect(live(comment)).toMatchObject([{ post: made?.id }]);
  });

  it('is found on the wall after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    front.arm({ kind: 'reset_after' }, isPublish);
    const page = await client.reaches(await create(content), 'published');
    expect(live(content).map(({ id }) => String(id))).toEqual([page.releaseId]);
  });
});
