import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from '../../src/platform/database.ts';
import { buildPost, createOne, sql } from '../../src/test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../../src/test/instance.ts';
import { claimPart } from './claim-part.ts';

describe('a claim that waits for an edit', () => {
  let crier: TestInstance;
  let channel: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  const dueNow = async (): Promise<string> => {
    const id = await createOne(crier, buildPost(channel));
    await sql(crier, 'update post set publish_at = now() where id = $1', [id]);
    return id;
  };
  const claim = (postId: string): ReturnType<typeof claimPart> =>
    claimPart(
      crier.context.database,
      { postId, position: 0 },
      { id: randomUUID(), attemptId: randomUUID(), direct: true },
    );
  const waiting = async (): Promise<boolean> =>
    (
      await sql(
        crier,
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).length > 0;

  /** What a claim finds that began while `edit` was under way, and waited for it. */
  const claimDuring = async (
    postId: string,
    edit: (tx: EntityManager) => Promise<unknown>,
  ): ReturnType<typeof claimPart> => {
    let claimed: ReturnType<typeof claimPart> | undefined;
    await crier.context.database.fork().transactional(async (tx) => {
      await tx.execute('select 1 from post where id = ? for update', [postId]);
      claimed = claim(postId);
      await eventually('the claim waits', waiting);
      await edit(tx);
    });
    return claimed;
  };

  it('takes both the text and the revision that the edit left', async () => {
    const id = await dueNow();
    const claimed = await claimDuring(id, async (tx) => {
      await tx.execute("update post_item set content = 'Summer menu' where post_id = ?", [id]);
      await tx.execute('update post set revision = revision + 1 where id = ?', [id]);
    });
    expect(claimed).toMatchObject({ verdict: 'claimed', revision: 2, content: 'Summer menu' });
  });

  it('takes nothing when the edit made the post a draft', async () => {
    const id = await dueNow();
    const claimed = await claimDuring(id, (tx) =>
      tx.execute("update post set state = 'draft', revision = revision + 1 where id = ?", [id]),
    );
    expect(claimed).toMatchObject({ verdict: 'cancelled', state: 'draft', revision: 2 });
  });
});
