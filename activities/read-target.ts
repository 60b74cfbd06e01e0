/** Reads what the row of a post means for the run that publishes it. */
import type { Database, Statement } from '../src/platform/database.ts';
import { FINAL_STATES, type PostState } from '../temporal/contract/post-states.ts';
import type { TargetRef, TargetRow } from '../temporal/contract/publish-post.ts';
import { PART_DUE } from './ledger/part-due.ts';

interface Row {
  readonly provider: string;
  readonly state: PostState;
  readonly deleted: boolean;
  readonly revision: number;
  readonly url: string | null;
  readonly latenessMs: number | null;
  readonly part: number;
  readonly waitMs: number;
}

const READ_TARGET: Statement = {
  name: 'read-target',
  text: `select i.provider, p.state, p.deleted_at is not null as deleted, p.revision,
      p.release_url as url, p.lateness_ms as "latenessMs",
      coalesce(it.position, 0) as part,
      greatest(0, ceil(extract(epoch from coalesce(it.due, p.publish_at) - clock_timestamp()) * 1000))::float8
        as "waitMs"
    from post p
    join integration i on i.id = p.integration_id
    -- The first part that is not published.
    left join lateral (
      select it.position, ${PART_DUE} as due
      from post_item it
      where it.post_id = p.id and it.published_at is null
      order by it.position
      limit 1
    ) it on true
    where p.id = $1 and p.post_group_id = $2`,
};

const isFinal = (state: PostState): state is (typeof FINAL_STATES)[number] =>
  FINAL_STATES.some((final) => final === state);

/** The core activity `readTarget`. */
export async function readTarget(database: Database, { postId, groupId }: TargetRef): Promise<TargetRow> {
  const [row] = await database.query<Row>(READ_TARGET, [postId, groupId]);
  if (!row) return { status: 'gone' };
  const { state, deleted, provider, revision, part, waitMs, url, latenessMs } = row;
  if (!deleted && state === 'unconfirmed') return { status: state, provider, revision, part, waitMs };
  // A draft has no run; a deleted post that was still waiting is cancelled.
  if (deleted || state === 'draft' || isFinal(state)) {
    return { status: 'ended', outcome: isFinal(state) ? state : 'cancelled', revision, url, latenessMs };
  }
  return { status: 'waits', provider, revision, part, waitMs };
}
