import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  UNKNOWN_ID,
  addKey,
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
let count = 0;
let name: string;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
});
beforeEach(async () => {
  name = `Channel ${++count}`;
  channel = (await crier.connect('sandbox', { name })).id;
});
afterAll(() => crier?.stop());

const remove = (id = channel, key = crier.apiKey): Promise<Answer<ErrorBody & { id: string }>> =>
  crier.call('DELETE', `/integrations/${id}`, { key });
const rows = (ids: readonly string[]): Promise<unknown[]> =>
  sql(
    crier,
    'select state, deleted_at is not null as deleted, hold, error_code as code from post where id = any($1) order by array_position($1, id)',
    [ids],
  );
const notifications = async (): Promise<unknown[]> =>
  (
    await sql(
      crier,
      "select o.post_id as id from outbox o join post p on p.id = o.post_id where p.integration_id = $1 and o.kind = 'sync_post' order by o.post_id",
      [channel],
    )
  ).map((row) => row.id);
const postIn = async (state: string): Promise<string> => {
  const id = await createOne(crier, buildPost(channel));
  await setState(crier, id, state);
  return id;
};

describe('DELETE /public/v1/integrations/{id}', () => {
  it('disconnects a channel: it is gone from every list, and a second attempt finds none', async () => {
    const answer = await remove();
    expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ id: channel })]);
    expect((await crier.call<{ id: string }[]>('GET', '/integrations')).body.map((i) => i.id)).not.toContain(
      channel,
    );
    expect(refusal(await remove())).toEqual({ status: 404, code: 'integration_not_found' });
    expect(refusal(await crier.call<ErrorBody>('POST', '/posts', { body: buildPost(channel) }))).toEqual({
      status: 404,
      code: 'integration_not_found',
      paths: ['posts.0.integration.id'],
    });
  });

  it('deletes the credentials', async () => {
    const credentials = async (): Promise<unknown> =>
      (
        await sql(
          crier,
          'select credentials, credentials_version as version from integration where id = $1',
          [channel],
        )
      )[0];
    expect(await credentials()).toEqual({ credentials: expect.stringMatching(/.{20}/), version: 1 });
    await remove();
    expect(await credentials()).toEqual({ credentials: '', version: 2 });
  });

  it('cancels waiting posts, deletes finished ones, and notifies the runs', async () => {
    const states = ['draft', 'scheduled', 'published', 'partly_published', 'failed', 'unconfirmed', 'missed'];
    const ids = [];
    for (const state of states) ids.push(await postIn(state));
    await remove();
    expect(await rows(ids)).toEqual(
      states.map((state) =>
        expect.objectContaining({
          state: ['draft', 'scheduled'].includes(state) ? 'cancelled' : state,
          deleted: true,
          hold: null,
        }),
      ),
    );
    for (const id of ids) expect((await crier.call('GET', `/posts/${id}`)).status).toBe(404);
    expect(await notifications()).toEqual([ids[1], ids[5]].sort());
    expect(
      await sql(
        crier,
        "select kind, detail from post_event where post_id = any($1) and kind in ('cancelled', 'deleted') order by post_id",
        [ids],
      ),
    ).toHaveLength(states.length);
  });

  it('shows a thread with a published part as partly published, also while the rest is to be tried again', async () => {
    const ids = [await postIn('draft'), await postIn('scheduled')];
    await sql(crier, 'update post_item set published_at = now() where post_id = any($1)', [ids]);
    await remove();
    const ended = { state: 'partly_published', deleted: true, hold: null, code: 'dropped' };
    expect(await rows(ids)).toEqual([ended, ended]);
  });

  it('ends a thread that waits for the channel between two parts', async () => {
    const id = await postIn('publishing');
    await sql(crier, "update post set hold = 'channel' where id = $1", [id]);
    await sql(
      crier,
      `update publish_attempt a set phase = 'confirmed', settled_at = now()
      from post_item i where i.id = a.post_item_id and i.post_id = $1`,
      [id],
    );
    expect((await remove()).status).toBe(200);
    expect(await rows([id])).toEqual([
      { state: 'partly_published', deleted: true, hold: null, code: 'dropped' },
    ]);
    expect(await notifications()).toEqual([id]);
  });

  it.each(['publishing', 'processing'])('refuses while a post is %s, and changes nothing', async (state) => {
    const ids = [await createOne(crier, buildPost(channel)), await postIn(state)];
    const before = await rows(ids);
    const answer = await remove();
    expect(refusal(answer)).toEqual({ status: 409, code: 'post_locked' });
    expect(answer.body.message).toContain(state);
    expect(await rows(ids)).toEqual(before);
    expect(await notifications()).toEqual([]);
    expect(
      await sql(crier, "select deleted_at, credentials <> '' as kept from integration where id = $1", [
        channel,
      ]),
    ).toEqual([{ deleted_at: null, kept: true }]);
    await setState(crier, ids[1] ?? '', 'published');
    expect((await remove()).status).toBe(200);
  });

  it('leaves the posts of other channels alone', async () => {
    const other = (await crier.connect('sandbox', { name: `${name} too` })).id;
    const { body } = await crier.call<{ postId: string }[]>('POST', '/posts', {
      body: buildPost([channel, other]),
    });
    await remove();
    expect(
      (await Promise.all(body.map(({ postId }) => crier.call('GET', `/posts/${postId}`)))).map(
        (a) => a.status,
      ),
    ).toEqual([404, 200]);
  });

  it('makes the account a new channel when it is connected again; the old posts stay deleted', async () => {
    const id = await createOne(crier, buildPost(channel));
    await remove();
    const again = await crier.connect('sandbox', { name });
    expect(again).toMatchObject({ reconnected: false });
    expect(again.id).not.toBe(channel);
    expect((await crier.call('GET', `/posts/${id}`)).status).toBe(404);
    expect((await crier.call('POST', '/posts', { body: buildPost(again.id) })).status).toBe(201);
  });

  it('succeeds once of several simultaneous requests', async () => {
    expect((await Promise.all([remove(), remove(), remove()])).map((a) => a.status).sort()).toEqual([
      200, 404, 404,
    ]);
  });

  it('leaves no post behind that was created at the same time', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        crier.call<ErrorBody>('POST', '/posts', { body: buildPost(channel) }),
      ),
      remove(),
      ...Array.from({ length: 4 }, () =>
        crier.call<ErrorBody>('POST', '/posts', { body: buildPost(channel) }),
      ),
    ]);
    for (const { status } of answers) expect([200, 201, 404]).toContain(status);
    expect(
      await sql(crier, 'select state from post where integration_id = $1 and deleted_at is null', [channel]),
    ).toEqual([]);
  });

  it("refuses a malformed id, an unknown one, another organisation's, and a read-only key", async () => {
    expect(refusal(await remove('abc'))).toEqual({ status: 400, code: 'invalid_id' });
    expect(refusal(await remove(UNKNOWN_ID))).toEqual({ status: 404, code: 'integration_not_found' });
    expect(refusal(await remove(channel, (await crier.anotherOrganization()).apiKey))).toEqual({
      status: 403,
      code: 'foreign_resource',
    });
    expect(refusal(await remove(channel, await addKey(crier, "scopes = '{read}'")))).toEqual({
      status: 403,
      code: 'insufficient_scope',
    });
    expect((await remove()).status).toBe(200);
  });
});
