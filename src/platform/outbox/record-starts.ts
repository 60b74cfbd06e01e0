/** Records that groups have their run: those that were started while a record was being written, together. */
import type { Database, Statement } from '../database.ts';

/** A group whose run is there. */
export interface StartedGroup {
  readonly groupId: string;
  readonly storeId: string;
  /** The posts that its run knows, with the revision that it knows. */
  readonly posts: readonly { readonly postId: string; readonly revision: number }[];
}

// The line of the timeline is written once for each store: when the group was not yet started in this one.
// Nobody waits for the disk: when a power cut takes the record back, the message is there again, and the
// relay finds the run.
const STARTED: Statement = {
  name: 'dispatch-started',
  text: `with
    run as (
      select * from jsonb_to_recordset($1) as r("groupId" uuid, "storeId" text, posts jsonb)
    ),
    known as (
      select distinct "groupId", t."postId", t.revision
      from run, jsonb_to_recordset(posts) as t("postId" uuid, revision int)
    ),
    -- In one order, so that two records cannot wait for each other.
    locked as (
      select g.id, "storeId"
      from post_group g
      join run on run."groupId" = g.id
      where g.run_store_id is distinct from "storeId"
      order by g.id
      for no key update of g
    ),
    started as (
      update post_group
      set run_store_id = "storeId", run_started_at = now(), checked_at = null
      from locked
      where post_group.id = locked.id
      returning post_group.id
    ),
    event as (
      insert into post_event (post_id, kind)
      select "postId", 'workflow_started'
      from known
      join started on started.id = known."groupId"
    ),
    delivered as (
      delete from outbox
      using run
      where post_group_id = run."groupId" and kind = 'start_group'
    )
    select post_id as "postId", set_config('synchronous_commit', 'off', true) as commit
    from (
      select null::uuid as post_id
      union all
      select known."postId"
      from known
      left join post p on p.id = known."postId"
      where p.revision is distinct from known.revision
    ) as changed`,
};

interface Waiting extends StartedGroup {
  done(changed: readonly string[]): void;
  failed(error: unknown): void;
}

/** Of each database, what waits to be recorded; absent while nothing is being written. */
const waiting = new WeakMap<Database, Waiting[]>();

/**
 * Records the start and deletes its message.
 *
 * @returns the posts that are gone, or have changed since the revision that the run knows
 */
export function recordStart(database: Database, group: StartedGroup): Promise<readonly string[]> {
  return new Promise((done, failed) => {
    const others = waiting.get(database);
    const one = { ...group, done, failed };
    if (others) others.push(one);
    else void writeAll(database, one);
  });
}

async function writeAll(database: Database, first: Waiting): Promise<void> {
  for (let batch = [first]; batch.length > 0; batch = waiting.get(database) ?? []) {
    waiting.set(database, []);
    await write(database, batch);
  }
  waiting.delete(database);
}

async function write(database: Database, batch: readonly Waiting[]): Promise<void> {
  try {
    const runs = batch.map(({ groupId, storeId, posts }) => ({
      groupId,
      storeId,
      posts: posts.map(({ postId, revision }) => ({ postId, revision })),
    }));
    const rows = await database.query<{ postId: string | null }>(STARTED, [JSON.stringify(runs)]);
    const changed = new Set(rows.map((row) => row.postId));
    for (const { posts, done } of batch) done(posts.map((p) => p.postId).filter((id) => changed.has(id)));
  } catch (error) {
    for (const { failed } of batch) failed(error);
  }
}
