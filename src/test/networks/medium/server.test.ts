/** Medium's own client for JavaScript against the stand-in, and what the stand-in refuses. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import https from 'node:https';
import { createRequire } from 'node:module';
import { Detour } from '../detour.ts';
import { startMedium, type Medium } from './server.ts';
import type { Account } from './state.ts';

type Done = (error: { message: string; code: number } | null, data: Record<string, unknown>) => void;

/** What is used of npm `medium-sdk`, which has no types. */
interface Client {
  setAccessToken(token: string): Client;
  getUser(done: Done): void;
  getPublicationsForUser(options: { userId: string }, done: Done): void;
  getContributorsForPublication(options: { publicationId: string }, done: Done): void;
  createPost(options: Record<string, unknown>, done: Done): void;
  createPostInPublication(options: Record<string, unknown>, done: Done): void;
}

const sdk = createRequire(import.meta.url)('medium-sdk') as {
  MediumClient: new (app: { clientId: string; clientSecret: string }) => Client;
};

let network: Medium;
let ada: Account;
const agent = https.globalAgent;
beforeAll(async () => {
  network = await startMedium();
  ada = network.createAccount('ada', 'Ada');
  https.globalAgent = new Detour(network.url);
});
afterAll(async () => {
  https.globalAgent = agent;
  await network.stop();
});

describe("Medium's own client", () => {
  const clientWith = (token: string): Client =>
    new sdk.MediumClient({ clientId: 'none', clientSecret: 'none' }).setAccessToken(token);
  const asked = <T>(work: (done: Done) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      work((error, data) => (error ? reject(error) : resolve(data as T)));
    });

  it('reads the account and its publications, and publishes on both', async () => {
    const client = clientWith(network.createToken(ada));
    const { id: publicationId } = network.createPublication('Kitchen', { [ada.id]: 'editor' });
    const me = await asked<{ id: string }>((done) => client.getUser(done));
    expect(me).toMatchObject({ id: ada.id, username: 'ada', name: 'Ada', url: 'https://medium.com/@ada' });
    const own = await asked((done) => client.getPublicationsForUser({ userId: me.id }, done));
    expect(own).toEqual([expect.objectContaining({ id: publicationId, name: 'Kitchen' })]);
    expect(await asked((done) => client.getContributorsForPublication({ publicationId }, done))).toEqual([
      { publicationId, userId: ada.id, role: 'editor' },
    ]);
    const story = {
      userId: me.id,
      title: 'Liverpool FC',
      contentFormat: 'html',
      content: '<h1>Liverpool FC</h1>',
      tags: ['football'],
      publishStatus: 'unlisted',
      license: 'cc-40-by',
    };
    const posted = await asked((done) => client.createPost(story, done));
    expect(posted).toMatchObject({
      title: 'Liverpool FC',
      authorId: ada.id,
      tags: ['football'],
      publishStatus: 'unlisted',
      license: 'cc-40-by',
    });
    const inside = await asked((done) => client.createPostInPublication({ ...story, publicationId }, done));
    expect(inside).toMatchObject({ publicationId });
    expect(network.stories().map(({ publication }) => publication?.id ?? null)).toEqual([
      null,
      publicationId,
    ]);
  });

  it('reads why it was refused', async () => {
    await expect(asked((done) => clientWith('0123456789').getUser(done))).rejects.toMatchObject({
      message: 'Token was invalid.',
      code: 6003,
    });
    const client = clientWith(network.createToken(ada));
    const empty = { userId: ada.id, title: 'x', contentFormat: 'markdown', content: '' };
    await expect(asked((done) => client.createPost(empty, done))).rejects.toMatchObject({
      message: 'Invalid field: content',
    });
  });
});

describe('the stand-in for Medium', () => {
  const post = async (body: unknown, headers: Record<string, string> = {}): Promise<[number, string]> => {
    const answer = await fetch(`${network.url}/v1/users/${ada.id}/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${network.createToken(ada)}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const { errors } = (await answer.json()) as { errors?: { message: string }[] };
    return [answer.status, errors?.[0]?.message ?? ''];
  };
  const story = { title: 'x', contentFormat: 'markdown', content: 'y' };

  it('takes a story of the documented fields', async () => {
    expect(await post(story)).toEqual([201, '']);
    expect(await post({ ...story, notifyFollowers: false, canonicalUrl: 'https://a.example' })).toEqual([
      201,
      '',
    ]);
  });

  it.each([
    [{ contentFormat: 'markdown', content: 'y' }, 400, 'Missing required field: title'],
    [{ ...story, contentFormat: 'text' }, 400, 'Invalid field: contentFormat'],
    [{ ...story, subtitle: 'z' }, 400, 'Invalid field: subtitle'],
    [{ ...story, publishStatus: 'private' }, 400, 'Invalid field: publishStatus'],
    [{ ...story, tags: 'a, b' }, 400, 'Invalid field: tags'],
    [{ ...story, canonicalUrl: 'a.example' }, 400, 'Invalid field: canonicalUrl'],
  ])('refuses %j', async (body, status, message) => {
    expect(await post(body)).toEqual([status, message]);
  });

  it('refuses a token that is missing, and another type of content', async () => {
    expect(await post(story, { authorization: '' })).toEqual([401, 'An access token is required.']);
    expect((await post(story, { 'content-type': 'text/plain' }))[0]).toBe(400);
  });
});
