/** Google Business Profile from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/gmb/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { png } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startGmb, type Gmb } from '../networks/gmb/server.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to a Business Profile', () => {
  let crier: TestInstance;
  let network: Gmb;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startGmb({ redirectUris: [`${PUBLIC}/integrations/social/gmb`] });
    front = await startFaultFront(network.url);
    network.createOwner('Heidi', ['Bakery']);
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        GOOGLE_GMB_API_URL: front.url,
        GOOGLE_GMB_CLIENT_ID: network.client.id,
        GOOGLE_GMB_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'gmb'), 'Allow as Heidi');
    channel = (await finish(ada, 'gmb', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'gmb', topicType: 'EVENT', eventTitle: 'Tasting' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const live = (text: string) => network.posts().filter(({ fields }) => fields.summary === text);

  it('with a photo names the address from which Google fetches the file, and is live once', async () => {
    network.arm({ processingReads: 2 });
    const content = unique('A photo');
    // Google takes no photo of less than 10 KiB.
    const bytes = Buffer.concat([png(600, 600), Buffer.alloc(10_240)]);
    const { id, path } = await client.upload({ bytes, name: 'menu.png', type: 'image/png' });
    const [post = ''] = await client.create({
      channels: [channel],
      parts: [{ content, image: [{ id, path }] }],
    });
    const page = await client.reaches(post, 'published');
    expect(live(content).map(({ name, fields }) => [name, fields.event, fields.media])).toEqual([
      [
        page.releaseId,
        expect.objectContaining({ title: 'Tasting' }),
        [{ mediaFormat: 'PHOTO', sourceUrl: expect.stringContaining(`${PUBLIC}/`) }],
      ],
    ]);
    expect(page.releaseURL).toMatch(/^https:\/\/local\.google\.com\//);
    network.arm({ processingReads: 0 });
  });

  it('is found by its words after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    front.arm({ kind: 'reset_after' }, isPublish);
    const [post = ''] = await client.create({ channels: [channel], parts: [{ content }] });
    const page = await client.reaches(post, 'published');
    expect(live(content).map(({ name }) => name)).toEqual([page.releaseId]);
  });
});
