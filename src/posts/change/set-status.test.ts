import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FUTURE,
  UNKNOWN_ID,
  addKey,
  buildPost,
  createOne,
  refusal,
  setState,
  sql,
  withContent,
  type ErrorBody,
} from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';

interface Shown {
  status: string;
  revision: number;
  publishDate: string;
  error: unknown;
  timeline: { event: string; text: string }[];
}

let crier: TestInstance;
let channel: string;
let id: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox')).id;
});
beforeEach(async () => {
  id = await createOne(crier, buildPost(channel));
});
afterAll(() => crier?.stop());

const setStatus = (
  status: unknown,
  options: { postId?: string; ifMatch?: string; key?: string } = {},
): Promise<Answer<ErrorBody>> =>
  crier.call('PUT', `/posts/${options.postId ?? id}/status`, {
    body: { status },
    ...(options.key ? { key: options.key } : {}),
    ...(options.ifMatch ? { headers: { 'if-match': options.ifMatch } } : {}),
  });
const show = async (): Promise<Shown> => (await crier.call<Shown>('GET', `/posts/${id}`)).body;
const draft = async (changes: Record<string, unknown> = {}): Promise<void> => {
  id = await createOne(crier, buildPost(channel, { type: 'draft', ...changes }));
};
const events = async (): Promise<string[]> => (await show()).timeline.map((line) => line.event);
const messages = async (): Promise<unknown[]> =>
  (await sql(crier, 'select kind from outbox where post_id = $1', [id])).map((row) => row.kind);
const request = async (): Promise<unknown> =>
  (await sql(crier, 'select post_group_id as id from post where id = $1', [id]))[0]?.id;
const channelWith = async (change: string): Promise<string> => {
  const other = (await crier.connect('sandbox', { name: `Channel ${Math.random()}` })).id;
  id = await createOne(crier, buildPost(other, { type: 'draft' }));
  await sql(crier, `update integration set ${change} where id = $1`, [other]);
  return other;
};

describe('PUT /public/v1/posts/{id}/status', () => {
  it('takes a post out of the schedule and puts it back on its date', async () => {
    const out = await setStatus('draft');
    expect([out.status, out.body]).toEqual([200, { id, state: 'DRAFT', revision: (await show()).revision }]);
    expect(await show()).toMatchObject({ status: 'draft', revision: 2, publishDate: FUTURE });
    expect(await sql(crier, 'select kind from outbox where post_id = $1', [id])).toEqual([
      { kind: 'sync_post' },
    ]);
    const back = await setStatus('schedule');
    expect([back.status, back.body]).toEqual([
      200,
      { id, state: 'QUEUE', revision: (await show()).revision },
    ]);
    expect(await show()).toMatchObject({ status: 'scheduled', revision: 3, publishDate: FUTURE });
    expect(await events()).toEqual(['accepted', 'unscheduled', 'scheduled']);
  });

  it('notifies the run of a draft that is scheduled, which is started when there is none', async () => {
    await draft();
    expect(await messages()).toEqual([]);
    await setStatus('schedule');
    expect(await messages()).toEqual(['sync_post']);
  });

  it('leaves a post in its request however often it is scheduled again, so that it has one run', async () => {
    const before = await request();
    for (const status of ['draft', 'schedule', 'draft', 'schedule']) await setStatus(status);
    expect(await request()).toBe(before);
  });

  it('changes nothing when the post already has the status', async () => {
    expect((await setStatus('schedule')).body).toEqual({
      id,
      state: 'QUEUE',
      revision: (await show()).revision,
    });
    expect(await show()).toMatchObject({ status: 'scheduled', revision: 1 });
    await setStatus('draft');
    expect((await setStatus('draft')).body).toEqual({
      id,
      state: 'DRAFT',
      revision: (await show()).revision,
    });
    expect(await show()).toMatchObject({ status: 'draft', revision: 2 });
  });

  it('publishes a draft whose date has passed at once', async () => {
    await draft({ date: '2020-02-02' });
    const before = Date.now();
    expect((await setStatus('schedule')).status).toBe(200);
    expect(Date.parse((await show()).publishDate)).toBeGreaterThanOrEqual(before - 1000);
  });

  it.each(['failed', 'partly_published', 'missed'])('retries a post that is %s', async (state) => {
    await setState(crier, id, state);
    expect((await setStatus('schedule')).body).toEqual({
      id,
      state: 'QUEUE',
      revision: (await show()).revision,
    });
    expect(await show()).toMatchObject({ status: 'scheduled', error: null });
    expect(await events()).toEqual(['accepted', 'retried']);
  });

  it('turns a missed post back into a draft', async () => {
    await setState(crier, id, 'missed');
    expect((await setStatus('draft')).body).toEqual({
      id,
      state: 'DRAFT',
      revision: (await show()).revision,
    });
  });

  it.each(['publishing', 'processing', 'published', 'unconfirmed', 'cancelled'])(
    'refuses both statuses for a post that is %s, naming the state',
    async (state) => {
      await setState(crier, id, state);
      for (const status of ['schedule', 'draft']) {
        const answer = await setStatus(status);
        expect(refusal(answer)).toEqual({ status: 409, code: 'post_locked' });
        expect(answer.body.message).toContain(state);
      }
      expect(await show()).toMatchObject({ status: state, revision: 1 });
    },
  );

  it.each(['failed', 'partly_published'])('refuses to turn a post that is %s into a draft', async (state) => {
    await setState(crier, id, state);
    expect(refusal(await setStatus('draft'))).toEqual({ status: 409, code: 'post_locked' });
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(5001)],
  ])('refuses to schedule content that only a draft may have: %s', async (_, content) => {
    id = await createOne(crier, { ...withContent(channel, content), type: 'draft' });
    expect(refusal(await setStatus('schedule'))).toEqual({
      status: 400,
      code: 'invalid_content',
      paths: ['post.value.0.content'],
    });
    expect(await show()).toMatchObject({ status: 'draft', revision: 1 });
    await crier.call('PATCH', `/posts/${id}`, { body: { content: 'Now it is ready' } });
    expect((await setStatus('schedule')).status).toBe(200);
  });

  it.each([
    ['switched off', 'disabled = true', 'channel_disabled'],
    ['to be reconnected', 'refresh_needed = true', 'channel_disconnected'],
  ])('refuses to schedule for a channel that is %s, until it no longer is', async (_, change, code) => {
    const other = await channelWith(change);
    expect(refusal(await setStatus('schedule'))).toEqual({ status: 400, code });
    expect(await show()).toMatchObject({ status: 'draft', revision: 1 });
    await sql(crier, 'update integration set disabled = false, refresh_needed = false where id = $1', [
      other,
    ]);
    expect((await setStatus('schedule')).status).toBe(200);
  });

  it('changes the post only if it matches If-Match', async () => {
    const answer = await setStatus('draft', { ifMatch: '"7"' });
    expect(refusal(answer)).toEqual({ status: 412, code: 'revision_mismatch' });
    expect(answer.headers.get('etag')).toBe('"1"');
    expect((await setStatus('draft', { ifMatch: '"1"' })).status).toBe(200);
    expect(refusal(await setStatus('schedule', { ifMatch: '"1"' }))).toEqual({
      status: 412,
      code: 'revision_mismatch',
    });
    expect((await setStatus('schedule', { ifMatch: '"1", "2"' })).status).toBe(200);
  });

  it('loses none of many simultaneous changes that schedule and edit a draft, and schedules it once', async () => {
    await draft();
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => setStatus('schedule')),
      ...Array.from({ length: 4 }, (_, n) =>
        crier.call<ErrorBody>('PATCH', `/posts/${id}`, { body: { content: `Words ${n}` } }),
      ),
    ]);
    expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200));
    expect((await events()).filter((event) => event === 'scheduled')).toHaveLength(1);
  });

  it.each([
    ['nothing', undefined],
    ['another word', 'published'],
    ['capitals', 'DRAFT'],
    ['null', null],
    ['a list', ['draft']],
  ])('refuses %s as a status', async (_, status) => {
    expect(refusal(await setStatus(status))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      paths: expect.arrayContaining(['status']),
    });
  });

  it("refuses a malformed id, an unknown one, another organisation's, and a read-only key", async () => {
    expect(refusal(await setStatus('draft', { postId: 'abc' }))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await setStatus('draft', { postId: UNKNOWN_ID }))).toEqual({
      status: 404,
      code: 'post_not_found',
    });
    const other = await crier.anotherOrganization();
    for (const status of ['draft', 'schedule']) {
      expect(refusal(await setStatus(status, { key: other.apiKey }))).toEqual({
        status: 403,
        code: 'foreign_resource',
      });
    }
    expect(refusal(await setStatus('draft', { key: await addKey(crier, "scopes = '{read}'") }))).toEqual({
      status: 403,
      code: 'insufficient_scope',
    });
    expect(await show()).toMatchObject({ status: 'scheduled', revision: 1 });
  });
});
