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

let crier: TestInstance;
let channel: string;
let id: string;
let group: string;
const groupOf = async (postId: string): Promise<string> =>
  (await crier.call<{ group: string }>('GET', `/posts/${postId}`)).body.group;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
  channel = (await crier.connect('sandbox')).id;
});
beforeEach(async () => {
  id = await createOne(crier, buildPost(channel));
  group = await groupOf(id);
});
afterAll(() => crier?.stop());

const status = async (postId = id): Promise<number> => (await crier.call('GET', `/posts/${postId}`)).status;
const replace = (
  named: unknown,
  changes: Record<string, unknown> = {},
): Promise<Answer<ErrorBody & { postId: string }[]>> =>
  crier.call('POST', '/posts', {
    body: buildPost([], { posts: [buildTarget(channel, { group: named, ...changes })] }),
  });
const remove = (
  named = group,
  key = crier.apiKey,
): Promise<Answer<ErrorBody & { id: string; posts: string[] }>> =>
  crier.call('DELETE', `/posts/group/${named}`, { key });

describe('POST /public/v1/posts with a group', () => {
  it('replaces the post that had the group; the new one has its own', async () => {
    const answer = await replace(group);
    expect(answer.status).toBe(201);
    expect(await status()).toBe(404);
    expect(await sql(crier, 'select state from post where id = $1', [id])).toEqual([{ state: 'cancelled' }]);
    expect(await groupOf(answer.body[0]?.postId ?? '')).not.toBe(group);
    expect(await sql(crier, 'select kind from outbox where post_id = $1', [id])).toEqual([
      { kind: 'sync_post' },
    ]);
  });

  it.each(['post', '1731000000000', '', ' ', UNKNOWN_ID, null])(
    'replaces nothing for %j, which no post has',
    async (named) => {
      expect((await replace(named)).status).toBe(201);
      expect(await status()).toBe(200);
    },
  );

  it.each(['post', '1731000000000', ' ', 'Grüße 🌱/?', 'x'.repeat(255)])(
    "returns the client's own text %j as the group, also in lists",
    async (named) => {
      const made = (await replace(named)).body[0]?.postId ?? '';
      expect(await groupOf(made)).toBe(named);
      const list = await crier.call<{ posts: { id: string; group: string }[] }>(
        'GET',
        '/posts?startDate=2031-05-01&endDate=2031-06-01',
      );
      expect(list.body.posts.find((post) => post.id === made)?.group).toBe(named);
    },
  );

  it.each(['', null, UNKNOWN_ID])('returns a group of its own for %j', async (named) => {
    expect(await groupOf((await replace(named)).body[0]?.postId ?? '')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("leaves another organisation's group alone", async () => {
    const ben = await crier.anotherOrganization();
    const theirs = (await crier.connect('sandbox', { name: 'Ben' }, ben.id)).id;
    expect(
      (
        await crier.call('POST', '/posts', {
          key: ben.apiKey,
          body: buildPost([], { posts: [buildTarget(theirs, { group })] }),
        })
      ).status,
    ).toBe(201);
    expect(await status()).toBe(200);
  });

  it('keeps the post when an entry changes it by its id', async () => {
    const answer = await replace(group, { value: [{ id, content: 'In place' }] });
    expect(answer.body[0]?.postId).toBe(id);
    expect(await groupOf(id)).toBe(group);
  });

  it('refuses to replace a post that is being published, and stores nothing', async () => {
    await setState(crier, id, 'publishing');
    const posts = (): Promise<unknown> => sql(crier, 'select count(*) from post');
    const before = await posts();
    expect(refusal(await replace(group))).toEqual({ status: 409, code: 'post_locked' });
    expect(await posts()).toEqual(before);
    await setState(crier, id, 'published');
    expect((await replace(group)).status).toBe(201);
  });

  it('keeps the old post when the new one is refused', async () => {
    expect(refusal(await replace(group, { value: [{ content: '' }] }))).toMatchObject({
      status: 400,
      code: 'invalid_content',
    });
    expect(await status()).toBe(200);
  });
});

describe('DELETE /public/v1/posts/group/{group}', () => {
  it('deletes the post of the group, and returns its id', async () => {
    const answer = await remove(group.toUpperCase());
    expect([answer.status, answer.body]).toEqual([200, { id: group, posts: [id] }]);
    expect(await status()).toBe(404);
    const again = await remove();
    expect([again.status, again.body]).toEqual([200, { id: group, posts: [id] }]);
    expect(refusal(await remove(group, (await crier.anotherOrganization()).apiKey))).toEqual({
      status: 404,
      code: 'post_not_found',
    });
  });

  it('leaves the other posts of the same request alone', async () => {
    const { body } = await crier.call<{ postId: string }[]>('POST', '/posts', {
      body: buildPost([channel, channel]),
    });
    await remove(await groupOf(body[0]?.postId ?? ''));
    expect([await status(body[0]?.postId), await status(body[1]?.postId)]).toEqual([404, 200]);
  });

  it("deletes the posts of one request by the client's own text, and answers the same when it is repeated", async () => {
    const target = buildTarget(channel, { group: 'campaign/7' });
    const { body } = await crier.call<{ postId: string }[]>('POST', '/posts', {
      body: buildPost([], { posts: [target, target] }),
    });
    const ids = body.map(({ postId }) => postId);
    for (const time of ['first', 'again']) {
      const answer = await remove(encodeURIComponent('campaign/7'));
      expect([time, answer.status, answer.body.id, answer.body.posts.toSorted()]).toEqual([
        time,
        200,
        'campaign/7',
        ids.toSorted(),
      ]);
    }
  });

  it('refuses a text that the posts of several requests share, as clients give one text to every post', async () => {
    const made = [
      (await replace('every post')).body[0]?.postId,
      (await replace('every post')).body[0]?.postId,
    ];
    const answer = await remove(encodeURIComponent('every post'));
    expect(refusal(answer)).toEqual({ status: 400, code: 'invalid_id' });
    expect(answer.body.message).toContain('the posts of 2 requests: delete them by their ids');
    for (const postId of made) expect(await status(postId)).toBe(200);
    const ben = await crier.anotherOrganization();
    expect(refusal(await remove(encodeURIComponent('every post'), ben.apiKey))).toEqual({
      status: 400,
      code: 'invalid_id',
    });
  });

  it.each(['publishing', 'processing'])('refuses while the post is %s', async (state) => {
    await setState(crier, id, state);
    expect(refusal(await remove())).toEqual({ status: 409, code: 'post_locked' });
    expect(await status()).toBe(200);
  });

  it("refuses a malformed group, does not find an unknown one, a post's id or another organisation's", async () => {
    expect(refusal(await remove('post'))).toEqual({ status: 400, code: 'invalid_id' });
    for (const named of [UNKNOWN_ID, id]) {
      expect(refusal(await remove(named))).toEqual({ status: 404, code: 'post_not_found' });
    }
    expect(refusal(await remove(group, (await crier.anotherOrganization()).apiKey))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect(refusal(await remove(group, await addKey(crier, "scopes = '{read}'")))).toEqual({
      status: 403,
      code: 'insufficient_scope',
    });
    expect(await status()).toBe(200);
  });
});
