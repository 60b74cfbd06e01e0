/** Starts the run of a create-post request. Every step may be repeated. */
import type { Client } from '@temporalio/client';
import { EARLY_MS } from '../../../temporal/contract/bounds.ts';
import {
  publishWorkflowId,
  type PublishPostInput,
  type PublishTarget,
  type RowChanged,
} from '../../../temporal/contract/publish-post.ts';
import { WORKFLOW_QUEUE } from '../../../temporal/contract/queues.ts';
import { SEARCH_KEYS } from '../../../temporal/contract/search-attributes.ts';
import type { Database } from '../database.ts';
import type { Config } from '../config/config.ts';
import { beginNow, type Publish, type StartOptions } from './message-run.ts';
import { readGroup, type GroupTarget } from './read-group.ts';
import { recordNothing, recordStart } from './record-starts.ts';
import { namesOfRequest } from '../../../temporal/run-words.ts';

export type { GroupTarget } from './read-group.ts';

/** The tools of a delivery to Temporal; API and worker both have them. */
export interface DispatchDeps {
  readonly database: Database;
  readonly temporal: Client;
  /** The database's clock, by which dates are kept. */
  now(): Promise<Date>;
  readonly config: Pick<Config, 'FRONTEND_URL' | 'TEMPORAL_POST_TEXT'>;
}

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
 * Temporal begins the run shortly before the first date: until then it costs one row and one timer there, and
 * no worker anything. A message begins it at once.
 *
 * @param options.known the waiting targets, when they were stored a moment ago; otherwise they are read
 * @param options.message sent to the run, whether it is started now or was running
 * @throws the gRPC error when Temporal cannot be reached; the outbox row stays
 */
export async function startGroup(
  deps: DispatchDeps,
  groupId: string,
  storeId: string,
  options: { message?: RowChanged; known?: readonly GroupTarget[] } = {},
): Promise<boolean> {
  const { database, temporal, config } = deps;
  const posts = options.known ?? (await readGroup(deps, groupId));
  const [targets, others] = [posts.filter((p) => p.waits !== false), posts.filter((p) => p.waits === false)];
  const first = targets[0];
  if (!first) {
    if (!options.message) await recordNothing(database, groupId);
    return false;
  }
  const { organizationId, atOnce } = first;
  const { attributes, ...names } = namesOfRequest(targets, { web: config.FRONTEND_URL, others });
  const dueMs = Math.min(...targets.map((t) => t.dueMs));
  const input: PublishPostInput = {
    groupId,
    organizationId,
    targets: targets.map(ofRun),
    eventsPerRun: EVENTS_PER_RUN,
    beginsEarly: true,
  };
  const start: StartOptions = {
    workflowId: publishWorkflowId(groupId),
    taskQueue: WORKFLOW_QUEUE,
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    args: [input],
    // The run's activities inherit both: no organisation's backlog holds up the posts of another.
    priority: { priorityKey: atOnce ? PRIORITY.atOnce : PRIORITY.scheduled, fairnessKey: organizationId },
    ...names,
    typedSearchAttributes: [
      ...attributes,
      { key: SEARCH_KEYS.organization, value: organizationId },
      { key: SEARCH_KEYS.providers, value: [...new Set(targets.map((t) => t.provider))] },
      { key: SEARCH_KEYS.publishAt, value: new Date(dueMs) },
    ],
  };
  if (options.message) await beginNow(temporal, start, options.message);
  else {
    const startDelay = Math.max(0, dueMs - (await deps.now()).getTime() - EARLY_MS);
    await temporal.workflow.start<Publish>('PublishPostWorkflow', { ...start, startDelay });
  }
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
