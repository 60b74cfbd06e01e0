import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  UNKNOWN_ID,
  addKey,
  buildPost,
  buildTarget,
  createOne,
  refusal,
  setState,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Shown {
  id: string;
  state: string;
  status: string;
  revision: number;
  releaseId: string | null;
  releaseURL: string | null;
  publishedAt: string | null;
  error: { code: string } | null;
  timeline: { event: string; text: string }[];
}

let crier: TestInstance;
let channel: string;
let id: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox')).id;
});
afterAll(() => crier?.stop());

/** A post with these parts, of which the first `out` are published and the next one is in doubt. */
async function inDoubt(parts: readonly string[], out = 0): Promise<void> {
  id = await createOne(
    crier,
    buildPost([], { posts: [buildTarget(channel, { value: parts.map((content) => ({ content })) })] }),
  );
  await setState(crier, id, 'unconfirmed');
  await sql(
    crier,
    "update post_item set published_at = now(), release_id = 'first' where post_id = $1 and position < $2",
    [id, out],
  );
  await sql(
    crier,
    "insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at) select gen_random_uuid(), id, 1, 'sent', gen_random_uuid(), now() from post_item where post_id = $1 and position = $2",
    [id, out],
  );
}
beforeEach(() => inDoubt(['One']));

const resolve = (body: unknown, postId = id, key?: string): Promise<Answer<ErrorBody & Shown>> =>
  crier.call('POST', `/posts/${postId}/resolve`, { body, ...(key ? { key } : {}) });
const attempts = (): Promise<unknown[]> =>
  sql(
    crier,
    'select phase, settled_at is not null as settled, evidence from publish_attempt a join post_item i on i.id = a.post_item_id where i.post_id = $1',
    [id],
  );
const messages = async (): Promise<unknown[]> =>
  (await sql(crier, 'select kind from outbox where post_id = $1', [id])).map((row) => row.kind);

describe('POST /public/v1/posts/{id}/resolve', () => {
  it('marks it as published, with its URL', async () => {
    const answer = await resolve({ decision: 'published', url: 'https://network.test/1', releaseId: '1' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id,
      state: 'PUBLISHED',
      status: 'published',
      revision: 2,
      releaseId: '1',
      releaseURL: 'https://network.test/1',
      error: null,
      publishedAt: expect.any(String),
    });
    expect(answer.body.timeline.at(-1)).toMatchObject({
      event: 'resolved',
      text: 'A person decided: it is published at https://network.test/1',
    });
    expect(await attempts()).toEqual([
      {
        phase: 'confirmed',
        settled: true,
        evidence: [{ by: 'person', decision: 'published', url: 'https://network.test/1', releaseId: '1' }],
      },
    ]);
    expect(await messages()).toEqual(['sync_post']);
  });

  it('marks it as published without a URL too; its id then counts as missing, as for a network that gave none', async () => {
    expect((await resolve({ decision: 'published' })).body).toMatchObject({
      status: 'published',
      releaseId: 'missing',
      releaseURL: null,
    });
  });

  it('sends it again: the old attempt is closed, and a new one is made', async () => {
    expect((await resolve({ decision: 'resend' })).body).toMatchObject({
      state: 'QUEUE',
      status: 'scheduled',
      revision: 2,
      error: null,
    });
    expect(await attempts()).toEqual([
      { phase: 'rejected', settled: true, evidence: [{ by: 'person', decision: 'resend' }] },
    ]);
  });

  it('leaves it failed, and the page shows that it may have been published', async () => {
    expect((await resolve({ decision: 'drop' })).body).toMatchObject({
      state: 'ERROR',
      status: 'failed',
      error: { code: 'dropped', message: expect.stringContaining('may have been published') },
    });
  });

  it('decides only about the unconfirmed part of a thread', async () => {
    await inDoubt(['One', 'Two', 'Three'], 1);
    expect((await resolve({ decision: 'published', releaseId: 'second' })).body).toMatchObject({
      status: 'publishing',
      releaseId: null,
      items: [{ releaseId: 'first' }, { releaseId: 'second' }, { releaseId: null }],
    });
    await inDoubt(['One', 'Two'], 1);
    expect((await resolve({ decision: 'resend' })).body).toMatchObject({
      status: 'publishing',
      items: [{ releaseId: 'first' }, { releaseId: null }],
    });
    await inDoubt(['One', 'Two'], 1);
    expect((await resolve({ decision: 'drop' })).body).toMatchObject({ status: 'partly_published' });
  });

  it('requires the id of a part that the rest of a thread replies to', async () => {
    await inDoubt(['One', 'Two']);
    expect(refusal(await resolve({ decision: 'published', url: 'https://network.test/1' }))).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: ['releaseId'],
    });
    expect((await resolve({ decision: 'published', releaseId: '1' })).status).toBe(201);
  });

  it('succeeds once of two simultaneous requests', async () => {
    const answers = await Promise.all([resolve({ decision: 'resend' }), resolve({ decision: 'drop' })]);
    expect(answers.map((a) => a.status).sort()).toEqual([201, 409]);
  });

  it.each([
    ['nothing', undefined, ['body']],
    ['no decision', {}, ['decision']],
    ['another decision', { decision: 'retry' }, ['decision']],
    ['an unknown field', { decision: 'drop', state: 'published' }, ['state']],
    ['a URL that is none', { decision: 'published', url: 'over there' }, ['url']],
    ['a URL of another kind', { decision: 'published', url: 'javascript:alert(1)' }, ['url']],
    ['an empty id', { decision: 'published', releaseId: '' }, ['releaseId']],
    [
      'a URL of what is to be sent again',
      { decision: 'resend', url: 'https://network.test/1', releaseId: '1' },
      ['url', 'releaseId'],
    ],
  ])('refuses %s', async (_, body, paths) => {
    expect(refusal(await resolve(body))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      paths: expect.arrayContaining(paths),
    });
    expect((await crier.call<Shown>('GET', `/posts/${id}`)).body).toMatchObject({
      status: 'unconfirmed',
      revision: 1,
    });
  });

  it.each([
    'draft',
    'scheduled',
    'publishing',
    'processing',
    'published',
    'partly_published',
    'failed',
    'missed',
    'cancelled',
  ])('refuses a post that is %s', async (state) => {
    await setState(crier, id, state);
    expect(refusal(await resolve({ decision: 'resend' }))).toEqual({ status: 409, code: 'post_locked' });
  });

  it("refuses a malformed id, does not find an unknown one, nor another organisation's", async () => {
    expect(refusal(await resolve({ decision: 'drop' }, 'abc'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await resolve({ decision: 'drop' }, UNKNOWN_ID))).toEqual({
      status: 404,
      code: 'post_not_found',
    });
    expect(
      refusal(await resolve({ decision: 'drop' }, id, (await crier.anotherOrganization()).apiKey)),
    ).toEqual({ status: 403, code: 'foreign_resource' });
    expect((await resolve({ decision: 'drop' })).status).toBe(201);
  });

  it('refuses a read-only key', async () => {
    expect(
      refusal(await resolve({ decision: 'drop' }, id, await addKey(crier, "scopes = '{read}'"))),
    ).toEqual({ status: 403, code: 'insufficient_scope' });
  });
});
