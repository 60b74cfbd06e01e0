/** Starts the run of a create-post request. Every step may be repeated. */
import type { Client } from '@temporalio/client';
import { publishWorkflowId, type PublishTarget } from '../../../temporal/contract/publish-post.ts';
import { WORKFLOW_QUEUE } from '../../../temporal/contract/queues.ts';
import { SEARCH_KEYS } from '../../../temporal/contract/search-attributes.ts';
import type { StartedWorkflows } from '../../../temporal/contract/started-workflows.ts';
import type { Database, Statement } from '../database.ts';
import { publishedElsewhere } from '../published-elsewhere.ts';
import type { Config } from '../config/config.ts';
import { recordNothing, recordStart } from './record-starts.ts';
import { namesOfRequest, type NamedTarget } from '../../../temporal/run-words.ts';

/** The tools of a delivery to Temporal; API and worker both have them. */
export interface DispatchDeps {
  readonly database: Database;
  readonly temporal: Client;
  readonly config: Pick<Config, 'FRONTEND_URL' | 'TEMPORAL_POST_TEXT'>;
}

/** A target at the start of its run; `atOnce`: a person is waiting for it; `waits` = false: only named. */
export type GroupTarget = PublishTarget &
  NamedTarget & { readonly organizationId: string; readonly atOnce: boolean; readonly waits?: boolean };

const READ_GROUP: Statement = {
  name: 'dispatch-read-group',
  text: `select p.id as "postId", p.organization_id as "organizationId", i.provider, p.revision,
      (extract(epoch from p.publish_at) * 1000)::float8 as "dueMs",
      p.publish_at <= greatest(g.created_at, p.decided_at) as "atOnce",
      o.name as organization, i.name as channel,
      p.state in ('scheduled', 'publishing', 'processing') and p.deleted_at is null as waits,
      case when $2 then
        (select left(content, 2000) from post_item where post_id = p.id order by position limit 1)
      end as content
    from post p
    join integration i on i.id = p.integration_id
    join organization o on o.id = p.organization_id
    join post_group g on g.id = p.post_group_id
    where p.post_group_id = $1
      and not ${publishedElsewhere('p.organization_id')}
    order by p.id`,
};
/**
 * Lanes of Temporal's task queues, 1 being first: posts that are published at once overtake scheduled ones.
 */
const PRIORITY = { atOnce: 2, scheduled: 3 } as const;

/**
 * A run that has more events continues as a new one. A worker replays a run's history for each of its tasks,
 * so a post that is edited every minute must not make that longer and longer.
 */
const EVENTS_PER_RUN = 500;

/**
 * Starts the run of a group, or finds it running, and records in which store it was started. False when no
 * post of the group waits.
 *
 * @param options.known the waiting targets, when they were stored a moment ago; otherwise they are read
 * @throws the gRPC error when Temporal cannot be reached, WorkflowExecutionAlreadyStartedError with `FAIL`;
 * the outbox row stays
 */
export async function startGroup(
  { database, temporal, config }: DispatchDeps,
  groupId: string,
  storeId: string,
  options: { ifRunning?: 'USE_EXISTING' | 'FAIL'; known?: readonly GroupTarget[] } = {},
): Promise<boolean> {
  const read = [groupId, config.TEMPORAL_POST_TEXT];
  const posts = options.known ?? (await database.query<GroupTarget>(READ_GROUP, read));
  const [targets, others] = [posts.filter((p) => p.waits !== false), posts.filter((p) => p.waits === false)];
  const first = targets[0];
  if (!first) {
    await recordNothing(database, groupId);
    return false;
  }
  const { organizationId, atOnce } = first;
  const { attributes, ...names } = namesOfRequest(targets, { web: config.FRONTEND_URL, others });
  await temporal.workflow.start<StartedWorkflows['PublishPostWorkflow']>('PublishPostWorkflow', {
    workflowId: publishWorkflowId(groupId),
    taskQueue: WORKFLOW_QUEUE,
    workflowIdConflictPolicy: options.ifRunning ?? 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    args: [{ groupId, organizationId, targets: targets.map(ofRun), eventsPerRun: EVENTS_PER_RUN }],
    // The run's activities inherit both: no organisation's backlog holds up the posts of another.
    priority: { priorityKey: atOnce ? PRIORITY.atOnce : PRIORITY.scheduled, fairnessKey: organizationId },
    ...names,
    typedSearchAttributes: [
      ...attributes,
      { key: SEARCH_KEYS.organization, value: organizationId },
      { key: SEARCH_KEYS.providers, value: [...new Set(targets.map((t) => t.provider))] },
      { key: SEARCH_KEYS.publishAt, value: new Date(Math.min(...targets.map((t) => t.dueMs))) },
    ],
  });
  const known = targets.map(({ postId, revision }) => ({ postId, revision }));
  await recordStart(database, { groupId, storeId, posts: known });
  return true;
}

const ofRun = ({ postId, provider, revision, dueMs }: GroupTarget): PublishTarget => ({
  postId,
  provider,
  revision,
  dueMs,
});
