/**
 * Delivers what the database says to Temporal: starts a group's run, or tells a run about a changed row.
 * Every step may repeat.
 */
import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  type Client,
  type WorkflowHandle,
} from '@temporalio/client';
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import {
  CANCEL_UPDATE,
  RESCHEDULE_UPDATE,
  RESOLVE_UPDATE,
  WAKE_UPDATE,
  WORKFLOW_QUEUE,
  describeRequest,
  publishWorkflowId,
  type CancelMessage,
  type PublishTarget,
  type RescheduleMessage,
  type ResolveMessage,
  type StartedWorkflows,
  type WakeMessage,
} from '../../temporal/contract.ts';
import type { Database, Statement } from '../platform/database.ts';

/** What dispatching needs; API and worker both have it. */
export interface DispatchDeps {
  readonly database: Database;
  readonly temporal: Client;
}

const READ_GROUP: Statement = {
  name: 'dispatch-read-group',
  text: `select p.id as "postId", p.organization_id as "organizationId", i.provider, p.revision, (extract(epoch from p.publish_at) * 1000)::float8 as "dueMs",
      p.publish_at <= g.created_at as "atOnce"
    from post p join integration i on i.id = p.integration_id join post_group g on g.id = p.post_group_id
    where p.post_group_id = $1 and p.state in ('scheduled', 'publishing', 'processing') and p.deleted_at is null order by p.id`,
};
const STARTED: Statement = {
  name: 'dispatch-started',
  text: `with g as (update post_group set run_store_id = $2, run_started_at = now(), checked_at = null where id = $1 and run_store_id is distinct from $2 returning id),
    e as (insert into post_event (post_id, kind) select unnest($3::uuid[]), 'workflow_started' where exists (select 1 from g))
    delete from outbox where post_group_id = $1 and kind = 'start_group'`,
};
const NOTHING_TO_START: Statement = {
  name: 'dispatch-nothing',
  text: "delete from outbox where post_group_id = $1 and kind = 'start_group'",
};

/** A target as its run is started; `atOnce` = somebody waits for it. */
export type GroupTarget = PublishTarget & { readonly organizationId: string; readonly atOnce: boolean };

/** Lanes of Temporal's task queues (1 is first): somebody waits for a post that goes out at once. */
const PRIORITY = { atOnce: 2, scheduled: 3 } as const;

const PROVIDER_KEY = defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD_LIST);
const ORGANIZATION_KEY = defineSearchAttributeKey('OrganizationId', SearchAttributeType.KEYWORD);
const PUBLISH_AT_KEY = defineSearchAttributeKey('PublishAt', SearchAttributeType.DATETIME);

/**
 * Starts the run of a group, or finds it running; then records in which store it was started. False = nothing
 * waits in it.
 *
 * @param options.known the waiting targets, when they were stored a moment ago; read from the database
 * otherwise
 * @throws the gRPC error when Temporal cannot be reached, WorkflowExecutionAlreadyStartedError with `FAIL`;
 * the outbox row stays
 */
export async function startGroup(
  { database, temporal }: DispatchDeps,
  groupId: string,
  storeId: string,
  options: { ifRunning?: 'USE_EXISTING' | 'FAIL'; known?: readonly GroupTarget[] } = {},
): Promise<boolean> {
  const targets = options.known ?? (await database.query<GroupTarget>(READ_GROUP, [groupId]));
  const first = targets[0];
  if (!first) {
    await database.query(NOTHING_TO_START, [groupId]);
    return false;
  }
  await temporal.workflow.start<StartedWorkflows['PublishPostWorkflow']>('PublishPostWorkflow', {
    workflowId: publishWorkflowId(groupId),
    taskQueue: WORKFLOW_QUEUE,
    workflowIdConflictPolicy: options.ifRunning ?? 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    args: [
      {
        groupId,
        organizationId: first.organizationId,
        targets: targets.map(({ organizationId: _, atOnce: __, ...target }) => target),
      },
    ],
    // Its activities inherit both: no organisation's backlog holds up another's post, none holds up what goes
    // out at once.
    priority: {
      priorityKey: first.atOnce ? PRIORITY.atOnce : PRIORITY.scheduled,
      fairnessKey: first.organizationId,
    },
    staticSummary: describeRequest(targets),
    typedSearchAttributes: [
      { key: ORGANIZATION_KEY, value: first.organizationId },
      { key: PROVIDER_KEY, value: [...new Set(targets.map((t) => t.provider))] },
      { key: PUBLISH_AT_KEY, value: new Date(Math.min(...targets.map((t) => t.dueMs))) },
    ],
  });
  await database.query(STARTED, [groupId, storeId, targets.map((t) => t.postId)]);
  return true;
}

/**
 * Starts many groups, some at a time and in the order given (the soonest first); returns how many had
 * something to start.
 */
export async function startGroups(
  deps: DispatchDeps,
  groupIds: readonly string[],
  storeId: string,
): Promise<number> {
  const waiting = [...groupIds];
  let started = 0;
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id; id = waiting.shift()) {
      if (await startGroup(deps, id, storeId)) started++;
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return started;
}

const READ_POST: Statement = {
  name: 'dispatch-read-post',
  text: `select post_group_id as "groupId", state, revision, deleted_at is not null as deleted, (extract(epoch from publish_at) * 1000)::float8 as "dueMs" from post where id = $1`,
};
interface ChangedPost {
  readonly groupId: string;
  readonly state: string;
  readonly deleted: boolean;
  readonly revision: number;
  readonly dueMs: number;
}

// Only while the row is as it was told: a change made meanwhile has a message of its own.
const SYNCED: Statement = {
  name: 'dispatch-synced',
  text: "delete from outbox where post_id = $1 and kind = 'sync_post' and exists (select 1 from post where id = $1 and revision = $2)",
};
const WOKEN: Statement = { name: 'dispatch-woken', text: 'delete from outbox where id = $1' };

/**
 * Tells the run of a post what its row says now: a new date, that it is cancelled, what a person decided. A
 * run that is gone is started anew when something is left to publish. A refusal by the run (finished, newer
 * revision known) means that nothing is left to tell.
 */
export async function syncPost(deps: DispatchDeps, postId: string, storeId: string): Promise<void> {
  const post = await tell(deps, { postId, send: sendUpdate }, storeId);
  if (post) await deps.database.query(SYNCED, [postId, post.revision]);
}

/**
 * Tells the run of a held post that what held it is over; `messageId` is the row of the outbox. The rest as
 * above.
 */
export async function wakePost(
  deps: DispatchDeps,
  { messageId, postId }: { messageId: string; postId: string },
  storeId: string,
): Promise<void> {
  await tell(deps, { postId, send: wake }, storeId);
  await deps.database.query(WOKEN, [messageId]);
}

/** Undefined when the post is gone, and its messages with it. */
async function tell(
  deps: DispatchDeps,
  { postId, send }: { postId: string; send: typeof sendUpdate },
  storeId: string,
): Promise<ChangedPost | undefined> {
  const post = (await deps.database.query<ChangedPost>(READ_POST, [postId]))[0];
  if (!post) return undefined;
  try {
    await send(deps.temporal, postId, post);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) {
      // A run that somebody started meanwhile may know the date of before: throws, and the relay comes back
      // to tell it.
      if (post.state === 'scheduled' || post.state === 'publishing') {
        await startGroup(deps, post.groupId, storeId, { ifRunning: 'FAIL' });
      }
    } else if (!(error instanceof WorkflowUpdateFailedError)) throw error;
  }
  return post;
}

const handleOf = (temporal: Client, { groupId }: ChangedPost): WorkflowHandle =>
  temporal.workflow.getHandle(publishWorkflowId(groupId));

async function wake(temporal: Client, postId: string, post: ChangedPost): Promise<void> {
  await handleOf(temporal, post).executeUpdate<void, [WakeMessage]>(WAKE_UPDATE, { args: [{ postId }] });
}

async function sendUpdate(temporal: Client, postId: string, post: ChangedPost): Promise<void> {
  const { revision, state } = post;
  const handle = handleOf(temporal, post);
  const updateId = `${postId}:${revision}:${state}`;
  const decision = decisionOf(post);
  if (decision) {
    await handle.executeUpdate<void, [ResolveMessage]>(RESOLVE_UPDATE, {
      updateId,
      args: [{ postId, decision }],
    });
  } else if (state === 'scheduled') {
    await handle.executeUpdate<void, [RescheduleMessage]>(RESCHEDULE_UPDATE, {
      updateId,
      args: [{ postId, dueMs: post.dueMs, revision }],
    });
  }
  // A thread that waited between two parts, or a lost post that is left as it is, ended in the row already.
  else if (['cancelled', 'draft', 'failed', 'partly_published'].includes(state)) {
    await handle.executeUpdate<void, [CancelMessage]>(CANCEL_UPDATE, {
      updateId,
      args: [{ postId, revision }],
    });
  }
}

/**
 * What a run that waits for a person hears; any other run refuses it. Nobody will decide about a post that
 * was deleted.
 */
function decisionOf({ state, deleted }: ChangedPost): ResolveMessage['decision'] | null {
  if (state === 'published') return 'published';
  if (state === 'publishing') return 'resend';
  return state === 'unconfirmed' && deleted ? 'drop' : null;
}
