/** LinkedIn, a page and a profile, from connecting to what is live, with a worker process and Temporal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PIXEL_PNG } from '../../../providers/_kit/test-harness.ts';
import { connectUrl, finish, press } from '../../channels/connect/fixtures/browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startLinkedIn, type LinkedIn } from '../networks/linkedin/server.ts';
import type { Entry } from '../networks/linkedin/state.ts';
import { addPerson } from '../person.ts';
import { clientOf, type Client } from './client.ts';
import { unique } from './scenarios.ts';

const PUBLIC = 'https://crier.example';
const NETWORKS = ['linkedin', 'linkedin-page'] as const;

describe('a post to LinkedIn', () => {
  let crier: TestInstance;
  let network: LinkedIn;
  let front: FaultFront;
  let page: string;
  const channels = new Map<string, string>();
  beforeAll(async () => {
    network = await startLinkedIn({
      redirectUris: NETWORKS.map((name) => `${PUBLIC}/integrations/social/${name}`),
    });
    front = await startFaultFront(network.url);
    const grace = network.addMember('Grace');
    page = network.addPage('Cafe Ada', { [grace.id]: 'ADMINISTRATOR' }).id;
    const { id, secret } = network.client;
    crier = await startInstance({
      env: {
        FRONTEND_URL: PUBLIC,
        LINKEDIN_API_URL: front.url,
        LINKEDIN_CLIENT_ID: id,
        LINKEDIN_CLIENT_SECRET: secret,
        LINKEDIN_PAGE_CLIENT_ID: id,
        LINKEDIN_PAGE_CLIENT_SECRET: secret,
      },
    });
    const ada = await addPerson(crier);
    for (const name of NETWORKS) {
      const back = await press(await connectUrl(ada, name), 'Allow as Grace');
      channels.set(name, (await finish(ada, name, back.query)).body.channel?.id ?? '');
    }
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await front?.stop();
    await network?.stop();
  });

  const clientFor = (name: string): Client => clientOf(crier, crier.url, { __type: name });
  const create = async (name: string, ...parts: Parameters<Client['create']>[0]['parts']): Promise<string> =>
    (await clientFor(name).create({ channels: [channels.get(name) ?? ''], parts }))[0] ?? '';
  const live = (text: string): Entry[] => network.entries().filter((entry) => entry.text === text);

  it('goes out on the page with its comment, and has the address that LinkedIn shows', async () => {
    const texts = ['Spring menu', 'More'].map(unique);
    const id = await create('linkedin-page', ...texts.map((content) => ({ content })));
    const post = await clientFor('linkedin-page').reaches(id, 'published');
    const [roots = [], comments = []] = texts.map(live);
    expect([roots, comments]).toEqual([
      [expect.objectContaining({ author: `urn:li:organization:${page}`, post: null })],
      [expect.objectContaining({ author: `urn:li:organization:${page}`, post: roots[0]?.id })],
    ]);
    expect([post.releaseId, post.releaseURL]).toEqual([
      roots[0]?.id,
      `https://www.linkedin.com/feed/update/${roots[0]?.id}`,
    ]);
  });

  it('goes out on the profile with its picture and what the picture shows', async () => {
    const client = clientFor('linkedin');
    const file = { bytes: Uint8Array.from(PIXEL_PNG), name: 'menu.png', type: 'image/png' };
    const { id, path } = await client.upload(file);
    const content = unique('A picture');
    const post = await create('linkedin', { content, image: [{ id, path, alt: 'The menu' }] });
    await client.reaches(post, 'published');
    expect(live(content)).toEqual([
      expect.objectContaining({ altTexts: ['The menu'], media: [expect.stringMatching(/^urn:li:image:/)] }),
    ]);
  });

  it('waits for a person, not sent again, after its answer was lost where nobody can look', async () => {
    const content = unique('Lost');
    front.arm({ kind: 'reset_after' }, ({ method, path }) => method === 'POST' && path === '/rest/posts');
    const page = await clientFor('linkedin').reaches(await create('linkedin', { content }), 'unconfirmed');
    expect(page.error?.code).toBe('outcome_unknown');
    expect(live(content)).toHaveLength(1);
  });
});
