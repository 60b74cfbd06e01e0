/** Tumblr from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPublish, textOf } from '../../../providers/tumblr/fixtures/world.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startTumblr, type Tumblr } from '../networks/tumblr/server.ts';
import type { MadePost } from '../networks/tumblr/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { picture, unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';

describe('a post to Tumblr', () => {
  let crier: TestInstance;
  let network: Tumblr;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startTumblr({ redirectUris: [`${PUBLIC}/integrations/social/tumblr`] });
    front = await startFaultFront(network.url);
    network.createAccount('grace');
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        TUMBLR_API_URL: front.url,
        TUMBLR_CLIENT_ID: network.client.id,
        TUMBLR_CLIENT_SECRET: network.client.secret,
      },
    });
    const ada = await addPerson(crier);
    const back = await press(await connectUrl(ada, 'tumblr'), 'Allow as grace');
    channel = (await finish(ada, 'tumblr', back.query)).body.channel?.id ?? '';
    client = clientOf(crier, crier.url, { __type: 'tumblr', title: 'News', tags: 'spring' });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const live = (text: string): MadePost[] =>
    network.posts().filter((post) => textOf(post) === `News\n${text}`);

  it('is live once, with its picture and its address', async () => {
    const text = unique('Spring');
    const { image } = await picture(client, 'green spears');
    const [id = ''] = await client.create({
      channels: [channel],
      parts: [{ content: `<p><strong>${text}</strong></p>`, image }],
    });
    const page = await client.reaches(id, 'published');
    expect(live(text).map((post) => [post.id, post.content.at(-1)?.alt_text, post.tags])).toEqual([
      [page.releaseId, 'green spears', ['spring']],
    ]);
    expect(page.releaseURL).toBe(`https://www.tumblr.com/grace/${page.releaseId}`);
  });

  it('is found by its words after its answer was lost, and is not sent again', async () => {
    const text = unique('Found again');
    front.arm({ kind: 'reset_after' }, isPublish);
    const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
    const page = await client.reaches(id, 'published');
    expect(live(text).map((post) => post.id)).toEqual([page.releaseId]);
  });
});
