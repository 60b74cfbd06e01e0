/** What the ledger says of a post that a worker has: decides what a person may still do about it. */
import type { EntityManager } from '../platform/database.ts';

// Sent, with an open answer; or to be sent once more, because the network takes the same request only once.
const MAY_BE_OUT = `(
        a.phase = 'sent'
        or a.phase = 'intent' and a.evidence @> '[{"verdict": "repeatable"}]'
      )`;

/**
 * Whether a send of the post is under way, or one was repeated: from there on nobody can say that nothing is
 * out. Before that, a worker that prepares it finds the row changed and sends nothing.
 */
export async function mayBeOut(tx: EntityManager, { id }: { id: string }): Promise<boolean> {
  const rows: unknown[] = await tx.execute(
    `select 1
    from publish_attempt a
    join post_item i on i.id = a.post_item_id
    join post p on p.id = i.post_id and p.revision = a.revision
    where i.post_id = ?
      and ${MAY_BE_OUT}`,
    [id],
  );
  return rows.length > 0;
}

/**
 * Whether a send of the post is so long ago that whatever should have settled it is broken: every call,
 * lookup and poll has its own, shorter bound.
 */
export async function isStuck(tx: EntityManager, { id }: { id: string }): Promise<boolean> {
  const rows: unknown[] = await tx.execute(
    `select 1
    from publish_attempt a
    join post_item i on i.id = a.post_item_id
    join post p on p.id = i.post_id and p.revision = a.revision
    where i.post_id = ?
      and ${MAY_BE_OUT}
      and coalesce(a.sent_at, a.started_at) < clock_timestamp()
        - case when p.state = 'processing' then interval '3 hours' else interval '1 hour' end`,
    [id],
  );
  return rows.length > 0;
}
