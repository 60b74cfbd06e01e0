import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { buildPost, buildTarget, createOne, finding, sql } from '../../src/test/factories.ts';
import { startInstance, type TestInstance } from '../../src/test/instance.ts';
import { resume } from '../../src/posts/decide/resume.ts';
import { readTarget } from '../read-target.ts';
import { claimPart } from './claim-part.ts';
import { confirmPart } from './confirm-part.ts';

const MINUTE = 60_000;

describe('the next part of a thread', () => {
  let crier: TestInstance;
  let channel: string;
  let id: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const claim = (position: number): ReturnType<typeof claimPart> =>
    claimPart(
      crier.context.database,
      { postId: id, position },
      { id: randomUUID(), attemptId: randomUUID(), direct: true },
    );
  const state = async (): Promise<unknown> =>
    (await sql(crier, 'select state, hold, error_code as code, error from post where id = $1', [id]))[0];
  const row = async (): ReturnType<typeof readTarget> => {
    const [post] = await sql<{ groupId: string }>(
      crier,
      'select post_group_id as "groupId" from post where id = $1',
      [id],
    );
    return readTarget(crier.context.database, { postId: id, groupId: post?.groupId ?? '' });
  };
  /** The first part was published this many minutes ago, at the post's date. */
  const outSince = (minutes: number): Promise<unknown> =>
    sql(
      crier,
      `with part as (
        update post_item set published_at = now() - make_interval(mins => $2) where post_id = $1 and position = 0
      )
      update post set publish_at = now() - make_interval(mins => $2) where id = $1`,
      [id, minutes],
    );
  const disconnect = (is: boolean): Promise<unknown> =>
    sql(crier, 'update integration set refresh_needed = $2 where id = $1', [channel, is]);

  beforeEach(async () => {
    await disconnect(false);
    const value = [{ content: 'One' }, { content: 'Two', delay: 60 }];
    id = await createOne(crier, buildPost([], { posts: [buildTarget(channel, { value })] }));
    await sql(crier, "update post set publish_at = now() - interval '1 minute' where id = $1", [id]);
    const first = await claim(0);
    if (first?.verdict !== 'claimed') throw new Error('the first part could not be claimed');
    const key = { postId: id, itemId: first.itemId, revision: first.revision, position: 0 };
    const published = { id: `first of ${id}`, url: 'https://network.test/1', ref: null };
    await confirmPart(crier.context.database, key, finding(published));
  });

  it("is due its delay after the part before it was published, by the database's clock", async () => {
    const early = await claim(1);
    expect(early).toMatchObject({ verdict: 'not_due', state: 'publishing' });
    expect(early?.waitMs).toBeGreaterThan(59 * MINUTE);
    await outSince(59);
    expect((await claim(1))?.waitMs).toBeLessThanOrEqual(MINUTE);
    await outSince(61);
    expect(await claim(1)).toMatchObject({ verdict: 'claimed' });
  });

  it('does not wait again when its run starts again: what is left of the delay is read from the row', async () => {
    await outSince(50);
    const again = await claim(0);
    expect(again?.published?.nextDelayMs).toBeGreaterThan(9 * MINUTE);
    expect(again?.published?.nextDelayMs).toBeLessThanOrEqual(10 * MINUTE);
    expect(await row()).toMatchObject({ status: 'waits', part: 1 });
    expect((await row()) as { waitMs: number }).toMatchObject({ waitMs: expect.any(Number) });
    await outSince(61);
    expect((await claim(0))?.published?.nextDelayMs).toBe(0);
    expect(await row()).toMatchObject({ status: 'waits', part: 1, waitMs: 0 });
  });

  it('is held with its channel, and ends once, as partly published, when it is too late', async () => {
    await disconnect(true);
    await outSince(61);
    expect(await claim(1)).toMatchObject({ verdict: 'held', hold: 'channel' });
    await outSince(60 + 24 * 60 + 1);
    expect(await claim(1)).toMatchObject({ verdict: 'missed' });
    expect(await state()).toMatchObject({
      state: 'partly_published',
      hold: null,
      code: 'missed',
      error: expect.stringMatching(/^Part 2: due at .* UTC, and overdue .* It was not sent: retry it/),
    });
    expect(await claim(1)).toMatchObject({ verdict: 'ended', state: 'partly_published' });
    expect(await sql(crier, 'select kind from notification where post_id = $1', [id])).toEqual([
      { kind: 'partly_published' },
    ]);
    expect(await row()).toMatchObject({ status: 'ended', outcome: 'partly_published' });
  });

  it('is sent when a person retries the thread after that', async () => {
    await outSince(60 + 24 * 60 + 1);
    await claim(1);
    expect((await crier.call('POST', `/posts/${id}/retry`)).status).toBe(201);
    expect(await claim(1)).toMatchObject({ verdict: 'claimed' });
  });

  it('is sent, however late, when a person resumes after a freeze', async () => {
    await sql(crier, "update organization set frozen_at = now(), frozen_reason = 'a test' where id = $1", [
      crier.organizationId,
    ]);
    await outSince(60 + 24 * 60 + 1);
    expect(await claim(1)).toMatchObject({ verdict: 'held', hold: 'frozen' });
    await resume(crier.context, { organizationId: crier.organizationId }, { action: 'now' });
    expect(await claim(1)).toMatchObject({ verdict: 'claimed' });
  });

  it('can be cancelled while it waits: what is published stays, and its run is notified', async () => {
    expect(await crier.call('DELETE', `/posts/${id}`)).toMatchObject({
      status: 200,
      body: { status: 'partly_published' },
    });
    expect(await state()).toMatchObject({ state: 'partly_published', code: 'dropped' });
    expect(await sql(crier, 'select kind from outbox where post_id = $1', [id])).toEqual([
      { kind: 'sync_post' },
    ]);
    await outSince(61);
    expect(await claim(1)).toMatchObject({ verdict: 'cancelled' });
  });

  it('cannot be cancelled once it is sent', async () => {
    await outSince(61);
    await claim(1);
    expect((await crier.call('DELETE', `/posts/${id}`)).status).toBe(409);
  });
});
