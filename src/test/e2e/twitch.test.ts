/** Twitch from connecting in a browser to what is in the chat, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/twitch/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startTwitch, type Twitch } from '../networks/twitch/server.ts';
import type { Line } from '../networks/twitch/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to Twitch', () => {
  let crier: TestInstance;
  let network: Twitch;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startTwitch({ redirectUris: [`${PUBLIC}/integrations/social/twitch`] });
    front = await startFaultFront(network.url);
    network.createAccount('heidi');
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        TWITCH_API_URL: front.url,
        TWITCH_CLIENT_ID: network.client.id,
        TWITCH_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'twitch'), 'Authorize as heidi');
    channel = (await finish(ada, 'twitch', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'twitch' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const create = async (...contents: string[]): Promise<string> =>
    (
      await client.create({ channels: [channel], parts: contents.map((content) => ({ content, image: [] })) })
    )[0] ?? '';
  const live = (text: string): Line[] => network.lines().filter((line) => line.text === text);

  it('is in the chat once, its second part as a reply', async () => {
    const [first, second] = [unique('Live at eight'), unique('With a guest')];
    const page = await client.reaches(await create(first, second), 'published');
    const [line] = live(first);
    expect([page.releaseId, page.releaseURL]).toEqual([line?.id, 'https://twitch.tv/heidi']);
    expect(live(second).map(({ parentId }) => parentId)).toEqual([line?.id]);
  });

  it('waits for a person, not sent again, after its answer was lost', async () => {
    const content = unique('Lost');
    front.arm({ kind: 'reset_after' }, isPublish);
    const page = await client.reaches(await create(content), 'unconfirmed');
    expect(page.error?.code).toBe('outcome_unknown');
    expect(live(content)).toHaveLength(1);
  });
});
