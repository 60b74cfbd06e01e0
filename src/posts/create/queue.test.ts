import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildPost,
  buildTarget,
  createOne,
  createPosts,
  refusal,
  sql,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

const DAY = 86_400_000;

describe('a post of the type queue', () => {
  let crier: TestInstance;
  let channel: string;
  let other: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    other = (await crier.connect('sandbox', { name: 'Bar Sued' })).id;
    // Three minutes ago: the next one is tomorrow.
    const minute = (Math.floor(Date.now() / 60_000) + 1437) % 1440;
    await sql(crier, 'update integration set posting_times = $1', [JSON.stringify([{ time: minute }])]);
  });
  beforeEach(() => sql(crier, 'delete from post_group'));
  afterAll(() => crier?.stop());

  const part = (on: string, content: string): Record<string, unknown> =>
    buildTarget(on, { value: [{ content, image: [] }] });
  const queued = (text: string, on = channel): unknown =>
    buildPost(on, { type: 'queue', date: undefined, posts: [part(on, text)] });
  const dates = async (): Promise<number[]> =>
    (
      await sql<{ ms: number }>(
        crier,
        'select extract(epoch from publish_at)::float8 * 1000 as ms from post order by publish_at',
      )
    ).map(({ ms }) => ms);

  it('gets the next posting time at which its channel has no post', async () => {
    await createOne(crier, queued('first'));
    await createOne(crier, queued('second'));
    // Another channel has times of its own.
    await createOne(crier, queued('third', other));
    const [first = 0, ...later] = await dates();
    expect(first).toBeGreaterThan(Date.now());
    expect(first).toBeLessThan(Date.now() + DAY);
    expect(later.map((ms) => ms - first)).toEqual([0, DAY]);
  });

  it('gets one for each of its channels, and two on the same channel two of them', async () => {
    const posts = [part(channel, 'a'), part(other, 'b'), part(channel, 'c')];
    await createPosts(crier, buildPost(channel, { type: 'queue', date: null, posts }));
    const [first = 0, ...later] = await dates();
    expect(later.map((ms) => ms - first)).toEqual([0, DAY]);
  });

  it('never gets the time of another, however many are added at once', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, n) => createOne(crier, queued(`post ${n}`))));
    const found = await dates();
    expect(new Set(found).size).toBe(12);
    expect((found.at(-1) ?? 0) - (found[0] ?? 0)).toBe(11 * DAY);
  });

  it('with a date and onlyFree, is refused when another has taken that, also in the same moment', async () => {
    const date = '2031-05-04T10:00:00.000Z';
    const at = (content: string, changes = {}) =>
      crier.call<ErrorBody>('POST', '/posts', {
        body: buildPost(channel, { date, posts: [part(channel, content)], ...changes }),
      });
    const free = { onlyFree: true };
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((content) => at(content, free)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(await dates()).toEqual([Date.parse(date)]);
    expect(refusal(await at('three', { ...free, type: 'draft' }))).toEqual({
      status: 409,
      code: 'slot_taken',
      paths: ['date'],
    });
    expect(await dates()).toHaveLength(1);
    // A date that was not taken from the free ones may be one that another post has.
    expect((await at('four')).status).toBe(201);
    expect((await at('five', { ...free, posts: [part(other, 'five')] })).status).toBe(201);
  });

  it('with onlyFree, has its answer again under its key, and is for new posts', async () => {
    const body = buildPost(channel, { date: '2031-05-04T10:00:00.000Z', onlyFree: true });
    const ask = () =>
      crier.call<{ postId: string }[]>('POST', '/posts', {
        body,
        headers: { 'idempotency-key': 'only-free' },
      });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first] = answers;
    expect((await ask()).body).toEqual(first?.body);
    expect(await dates()).toHaveLength(1);
    const named = { ...buildTarget(channel), value: [{ content: 'again', id: first?.body[0]?.postId }] };
    const answer = await crier.call<ErrorBody>('POST', '/posts', { body: { ...body, posts: [named] } });
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['posts.0.value.0.id'] });
  });

  it('is in its timeline and its run with its own date', async () => {
    const id = await createOne(crier, queued('first'));
    const { body } = await crier.call<{ publishDate: string; timeline: { detail: unknown }[] }>(
      'GET',
      `/posts/${id}`,
    );
    const [ms = 0] = await dates();
    expect(body.publishDate).toBe(new Date(ms).toISOString());
    const [event] = await sql<{ detail: unknown }>(
      crier,
      "select detail from post_event where kind = 'accepted'",
    );
    expect(event?.detail).toEqual({ type: 'queue', publishAt: body.publishDate });
  });

  it('does not take the place of a post that waits, which stays as it is', async () => {
    const id = await createOne(crier, buildPost(channel));
    const { body } = await crier.call<{ group: string }>('GET', `/posts/${id}`);
    const answer = await crier.call<ErrorBody>('POST', '/posts', {
      body: buildPost(channel, { type: 'queue', posts: [buildTarget(channel, { group: body.group })] }),
    });
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['posts.0.group'] });
    expect((await crier.call<{ status: string }>('GET', `/posts/${id}`)).body.status).toBe('scheduled');
    expect(await dates()).toHaveLength(1);
  });

  it('is refused where the channel has no posting times, and in place of a post that exists', async () => {
    const id = await createOne(crier, queued('first'));
    const inPlace = buildTarget(channel);
    const named = { ...inPlace, value: [{ content: 'again', id }] };
    const answer = await crier.call<ErrorBody>('POST', '/posts', {
      body: buildPost(channel, { type: 'queue', posts: [named] }),
    });
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_request', paths: ['posts.0.value.0.id'] });
    await sql(crier, "update integration set posting_times = '[]' where id = $1", [other]);
    expect(refusal(await crier.call<ErrorBody>('POST', '/posts', { body: queued('none', other) }))).toEqual({
      status: 404,
      code: 'no_free_slot',
      paths: ['posts.0'],
    });
    const { body } = await crier.call<{
      posts: { ready: boolean; issues: { code: string; path: string }[] }[];
    }>('POST', '/posts/check', { body: buildPost([channel, other], { type: 'queue' }) });
    expect(body.posts.map(({ ready }) => ready)).toEqual([true, false]);
    expect(body.posts[1]?.issues).toMatchObject([{ code: 'no_free_slot', path: 'posts.1' }]);
    expect(await dates()).toHaveLength(1);
  });
});
