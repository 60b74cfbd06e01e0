/** Facebook and Instagram from connecting in a browser to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startMeta, type Meta } from '../networks/meta/server.ts';
import type { Entry } from '../networks/meta/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client, type Part } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';
const NETWORKS = ['facebook', 'instagram-standalone'] as const;

describe("a post to Meta's networks", () => {
  let crier: TestInstance;
  let network: Meta;
  let front: FaultFront;
  const channels: Record<string, string> = {};
  const clients: Record<string, Client> = {};
  beforeAll(async () => {
    network = await startMeta({
      redirectUris: NETWORKS.map((name) => `${PUBLIC}/integrations/social/${name}`),
    });
    front = await startFaultFront(network.url);
    network.createPage(network.createPerson('Grace'), 'Cafe Ada');
    network.createAccount('judy');
    const { id, secret } = network.client;
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        FACEBOOK_API_URL: front.url,
        FACEBOOK_APP_ID: id,
        FACEBOOK_APP_SECRET: secret,
        INSTAGRAM_API_URL: front.url,
        INSTAGRAM_APP_ID: id,
        INSTAGRAM_APP_SECRET: secret,
      },
    });
    const ada = await addPerson(crier);
    const buttons = { facebook: 'Continue as Grace', 'instagram-standalone': 'Allow as judy' };
    for (const name of NETWORKS) {
      const back = await press(await connectUrl(ada, name), buttons[name]);
      channels[name] = (await finish(ada, name, back.query)).body.channel?.id ?? '';
      clients[name] = clientOf(crier, crier.url, { __type: name, post_type: 'post' });
    }
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const client = (name: string): Client => clients[name] as Client;
  const create = async (name: string, ...parts: Part[]): Promise<string> =>
    (await client(name).create({ channels: [channels[name] ?? ''], parts }))[0] ?? '';
  const live = (text: string): Entry[] => network.entries().filter((entry) => entry.text === text);

  it('with comments is live once at Facebook, each comment below the one before', async () => {
    const texts = ['Root', 'More', 'And more'].map(unique);
    const id = await create('facebook', ...texts.map((content) => ({ content })));
    const page = await client('facebook').reaches(id, 'published');
    const [roots = [], replies = [], last = []] = texts.map(live);
    expect([roots.length, replies.map(({ parent }) => parent), last.map(({ parent }) => parent)]).toEqual([
      1,
      [roots[0]?.id],
      [replies[0]?.id],
    ]);
    expect(page.releaseURL).toBe(`https://www.facebook.com/${roots[0]?.owner}/posts/${roots[0]?.code}`);
  });

  it('with a picture is found after its answer was lost, and is not sent again', async () => {
    const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
    const { id, path } = await client('facebook').upload(file);
    const content = unique('Found again');
    front.arm({ kind: 'reset_after' }, ({ method, path: at }) => method === 'POST' && at.endsWith('/feed'));
    const post = await create('facebook', { content, image: [{ id, path, alt: 'The menu' }] });
    const page = await client('facebook').reaches(post, 'published');
    expect(live(content).map((entry) => [entry.id, entry.alts])).toEqual([[page.releaseId, ['The menu']]]);
  }, 240_000);
});
