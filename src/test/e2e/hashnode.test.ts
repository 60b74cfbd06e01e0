/** Hashnode from connecting with a token to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { png } from '../factories.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startHashnode, type Hashnode } from '../networks/hashnode/server.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

describe('a post to Hashnode', () => {
  let crier: TestInstance;
  let network: Hashnode;
  let front: FaultFront;
  let channel: string;
  let client: Client;
  beforeAll(async () => {
    network = await startHashnode();
    front = await startFaultFront(network.url);
    const { user, token } = network.createUser('heidi');
    const publication = network.createPublication('Bakery', { members: [[user, 'OWNER']] }).id;
    crier = await startInstance({ env: { HASHNODE_URL: front.url } });
    channel = (await crier.connect('hashnode', { apiKey: token })).id;
    const tags = [{ value: '1', label: 'Baking' }];
    client = clientOf(crier, crier.url, { __type: 'hashnode', title: 'Bread of the day', publication, tags });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const live = (text: string) => network.posts().filter(({ content }) => content.markdown.startsWith(text));

  it('with a picture has it at Hashnode, and is live once', async () => {
    const content = unique('Fresh');
    const { id, path } = await client.upload({ bytes: png(60, 40), name: 'loaf.png', type: 'image/png' });
    const [post = ''] = await client.create({
      channels: [channel],
      parts: [{ content, image: [{ id, path, alt: 'a loaf' }] }],
    });
    const page = await client.reaches(post, 'published');
    const [key] = network.pictures().map((picture) => picture.key);
    expect(live(content).map((one) => [one.id, one.content.markdown])).toEqual([
      [page.releaseId, `${content}\n\n![a loaf](https://cdn.hashnode.com/${key})`],
    ]);
    expect(page.releaseURL).toMatch(/^https:\/\/bakery\.hashnode\.dev\/bread-of-the-day/);
  });

  it('is found by its words after its answer was lost, and is not sent again', async () => {
    const content = unique('Found again');
    // All calls go to one address: the account has been asked for, so the second one publishes the draft.
    let calls = 0;
    front.arm({ kind: 'reset_after' }, () => ++calls === 2);
    const [post = ''] = await client.create({ channels: [channel], parts: [{ content }] });
    const page = await client.reaches(post, 'published');
    expect(live(content).map(({ id }) => id)).toEqual([page.releaseId]);
    expect(network.drafts()).toEqual([]);
  });
});
