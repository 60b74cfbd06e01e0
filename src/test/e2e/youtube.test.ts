/** YouTube from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/youtube/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { storeVideo } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startYouTube, type YouTube } from '../networks/youtube/server.ts';
import type { Video } from '../networks/youtube/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';
/** Several parts of an upload. */
const SIZE = 20 * 1024 * 1024 + 1;

describe('a post to YouTube', () => {
  let crier: TestInstance;
  let network: YouTube;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startYouTube({ redirectUris: [`${PUBLIC}/integrations/social/youtube`] });
    front = await startFaultFront(network.url);
    network.createOwner({ title: 'Cafe' });
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        YOUTUBE_API_URL: front.url,
        YOUTUBE_CLIENT_ID: network.client.id,
        YOUTUBE_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'youtube'), 'Allow as Cafe');
    channel = (await finish(ada, 'youtube', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'youtube', title: 'Spring menu', type: 'unlisted' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const create = async (content: string, size: number): Promise<string> => {
    const image = [await storeVideo(crier, size)];
    return (await client.create({ channels: [channel], parts: [{ content, image }] }))[0] ?? '';
  };
  const live = (text: string): Video[] =>
    network.videos().filter(({ snippet }) => snippet.description === text);

  it('is live once, with its title, its visibility and its address', async () => {
    const content = unique('A film');
    const page = await client.reaches(await create(content, SIZE), 'published');
    const [video, ...others] = live(content);
    expect([video?.snippet.title, video?.status.privacyStatus, others]).toEqual([
      'Spring menu',
      'unlisted',
      [],
    ]);
    expect([page.releaseId, page.releaseURL]).toEqual([
      video?.id,
      `https://www.youtube.com/watch?v=${video?.id}`,
    ]);
  });

  it('is found by its upload after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    front.arm({ kind: 'reset_after' }, isPublish);
    const page = await client.reaches(await create(content, 1000), 'published');
    expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
  });
});
