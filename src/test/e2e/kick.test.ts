/** Kick from connecting in a browser to what is in the chat, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/kick/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startKick, type Kick } from '../networks/kick/server.ts';
import type { Message } from '../networks/kick/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to Kick', () => {
  let crier: TestInstance;
  let network: Kick;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startKick({ redirectUris: [`${PUBLIC}/integrations/social/kick`] });
    front = await startFaultFront(network.url);
    network.createAccount('heidi');
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        KICK_API_URL: front.url,
        KICK_CLIENT_ID: network.client.id,
        KICK_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'kick'), 'Allow access as heidi');
    channel = (await finish(ada, 'kick', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'kick' });
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
  const live = (text: string): Message[] => network.messages().filter((message) => message.text === text);

  it('is in the chat once, its second part as a reply', async () => {
    const [first, second] = [unique('Live at eight'), unique('With a guest')];
    const page = await client.reaches(await create(first, second), 'published');
    const [line] = live(first);
    expect([page.releaseId, page.releaseURL]).toEqual([line?.id, 'https://kick.com/heidi']);
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
