/** TikTok from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish, SETTINGS } from '../../../providers/tiktok/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { storeVideo } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startTikTok, type TikTok } from '../networks/tiktok/server.ts';
import type { Post } from '../networks/tiktok/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';
/** Three chunks and a little more. */
const SIZE = 31 * 1024 * 1024;

describe('a post to TikTok', () => {
  let crier: TestInstance;
  let network: TikTok;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startTikTok({ redirectUris: [`${PUBLIC}/integrations/social/tiktok`] });
    front = await startFaultFront(network.url);
    network.createAccount('heidi');
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        TIKTOK_API_URL: front.url,
        TIKTOK_CLIENT_ID: network.client.id,
        TIKTOK_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'tiktok'), 'Authorize as heidi');
    channel = (await finish(ada, 'tiktok', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'tiktok', ...SETTINGS });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const create = async (content: string): Promise<string> =>
    (
      await client.create({
        channels: [channel],
        parts: [{ content, image: [await storeVideo(crier, SIZE)] }],
      })
    )[0] ?? '';
  const live = (text: string): Post[] => network.posts().filter(({ info }) => info.title === text);

  it('with a video is live once, with its words and its address', async () => {
    const content = unique('A film');
    const page = await client.reaches(await create(content), 'published');
    expect(live(content).map(({ postId }) => postId)).toEqual([page.releaseId]);
    expect(page.releaseURL).toBe(`https://www.tiktok.com/@heidi/video/${page.releaseId}`);
    expect(
      live(content)[0]
        ?.received.map(({ length }) => length)
        .reduce((a, b) => a + b),
    ).toBe(SIZE);
  });

  it('is found by its upload after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    const isLast = (call: Parameters<typeof isPublish>[0]): boolean =>
      isPublish(call) && network.begun().at(-1)?.received.length === 2;
    front.arm({ kind: 'reset_after' }, isLast);
    const page = await client.reaches(await create(content), 'published');
    expect(live(content).map(({ postId }) => postId)).toEqual([page.releaseId]);
  });
});
