import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/platform/database.ts';
import { buildPost, buildTarget, createOne, finding, sql } from '../../src/test/factories.ts';
import { startInstance, type TestInstance } from '../../src/test/instance.ts';
import { claimPart } from './claim-part.ts';
import { confirmPart, type Confirmed } from './confirm-part.ts';
import { noteSent } from './note-sent.ts';
import type { PartKey } from './part-key.ts';
import { rejectPart } from './reject-part.ts';
import { holdPart, releasePart } from './release-part.ts';

describe('an answer that comes after the post became unconfirmed', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  /** A post of these parts, of which the first was sent, and is in doubt. */
  async function inDoubt(...parts: string[]): Promise<PartKey> {
    const value = parts.map((content) => ({ content }));
    const postId = await createOne(crier, buildPost([], { posts: [buildTarget(channel, { value })] }));
    await sql(crier, 'update post set publish_at = now() where id = $1', [postId]);
    const row = await claimPart(
      crier.context.database,
      { postId, position: 0 },
      { id: randomUUID(), attemptId: randomUUID(), direct: true },
    );
    await sql(
      crier,
      "update post set state = 'unconfirmed', error_code = 'outcome_unknown', error = 'Look' where id = $1",
      [postId],
    );
    await sql(
      crier,
      "insert into notification (organization_id, kind, post_id, content) values ($1, 'unconfirmed', $2, 'Look')",
      [crier.organizationId, postId],
    );
    return { postId, itemId: row?.itemId ?? '', revision: row?.revision ?? 0, position: 0 };
  }
  const hear = (key: PartKey, url = 'https://network.test/live'): Promise<Confirmed | undefined> =>
    confirmPart(crier.context.database, key, finding({ id: `live as ${key.postId}`, url, ref: null }));
  const database = (): Database => crier.context.database;
  const decide = async ({ postId }: PartKey, decision: string): Promise<void> => {
    const answer = await crier.call('POST', `/posts/${postId}/resolve`, { body: { decision } });
    expect(answer.status).toBe(201);
    await sql(crier, 'delete from outbox');
  };
  const post = async ({ postId }: PartKey): Promise<unknown> =>
    (
      await sql(crier, 'select state, error_code as code, release_url as url from post where id = $1', [
        postId,
      ])
    )[0];
  const messages = ({ postId }: PartKey): Promise<unknown[]> =>
    sql(crier, 'select kind from outbox where post_id = $1', [postId]);
  const questions = ({ postId }: PartKey): Promise<unknown[]> =>
    sql(crier, 'select kind from notification where post_id = $1', [postId]);
  const LIVE = { state: 'published', code: null, url: 'https://network.test/live' };

  it('is recorded, withdraws the question, and notifies the run, which waits for a person', async () => {
    const key = await inDoubt('One');
    expect(await hear(key)).toMatchObject({ nextDelayMs: null });
    expect(await post(key)).toEqual(LIVE);
    expect(await questions(key)).toEqual([]);
    expect(await messages(key)).toEqual([{ kind: 'sync_post' }]);
    expect(await hear(key)).toBeUndefined();
  });

  it('is recorded without a URL that a page must not link to', async () => {
    const key = await inDoubt('One');
    await hear(key, 'javascript:alert(1)');
    expect(await post(key)).toEqual({ ...LIVE, url: null });
  });

  it('lets the thread go on, in a state that a claim can take', async () => {
    const key = await inDoubt('One', 'Two');
    await hear(key);
    expect(await post(key)).toEqual({ ...LIVE, state: 'publishing' });
    expect(await messages(key)).toEqual([{ kind: 'sync_post' }]);
    const next = await claimPart(
      crier.context.database,
      { postId: key.postId, position: 1 },
      { id: randomUUID(), attemptId: randomUUID(), direct: true },
    );
    expect(next?.verdict).toBe('claimed');
  });

  it('puts right a person who had dropped the post', async () => {
    const key = await inDoubt('One');
    await decide(key, 'drop');
    await hear(key);
    expect(await post(key)).toEqual(LIVE);
    expect(await messages(key)).toEqual([{ kind: 'sync_post' }]);
  });

  it('leaves the rest of a dropped thread unsent', async () => {
    const key = await inDoubt('One', 'Two');
    await decide(key, 'drop');
    await hear(key);
    expect(await post(key)).toEqual({ ...LIVE, state: 'partly_published', code: 'dropped' });
  });

  it('stops a second send that a person has asked for and that nobody has begun', async () => {
    const key = await inDoubt('One');
    await decide(key, 'resend');
    await hear(key);
    expect(await post(key)).toEqual(LIVE);
    const again = await claimPart(
      crier.context.database,
      { postId: key.postId, position: 0 },
      { id: randomUUID(), attemptId: randomUUID(), direct: true },
    );
    expect(again).toMatchObject({ verdict: 'published', published: { id: `live as ${key.postId}` } });
  });

  it('notifies nobody when it comes in time', async () => {
    const key = await inDoubt('One');
    await sql(crier, "update post set state = 'publishing' where id = $1", [key.postId]);
    await hear(key);
    expect(await messages(key)).toEqual([]);
  });

  it('notifies the run when its worker was taken for dead meanwhile, since the run waits for looks then', async () => {
    const key = await inDoubt('One', 'Two');
    await sql(crier, "update post set state = 'publishing' where id = $1", [key.postId]);
    const seen = await claimPart(
      crier.context.database,
      { postId: key.postId, position: 0 },
      { id: randomUUID(), attemptId: randomUUID(), direct: true },
    );
    expect(seen?.verdict).toBe('sent');
    await hear(key);
    expect(await messages(key)).toEqual([{ kind: 'sync_post' }]);
  });

  const LATE: readonly (readonly [string, (key: PartKey, fence: string) => Promise<unknown>])[] = [
    [
      'a rejection',
      (key, fence) => rejectPart(database(), key, fence, { code: 'rejected', message: 'No', answered: true }),
    ],
    [
      'that it is processed',
      (key, fence) => noteSent(database(), key, fence, { kind: 'processing', ref: 1, detail: {} }),
    ],
    [
      'that it is lost',
      (key, fence) => noteSent(database(), key, fence, { kind: 'outcome_unknown', detail: {} }),
    ],
    [
      'that it never began',
      (key, fence) => releasePart(database(), key, fence, { kind: 'will_retry', detail: {} }),
    ],
    ['a limit', (key, fence) => releasePart(database(), key, fence, { kind: 'rate_limited', detail: {} })],
    ['that its channel is gone', (key, fence) => holdPart(database(), key, fence, {})],
  ];

  it.each(LATE)(
    'notifies the run, with any content: %s; and nobody when it comes in time',
    async (_, answer) => {
      for (const isLate of [true, false]) {
        const key = await inDoubt('One');
        await sql(crier, "update post set state = 'publishing' where id = $1", [key.postId]);
        await sql(
          crier,
          'update publish_attempt set lost_at = case when $2 then now() end where post_item_id = $1',
          [key.itemId, isLate],
        );
        const [attempt] = await sql<{ fence: string }>(
          crier,
          'select fence from publish_attempt where post_item_id = $1',
          [key.itemId],
        );
        await answer(key, attempt?.fence ?? '');
        expect(await messages(key)).toEqual(isLate ? [{ kind: 'sync_post' }] : []);
      }
    },
  );
});
