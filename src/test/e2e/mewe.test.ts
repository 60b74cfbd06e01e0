/** MeWe from its login page to what was posted, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish } from '../../../providers/mewe/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startMeWe, type MeWe } from '../networks/mewe/server.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { picture, unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to MeWe', () => {
  let crier: TestInstance;
  let network: MeWe;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startMeWe({ redirectUris: [`${PUBLIC}/integrations/social/mewe`] });
    front = await startFaultFront(network.url);
    const heidi = network.createPerson('Heidi');
    const group = network.createGroup('Bakers', [heidi]);
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        MEWE_HOST: front.url,
        MEWE_APP_ID: network.client.id,
        MEWE_API_KEY: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'mewe'), 'Allow as Heidi');
    channel = (await finish(ada, 'mewe', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'mewe', postType: 'group', group: group.id });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const count = (content: string): number => network.posts().filter(({ text }) => text === content).length;

  it('with a photo is published once, in its group', async () => {
    const content = unique('A photo');
    const { image } = await picture(client, 'bread');
    const [id = ''] = await client.create({ channels: [channel], parts: [{ content, image }] });
    const page = await client.reaches(id, 'published');
    expect(page.releaseURL).toMatch(/^https:\/\/mewe\.com\/group\//);
    expect(count(content)).toBe(1);
    expect(network.posts().at(-1)?.photos).toHaveLength(1);
  });

  it('whose answer was lost is left to a person, and is not sent again', async () => {
    const content = unique('Is it out?');
    front.arm({ kind: 'reset_after' }, isPublish);
    const [id = ''] = await client.create({ channels: [channel], parts: [{ content }] });
    expect(await client.reaches(id, 'unconfirmed')).toMatchObject({ error: { code: 'outcome_unknown' } });
    expect(count(content)).toBe(1);
  });
});
