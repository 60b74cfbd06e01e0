import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Provider } from '../../../providers/_kit/contract.ts';
import { Unsent } from '../../../providers/_kit/errors.ts';
import {
  UNKNOWN_ID,
  buildPost,
  createOne,
  refusal,
  setState,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

let crier: TestInstance;
let channel: string;
let id: string;
let sandbox: Provider;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox', { name: 'News' })).id;
  sandbox = crier.context.providers.get('sandbox') as Provider;
});
beforeEach(async () => {
  id = await createOne(crier, buildPost(channel));
});
afterEach(() => offer(undefined));
afterAll(() => crier?.stop());

/** What the account published lately, by the network's list. */
const offer = (recent: Provider['recent']): void =>
  void (crier.context.providers as Map<string, Provider>).set('sandbox', { ...sandbox, recent });
const published = async (releaseId: string | null, state = 'published'): Promise<void> => {
  await setState(crier, id, state);
  await sql(crier, 'update post set release_id = $2 where id = $1', [id, releaseId]);
};
const missing = (
  postId = id,
  key = crier.apiKey,
): Promise<Answer<ErrorBody & { id: string; url: string }[]>> =>
  crier.call('GET', `/posts/${postId}/missing`, { key });
const identify = (
  body: unknown,
  postId = id,
  key = crier.apiKey,
): Promise<Answer<ErrorBody & { id: string; releaseId: string }>> =>
  crier.call('PUT', `/posts/${postId}/release-id`, { body, key });

describe('GET /public/v1/posts/{id}/missing', () => {
  it('lists what the account published lately, read with its credentials', async () => {
    await published('missing');
    offer(async ({ name, credentials }) => [
      { id: '7', url: `https://network.test/${name}/${Object.keys(credentials).length > 0}` },
    ]);
    const answer = await missing();
    expect([answer.status, answer.body]).toEqual([200, [{ id: '7', url: 'https://network.test/News/true' }]]);
  });

  it('lists nothing for a post with a known id, for an unpublished one, and where the network cannot know', async () => {
    const asked: string[] = [];
    offer(async () => {
      asked.push('asked');
      return [{ id: '7', url: 'https://network.test/7' }];
    });
    expect((await missing()).body).toEqual([]);
    await published('42');
    expect((await missing()).body).toEqual([]);
    expect(asked).toEqual([]);
    offer(undefined);
    await published('missing');
    expect((await missing()).body).toEqual([]);
  });

  it('reports when the network gave no answer', async () => {
    await published('missing');
    offer(() => Promise.reject(new Unsent('connection refused')));
    expect(refusal(await missing())).toEqual({ status: 502, code: 'network_failed' });
  });

  it("refuses a malformed id, an unknown one and another organisation's", async () => {
    expect(refusal(await missing('abc'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await missing(UNKNOWN_ID))).toEqual({ status: 404, code: 'post_not_found' });
    expect(refusal(await missing(id, (await crier.anotherOrganization()).apiKey))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
  });
});

describe('PUT /public/v1/posts/{id}/release-id', () => {
  it.each(['published', 'partly_published'])(
    "sets the network's id once for a post that is %s",
    async (state) => {
      await published('missing', state);
      const answer = await identify({ releaseId: '7431208365104238849' });
      expect([answer.status, answer.body]).toEqual([200, { id, releaseId: '7431208365104238849' }]);
      const { body } = await crier.call('GET', `/posts/${id}`);
      expect(body).toMatchObject({
        releaseId: '7431208365104238849',
        status: state,
        items: [{ releaseId: '7431208365104238849' }],
        timeline: [{}, { event: 'identified', text: 'A person named the post on the network' }],
      });
      expect(refusal(await identify({ releaseId: '8' }))).toEqual({ status: 409, code: 'release_id_known' });
    },
  );

  it('succeeds once of two simultaneous requests', async () => {
    await published('missing');
    expect(
      (await Promise.all([identify({ releaseId: '1' }), identify({ releaseId: '2' })]))
        .map((a) => a.status)
        .sort(),
    ).toEqual([200, 409]);
  });

  it.each([
    ['draft', null],
    ['scheduled', 'missing'],
    ['publishing', 'missing'],
    ['failed', 'missing'],
    ['published', '42'],
    ['published', null],
  ])('refuses a post that is %s with the id %j', async (state, releaseId) => {
    await published(releaseId, state);
    expect(refusal(await identify({ releaseId: '1' }))).toEqual({ status: 409, code: 'release_id_known' });
    expect(await sql(crier, 'select release_id as id, revision from post where id = $1', [id])).toEqual([
      { id: releaseId, revision: 1 },
    ]);
  });

  it.each([
    ['nothing', {}],
    ['a number', { releaseId: 7 }],
    ['an empty text', { releaseId: '' }],
    ['a text too long', { releaseId: '1'.repeat(513) }],
    ['the word for an id that nobody knows', { releaseId: 'missing' }],
  ])('refuses %s as an id', async (_, body) => {
    await published('missing');
    expect(refusal(await identify(body))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['releaseId'],
    });
  });

  it("refuses a malformed id, an unknown one and another organisation's", async () => {
    await published('missing');
    expect(refusal(await identify({ releaseId: '1' }, 'abc'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await identify({ releaseId: '1' }, UNKNOWN_ID))).toEqual({
      status: 404,
      code: 'post_not_found',
    });
    expect(
      refusal(await identify({ releaseId: '1' }, id, (await crier.anotherOrganization()).apiKey)),
    ).toEqual({ status: 403, code: 'foreign_resource' });
  });
});
