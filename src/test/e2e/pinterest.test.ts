/** Pinterest from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import { isPublish } from '../../../providers/pinterest/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { storeVideo } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startPinterest, type Pinterest } from '../networks/pinterest/server.ts';
import type { MadePin } from '../networks/pinterest/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client, type Part } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';
const SIZE = 5 * 1024 * 1024 + 1;

describe('a post to Pinterest', () => {
  let crier: TestInstance;
  let network: Pinterest;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startPinterest({ redirectUris: [`${PUBLIC}/integrations/social/pinterest`] });
    front = await startFaultFront(network.url);
    const board = network.createBoard(network.createAccount('heidi'), 'Bread');
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        PINTEREST_API_URL: front.url,
        PINTEREST_CLIENT_ID: network.client.id,
        PINTEREST_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'pinterest'), 'Give access as heidi');
    channel = (await finish(ada, 'pinterest', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'pinterest', board: board.id, title: 'Spring menu' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const picture = async (): Promise<NonNullable<Part['image']>> => {
    const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
    const { id, path } = await client.upload(file);
    return [{ id, path, alt: 'The menu' }];
  };
  const create = async (content: string, image: Part['image']): Promise<string> =>
    (await client.create({ channels: [channel], parts: [{ content, image }] }))[0] ?? '';
  const live = (text: string): MadePin[] =>
    network.pins().filter(({ description, deleted }) => description === text && !deleted);

  it('with a picture is live once, with its title, its description and its address', async () => {
    const content = unique('A picture');
    const page = await client.reaches(await create(content, await picture()), 'published');
    expect(live(content)).toEqual([
      expect.objectContaining({ id: page.releaseId, title: 'Spring menu', alt: 'The menu' }),
    ]);
    expect(page.releaseURL).toBe(`https://www.pinterest.com/pin/${page.releaseId}/`);
  });

  it('with a video is live once Pinterest has processed the file', async () => {
    network.arm({ processingReads: 1 });
    const content = unique('A film');
    const page = await client.reaches(await create(content, [await storeVideo(crier, SIZE)]), 'published');
    expect(live(content)).toEqual([
      expect.objectContaining({
        id: page.releaseId,
        source: expect.objectContaining({ source_type: 'video_id' }),
      }),
    ]);
  });

  it('is found by its words after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    front.arm({ kind: 'reset_after' }, isPublish);
    const page = await client.reaches(await create(content, await picture()), 'published');
    expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
  });
});
