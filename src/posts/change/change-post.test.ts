import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FUTURE,
  UNKNOWN_ID,
  buildPost,
  buildTarget,
  createOne,
  refusal,
  setState,
  sql,
  withContent,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Shown {
  id: string;
  status: string;
  revision: number;
  publishDate: string;
  items: { content: string; image: unknown[]; delay: number }[];
  timeline: { event: string }[];
}

let crier: TestInstance;
let channel: string;
let id: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox')).id;
});
beforeEach(async () => {
  id = await createOne(
    crier,
    buildPost([], {
      posts: [buildTarget(channel, { value: [{ content: 'One' }, { content: 'Two', delay: 5 }] })],
    }),
  );
});
afterAll(() => crier?.stop());

const change = (body: unknown, postId = id): Promise<Answer<ErrorBody & Shown>> =>
  crier.call('PATCH', `/posts/${postId}`, { body });
const remove = (postId = id, options: Parameters<TestInstance['call']>[2] = {}): Promise<Answer<ErrorBody>> =>
  crier.call('DELETE', `/posts/${postId}`, options);
const retry = (postId = id): Promise<Answer<ErrorBody & Shown>> =>
  crier.call('POST', `/posts/${postId}/retry`);
const show = async (postId = id): Promise<Shown> => (await crier.call<Shown>('GET', `/posts/${postId}`)).body;
const messages = async (): Promise<unknown[]> =>
  (await sql(crier, 'select kind from outbox where post_id = $1', [id])).map((row) => row.kind);

const UNCHANGEABLE = [
  'publishing',
  'processing',
  'published',
  'partly_published',
  'failed',
  'unconfirmed',
  'missed',
  'cancelled',
];

describe('PATCH /public/v1/posts/{id}', () => {
  it('moves a post, and notifies its run', async () => {
    const answer = await change({ date: '2031-06-01T00:00:00Z' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id,
      publishDate: '2031-06-01T00:00:00.000Z',
      revision: 2,
      items: [{ content: 'One' }, { content: 'Two' }],
    });
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body.timeline.map((t) => t.event)).toEqual(['accepted', 'rescheduled']);
    expect(await messages()).toEqual(['sync_post']);
  });

  it('changes the text of the first part and leaves the others alone', async () => {
    expect(
      (await change({ content: '<p>New</p><script>x</script>' })).body.items.map((i) => [i.content, i.delay]),
    ).toEqual([
      ['<p>New</p>', 0],
      ['Two', 5],
    ]);
  });

  it('replaces all parts', async () => {
    const { body } = await change({
      value: [{ content: 'A' }, { content: 'B', delay: 1 }, { content: 'C' }],
    });
    expect(body.items.map((i) => [i.content, i.delay])).toEqual([
      ['A', 0],
      ['B', 1],
      ['C', 0],
    ]);
    expect(body.timeline.map((t) => t.event)).toEqual(['accepted', 'edited']);
  });

  it('changes date and content together, and every change raises the revision by one', async () => {
    await change({ content: 'First change' });
    expect((await change({ date: '2031-07-01', content: 'Second change' })).body).toMatchObject({
      revision: 3,
      publishDate: '2031-07-01T00:00:00.000Z',
      items: [{ content: 'Second change' }, {}],
    });
  });

  it('changes a draft without involving Temporal, even to a past date and to no content', async () => {
    id = await createOne(crier, buildPost(channel, { type: 'draft' }));
    expect((await change({ date: '2020-01-01', content: '' })).body).toMatchObject({
      status: 'draft',
      publishDate: '2020-01-01T00:00:00.000Z',
      items: [{ content: '' }],
    });
    expect(await messages()).toEqual([]);
  });

  it('loses none of ten simultaneous changes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => change({ date: `2031-06-${10 + n}` })),
    );
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await show()).revision).toBe(11);
  });

  it.each([
    ['nothing', {}, ['body']],
    ['no object', [], ['body']],
    [
      'what cannot be changed',
      { state: 'published', organizationId: UNKNOWN_ID },
      ['state', 'organizationId'],
    ],
    ['a date that is a number', { date: 5 }, ['date']],
    ['no parts', { value: [] }, ['value']],
    ['a part without content', { value: [{}] }, ['value.0.content']],
  ])('refuses %s', async (_, body, paths) => {
    const answer = await change(body);
    expect(refusal(answer)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      paths: expect.arrayContaining(paths),
    });
    expect((await show()).revision).toBe(1);
  });

  it.each([
    ['a date in the past', { date: '2020-01-01' }, 'invalid_date'],
    ['no date', { date: 'soon' }, 'invalid_date'],
    ['an empty text', { content: '' }, 'invalid_content'],
    ['a text too long', { value: [{ content: 'x'.repeat(5001) }] }, 'invalid_content'],
    [
      'media from elsewhere',
      { value: [{ content: 'x', image: [{ path: 'https://evil.example/a.png' }] }] },
      'fetch_failed',
    ],
  ])('refuses %s and changes nothing', async (_, body, code) => {
    expect(refusal(await change(body))).toMatchObject({ status: 400, code });
    expect(await show()).toMatchObject({
      revision: 1,
      publishDate: FUTURE,
      items: [{ content: 'One' }, { content: 'Two' }],
    });
  });

  it.each(UNCHANGEABLE)('refuses a post that is %s, naming the state', async (state) => {
    await setState(crier, id, state);
    const answer = await change({ content: 'Other words' });
    expect(refusal(answer)).toEqual({ status: 409, code: 'post_locked' });
    expect(answer.body.message).toContain(state.replace('_', ' '));
  });

  it('refuses new content for a retried post with a published part; its date can change', async () => {
    await sql(crier, 'update post_item set published_at = now() where post_id = $1 and position = 0', [id]);
    expect(refusal(await change({ content: 'Other words' }))).toEqual({ status: 409, code: 'post_locked' });
    expect((await change({ date: '2031-06-01' })).status).toBe(200);
  });
});

describe('DELETE /public/v1/posts/{id}', () => {
  it('does not cancel a thread with a published part, also while the rest is to be tried again', async () => {
    await setState(crier, id, 'scheduled');
    await sql(crier, 'update post_item set published_at = now() where post_id = $1 and position = 0', [id]);
    expect((await remove()).status).toBe(200);
    expect(await sql(crier, 'select state, error_code as code from post where id = $1', [id])).toEqual([
      { state: 'partly_published', code: 'dropped' },
    ]);
  });

  it('cancels a waiting post, which is not found afterwards', async () => {
    const answer = await remove();
    expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ id, status: 'cancelled' })]);
    expect((await sql(crier, 'select state from post where id = $1', [id]))[0]).toEqual({
      state: 'cancelled',
    });
    expect(await messages()).toEqual(['sync_post']);
    for (const again of [
      await change({ date: FUTURE }),
      await retry(),
      await crier.call<ErrorBody>('GET', `/posts/${id}`),
    ]) {
      expect(refusal(again)).toEqual({ status: 404, code: 'post_not_found' });
    }
  });

  it('answers a repeated request as the first, whose answer may have been lost, and changes nothing', async () => {
    const first = await remove(id, { headers: { 'if-match': '"1"' } });
    for (const options of [{}, { headers: { 'if-match': '"1"' } }]) {
      const again = await remove(id, options);
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
    expect(await sql(crier, 'select state, revision from post where id = $1', [id])).toEqual([
      { state: 'cancelled', revision: 2 },
    ]);
    expect(await messages()).toEqual(['sync_post']);
    const { apiKey: key } = await crier.anotherOrganization();
    for (const options of [{ key }, { headers: { 'if-match': '"2"' } }]) {
      expect(refusal(await remove(id, options))).toEqual({ status: 404, code: 'post_not_found' });
    }
  });

  it('accepts a JSON body, and a JSON content type without a body, as the command line sends', async () => {
    expect((await remove(id, { headers: { 'content-type': 'application/json' } })).status).toBe(200);
    expect((await remove(await createOne(crier, buildPost(channel)), { body: {} })).status).toBe(200);
    expect(
      (
        await remove(await createOne(crier, buildPost(channel)), {
          body: '{not json',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200);
  });

  it.each(['draft', 'published', 'partly_published', 'failed', 'unconfirmed', 'missed', 'cancelled'])(
    'removes a post that is %s',
    async (state) => {
      await setState(crier, id, state);
      expect((await remove()).status).toBe(200);
      expect((await crier.call('GET', `/posts/${id}`)).status).toBe(404);
    },
  );

  it.each(['publishing', 'processing'])('refuses a post that is %s', async (state) => {
    await setState(crier, id, state);
    expect(refusal(await remove())).toEqual({ status: 409, code: 'post_locked' });
    expect(await show()).toMatchObject({ status: state, revision: 1 });
  });

  it('happens once in simultaneous requests, which get the same answer', async () => {
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array.from({ length: 3 }, () => [200, JSON.stringify({ id, status: 'cancelled' })]),
    );
    expect(await messages()).toEqual(['sync_post']);
  });
});

describe('POST /public/v1/posts/{id}/retry', () => {
  it.each(['failed', 'partly_published', 'missed'])('reschedules a post that is %s', async (state) => {
    await setState(crier, id, state);
    await sql(crier, "update post set publish_at = now() - interval '1 hour' where id = $1", [id]);
    const answer = await retry();
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ id, status: 'scheduled', state: 'QUEUE', revision: 2, error: null });
    expect(Date.parse(answer.body.publishDate)).toBeGreaterThan(Date.now() - 60_000);
    expect(answer.body.timeline.map((t) => t.event)).toEqual(['accepted', 'retried']);
    expect(await messages()).toEqual(['sync_post']);
  });

  it('succeeds once of two simultaneous requests', async () => {
    await setState(crier, id, 'failed');
    expect((await Promise.all([retry(), retry()])).map((a) => a.status).sort()).toEqual([201, 409]);
  });

  it.each(['draft', 'scheduled', 'publishing', 'processing', 'published', 'unconfirmed', 'cancelled'])(
    'refuses a post that is %s',
    async (state) => {
      await setState(crier, id, state);
      expect(refusal(await retry())).toEqual({ status: 409, code: 'post_locked' });
    },
  );
});

describe('every change', () => {
  const calls: readonly [string, string][] = [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/retry'],
  ];
  const body = { date: '2031-06-01' };

  it.each(calls)('refuses a malformed id and does not find an unknown one: %s %s', async (method, path) => {
    expect(refusal(await crier.call<ErrorBody>(method, `/posts/abc${path}`, { body }))).toEqual({
      status: 400,
      code: 'invalid_id',
    });
    expect(refusal(await crier.call<ErrorBody>(method, `/posts/${UNKNOWN_ID}${path}`, { body }))).toEqual({
      status: 404,
      code: 'post_not_found',
    });
  });

  it.each(calls)("%s %s refuses another organisation's post, which stays unchanged", async (method, path) => {
    const other = await crier.anotherOrganization();
    await setState(crier, id, path ? 'failed' : 'scheduled');
    expect(
      refusal(await crier.call<ErrorBody>(method, `/posts/${id}${path}`, { body, key: other.apiKey })),
    ).toEqual({ status: 403, code: 'foreign_resource' });
    expect(
      refusal(
        await crier.call<ErrorBody>('PATCH', `/posts/${id}`, {
          body: withContent(channel, 'x'),
          key: other.apiKey,
        }),
      ),
    ).toMatchObject({ status: 400 });
    expect(await show()).toMatchObject({ revision: 1, publishDate: FUTURE });
  });
});
