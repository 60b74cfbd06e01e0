/** Records that groups have their run: those that were started while a record was being written, together. */
import type { Database, Statement } from '../database.ts';
import { inBatches } from '../in-batches.ts';

/** A group whose run is there, and the posts that the run knows, with their revisions. */
export interface StartedGroup {
  readonly groupId: string;
  readonly storeId: string;
  readonly posts: readonly { readonly postId: string; readonly revision: number }[];
}

// The line of the timeline is written once for each store: when the group was not yet started in this one.
// Where a post was changed before its run was there, its change found no run; the relay notifies it. Nobody
// waits for the disk: when a power cut takes the record back, the message is there again, and the relay finds
// the run.
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
    -- Nobody waits for a row that another transaction holds: its group is left to the relay.
    free_group as (
      select id
      from post_group
      where id in (select "groupId" from run)
      order by id
      for no key update skip locked
    ),
    free_post as (
      select id
      from post
      where id in (select "postId" from known)
      order by id
      for key share skip locked
    ),
    ready as (
      select distinct "groupId", "storeId"
      from run
      join free_group on free_group.id = "groupId"
      where not exists (
        select from known
        join post p on p.id = "postId"
        where known."groupId" = run."groupId" and p.id not in (select id from free_post)
      )
    ),
    started as (
      update post_group
      set run_store_id = "storeId", run_started_at = now(), checked_at = null
      from ready
      where post_group.id = "groupId" and run_store_id is distinct from "storeId"
      returning post_group.id
    ),
    event as (
      insert into post_event (post_id, kind)
      select "postId", 'workflow_started'
      from known
      join started on started.id = known."groupId"
    ),
    changed as (
      insert into outbox (id, kind, post_group_id, post_id)
      select gen_random_uuid(), 'sync_post', p.post_group_id, p.id
      from known
      join ready using ("groupId")
      join post p on p.id = known."postId" and p.revision <> known.revision
    ),
    gone as (
      insert into outbox (id, kind, subject_id)
      select gen_random_uuid(), 'end_group', "groupId"
      from run
      where not exists (select from post_group g where g.id = run."groupId")
    ),
    delivered as (
      delete from outbox
      using ready
      where post_group_id = "groupId" and kind = 'start_group'
    )
    select set_config('synchronous_commit', 'off', true)`,
};

/** Records the start, and deletes its message; the relay repeats both where a row was held. */
export const recordStart = inBatches((database: Database, batch: readonly StartedGroup[]) =>
  database.query(STARTED, [JSON.stringify(batch)]),
);

// A start whose answer was lost may have made a run: it is notified of what was changed before it was there.
const NOTHING_TO_START: Statement = {
  name: 'dispatch-nothing',
  text: `with changed as (
      insert into outbox (id, kind, post_group_id, post_id)
      select gen_random_uuid(), 'sync_post', post_group_id, id
      from post
      where post_group_id = $1 and revision > 1
    )
    delete from outbox where post_group_id = $1 and kind = 'start_group'`,
};

/** Deletes the message of a group in which nothing waits any more. */
export const recordNothing = (database: Database, groupId: string): Promise<unknown> =>
  database.query(NOTHING_TO_START, [groupId]);
