/** Whop from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import { isPublish } from '../../../providers/whop/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startWhop, type Whop } from '../networks/whop/server.ts';
import type { Forum, MadePost } from '../networks/whop/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client, type Part } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to Whop', () => {
  let crier: TestInstance;
  let network: Whop;
  let front: FaultFront;
  let forum: Forum;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startWhop({ redirectUris: [`${PUBLIC}/integrations/social/whop`] });
    front = await startFaultFront(network.url);
    const company = network.createCompany(network.createPerson('heidi'), 'Bakery');
    forum = network.createForum(company, 'News');
    crier = await startInstance({
      env: { FRONTEND_URL: PUBLIC, WHOP_API_URL: front.url, WHOP_CLIENT_ID: network.client.id },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'whop'), 'Authorize as heidi');
    channel = (await finish(ada, 'whop', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, {
      __type: 'whop',
      company: company.id,
      experience: forum.experience,
      title: 'Spring',
    });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const create = async (...parts: Part[]): Promise<string> =>
    (await client.create({ channels: [channel], parts }))[0] ?? '';
  const live = (text: string): readonly MadePost[] =>
    network.posts().filter(({ content }) => content === text);

  it('is live once with its title and its picture, and its second part is a comment', async () => {
    const [content, second] = [unique('A picture'), unique('A comment')];
    const { id, path } = await client.upload({
      bytes: Uint8Array.from(PIXEL_PNG),
      name: 'menu.png',
      type: 'image/png',
    });
    const page = await client.reaches(
      await create({ content, image: [{ id, path }] }, { content: second }),
      'published',
    );
    expect(live(content)).toEqual([
      expect.objectContaining({ id: page.releaseId, title: 'Spring', attachments: [expect.anything()] }),
    ]);
    expect(live(second)).toEqual([expect.objectContaining({ title: null, parent: live(content)[0] })]);
    expect(page.releaseURL).toBe(`https://whop.com/experiences/${forum.experience}/${page.releaseId}`);
  });

  it('is found by its words after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    front.arm({ kind: 'reset_after' }, isPublish);
    const page = await client.reaches(await create({ content }), 'published');
    expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
  });
});
