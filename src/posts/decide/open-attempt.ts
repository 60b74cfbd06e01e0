import { MAY_BE_OUT_SQL, phaseIsOpenSql } from '../../platform/attempt-phase.ts';
import type { EntityManager } from '../../platform/database.ts';

/**
 * Whether a send of the post is so long ago that something which should have settled it must be broken: every
 * call, lookup and poll has its own, shorter bound.
 */
export async function isStuck(tx: EntityManager, { id }: { id: string }): Promise<boolean> {
  const rows: unknown[] = await tx.execute(
    `select 1
    from post p
    join post_item i on i.post_id = p.id
    join publish_attempt a on a.post_item_id = i.id and a.revision = p.revision and ${phaseIsOpenSql('a.phase')}
    where p.id = ?
      and ${MAY_BE_OUT_SQL}
      and coalesce(a.sent_at, a.started_at) < clock_timestamp()
        - case when p.state = 'processing' then interval '3 hours' else interval '1 hour' end`,
    [id],
  );
  return rows.length > 0;
}
