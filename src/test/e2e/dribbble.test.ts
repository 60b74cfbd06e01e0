/** Dribbble from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish, picture } from '../../../providers/dribbble/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startDribbble, type Dribbble } from '../networks/dribbble/server.ts';
import type { Shot } from '../networks/dribbble/state.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to Dribbble', () => {
  let crier: TestInstance;
  let network: Dribbble;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startDribbble({ redirectUris: [`${PUBLIC}/integrations/social/dribbble`] });
    front = await startFaultFront(network.url);
    network.createAccount('heidi');
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        DRIBBBLE_API_URL: front.url,
        DRIBBBLE_CLIENT_ID: network.client.id,
        DRIBBBLE_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'dribbble'), 'Authorize as heidi');
    channel = (await finish(ada, 'dribbble', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'dribbble', title: 'Menu' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  async function create(content: string): Promise<string> {
    const bytes = new Uint8Array(await (await (await picture(800, 600)).blob()).arrayBuffer());
    const { id, path } = await client.upload({ bytes, name: 'menu.png', type: 'image/png' });
    const [post = ''] = await client.create({
      channels: [channel],
      parts: [{ content, image: [{ id, path }] }],
    });
    return post;
  }
  const live = (text: string): Shot[] => network.shots().filter(({ description }) => description === text);

  it('is live once, with its title and its address', async () => {
    const content = unique('A menu');
    const page = await client.reaches(await create(content), 'published');
    expect(live(content).map(({ id, title }) => [String(id), title])).toEqual([[page.releaseId, 'Menu']]);
    expect(page.releaseURL).toBe(`https://dribbble.com/shots/${page.releaseId}-Menu`);
  });

  it('is found after its answer was lost, beside one of the same title, and is not sent again', async () => {
    const content = unique('Found again');
    const before = network.shots().length;
    front.arm({ kind: 'reset_after' }, isPublish);
    const first = await create(content);
    const second = unique('The same title');
    const page = await client.reaches(await create(second), 'published');
    expect((await client.reaches(first, 'published')).releaseId).toBe(String(live(content)[0]?.id));
    expect(page.releaseId).toBe(String(live(second)[0]?.id));
    expect(network.shots()).toHaveLength(before + 2);
  });
});
