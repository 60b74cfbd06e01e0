/**
 * The orchestrator of v1 from v2.12.0 on, for tests: runs on a real Temporal server, in a namespace of
 * their own. Looked up in v2.12.0 and v2.21.4 (`workflow`), v2.21.8 and v2.23.0 (`workflow-later`):
 *
 * - What starts a post: when it is made or moved, the run `post_<id>` on the task queue `main`, with the
 *   search attributes `postId` and `organizationId` (`posts.service.ts`, startWorkflow). Its type is
 *   `postWorkflowV101`, from v2.21.6 on `V102`, from v2.21.8 on `V105`, in v2.23.0 `V106`; each older type
 *   stays in the worker, and goes on with what it has started (`workflows/index.ts`).
 * - Where it publishes: an activity on the task queue that is called after the network, up to its first
 *   hyphen. Namespace `TEMPORAL_NAMESPACE`, else `default`; from v2.20.0 on `TEMPORAL_TLS` and
 *   `TEMPORAL_API_KEY` (`temporal/temporal.module.ts`).
 * - What is read before the sleep: `workflow`: the row with `deletedAt: null`, which must be `QUEUE`
 *   (`post.workflow.v1.0.1.ts` to `v1.0.4.ts`, getPostsList). `workflow-later`: the same, and for one that
 *   is deleted the state becomes `ERROR`, "No Post" (`v1.0.5.ts`, getPost).
 * - What is read after it: `workflow`: nothing. `workflow-later`: the row with `deletedAt: null`; its state
 *   is not tested; without a row, "No Post".
 * - What is tested then: the channel's `refreshNeeded` and `disabled`, as they were read. Parts of a thread
 *   are sent as they were read, each after a sleep of its delay.
 * - Series: `intervalInDays` after the start of the run, a child `post_<id>_<10 letters and digits>` with
 *   `postNow` and the search attribute `postId` alone, which reads the row with `deletedAt: null`,
 *   in any state (each `post.workflow.v1.0.*.ts`, `repeat-post`; `make.is.ts`).
 * - A failure that is neither `refresh_token` nor `bad_body` makes the row `ERROR`, and the post is tried up
 *   to four times more, each up to three times, two minutes apart. `sendWebhooks` follows when all parts are
 *   published, and then the plugs, each after its delay: other channels repost or comment (settings of the
 * post),
 *   and the channel itself does, of each active plug 6, 12 and 18 hours after the last (processPlug,
 *   processInternalPlug, which read the plug and the channels by their ids, in any state).
 * - From v2.13.0 on: `refresh_<channel>` renews a token when it expires, unless the channel is deleted or to
 *   be connected again (`refresh.token.workflow.ts`); `streak_<organisation>` mails 22 hours after a post
 *   (`streak.workflow.ts`).
 * - Repair: the run `missing-post-workflow`, when it starts and each hour: first parts that are `QUEUE`
 *   with `deletedAt: null`, due 2 hours ago to in 2 hours; from v2.21.8 on in the last 2 days. It starts
 *   `post_<id>`, or pokes one that is open (`missing.post.workflow.ts`, `post.activity.ts`,
 *   `posts.repository.ts`).
 * - A restarted orchestrator goes on with every open run where it was.
 *
 * The runs here have no search attributes: a namespace knows new ones only after some time.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker, bundleWorkflowCode, type WorkflowBundle } from '@temporalio/worker';
import { ensureNamespace } from '../../../temporal/client.ts';
import { QUIET, installQuietRuntime } from '../../test/quiet-temporal.ts';
import { takeReadyMade, uniqueName } from '../../test/ready-made.ts';
import type { V1Source } from './make-source.ts';
import { DUE_POST, actAs, plugsOf, type DuePost, type Plug, type PostPublisher } from './queue.ts';
import type { PostInput } from './workflows.ts';

/** `workflow` up to v2.21.7, `workflow-later` from v2.21.8 on. */
export type TemporalAge = 'workflow' | 'workflow-later';

/** A post as its activities read it. */
export interface QueuedPost extends DuePost {
  readonly state: string;
  readonly dueMs: number;
  readonly intervalInDays: number | null;
  readonly refreshNeeded: boolean;
  readonly disabled: boolean;
}

/** What its runs call. `postSocial` sends; `updatePost` notes it. */
export interface OrchestratorActivities {
  getPost(organizationId: string, postId: string): Promise<QueuedPost | null>;
  getPostsList(organizationId: string, postId: string): Promise<QueuedPost | null>;
  postSocial(post: QueuedPost): Promise<string>;
  updatePost(id: string, releaseId: string): Promise<void>;
  changeState(id: string, state: string, error: string): Promise<void>;
  sendWebhooks(): Promise<void>;
  internalPlugs(organizationId: string, postId: string): Promise<InternalPlug[]>;
  globalPlugs(channel: string): Promise<Plug[]>;
  processInternalPlug(organizationId: string, plug: InternalPlug): Promise<void>;
  processPlug(plug: Plug): Promise<void>;
  getIntegrationsById(id: string, organizationId: string): Promise<{ expiresMs: number } | null>;
  refreshToken(id: string): Promise<void>;
  setStreak(organizationId: string, type: 'start' | 'end'): Promise<void>;
  sendEmailAsync(organizationId: string): Promise<void>;
  searchForMissingThreeHoursPosts(): Promise<void>;
}

/** Another channel that is to repost or comment. */
export interface InternalPlug {
  readonly integration: string;
  readonly delayMs: number;
}

/** Where its Temporal is. */
export interface V1Temporal {
  readonly address: string;
  readonly namespace: string;
  readonly client: Client;
  readonly age: TemporalAge;
  /** A run as v1 starts it. */
  start(postId: string, organizationId: string): Promise<void>;
  /** A run for the next date of a series, as the one before starts it. @returns its id */
  repeat(postId: string, organizationId: string): Promise<string>;
  /** What renews the token of a channel, and what mails people, as v1 starts them. @returns their ids */
  startRest(organizationId: string, channel: string): Promise<string[]>;
  close(): Promise<void>;
}

const TYPES = { workflow: 'postWorkflowV101', 'workflow-later': 'postWorkflowV105' } as const;
const MAIN = 'main';
/** A post takes less; what was killed never ends, and is cancelled then. */
const END = { shutdownGraceTime: 2000, shutdownForceTime: 10_000 } as const;
/** The network's task queue. */
const NETWORK = 'sandbox';

const ROW = `select d.*, p.state, p."intervalInDays", i."refreshNeeded", i.disabled,
    (extract(epoch from p."publishDate") * 1000)::float8 as "dueMs"
  from "Post" p join "Integration" i on i.id = p."integrationId"
  join lateral (select p.id, p.content, i.id as channel, i.token) d on true
  where p.id = $1 and p."organizationId" = $2 and p."deletedAt" is null and p."parentPostId" is null`;
const NOW = `(now() at time zone 'UTC')`;
const MISSING = {
  workflow: `between ${NOW} - interval '2 hours' and ${NOW} + interval '2 hours'`,
  'workflow-later': `between ${NOW} - interval '2 days' and ${NOW}`,
} as const;
const missingOf = (age: TemporalAge): string => `select p.id, p."organizationId" as organization
  from (${DUE_POST}) d join "Post" p on p.id = d.id
  where p.state = 'QUEUE' and p."publishDate" ${MISSING[age]}`;
const WAITING = `select id, "organizationId" as organization from "Post"
  where state = 'QUEUE' and "deletedAt" is null and "parentPostId" is null`;

interface WaitingPost {
  readonly id: string;
  readonly organization: string;
}

/** Opens a namespace of its own on the server of the tests. */
export async function openV1Temporal(
  servers: { databaseUrl: string; temporalAddress: string },
  age: TemporalAge,
): Promise<V1Temporal> {
  const connection = await Connection.connect({ address: servers.temporalAddress });
  const namespace = (await takeReadyMade(servers.databaseUrl, 'namespace').catch(() => null)) ?? uniqueName();
  const client = new Client({ connection, namespace });
  await ensureNamespace(client, namespace);
  // A call that is tried again on a closed connection throws from a timer, which nobody can catch.
  const open = new Set<Promise<void>>();
  return {
    address: servers.temporalAddress,
    namespace,
    client,
    age,
    start(postId, organizationId) {
      const started = startPost(client, TYPES[age], { postId, organizationId });
      open.add(started);
      return started.finally(() => open.delete(started));
    },
    async repeat(postId, organizationId) {
      const workflowId = `post_${postId}_${randomBytes(5).toString('hex')}`;
      await client.workflow.start(TYPES[age], {
        workflowId,
        taskQueue: MAIN,
        args: [{ taskQueue: NETWORK, postId, organizationId, postNow: true }],
      });
      return workflowId;
    },
    async startRest(organizationId, integrationId) {
      const [refresh, streak] = [`refresh_${integrationId}`, `streak_${organizationId}`];
      const args = [{ organizationId, integrationId }];
      await client.workflow.start('refreshTokenWorkflow', { workflowId: refresh, taskQueue: MAIN, args });
      await client.workflow.start('streakWorkflow', { workflowId: streak, taskQueue: MAIN, args });
      return [refresh, streak];
    },
    async close() {
      await Promise.allSettled(open);
      await connection.close();
    },
  };
}

async function startPost(
  client: Client,
  type: string,
  { postId, organizationId }: Pick<PostInput, 'postId' | 'organizationId'>,
): Promise<void> {
  await client.workflow.signalWithStart(type, {
    workflowId: `post_${postId}`,
    taskQueue: MAIN,
    signal: 'poke',
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [{ taskQueue: NETWORK, postId, organizationId }],
  });
}

/** Starts the run of each post that waits, as v1 has done when they were made. */
export async function fillV1Temporal(v1: V1Source, temporal: V1Temporal): Promise<void> {
  for (const { id, organization } of await v1.query<WaitingPost>(WAITING)) {
    await temporal.start(id, organization);
  }
}

let bundle: Promise<WorkflowBundle> | undefined;

/** One that runs. `stop` lets it finish what it has begun; after `kill` nothing is noted. */
export interface RunningOrchestrator {
  stop(): Promise<void>;
  kill(): void;
}

/** Starts the worker of the runs, that of the network, and the repair. */
export async function startOrchestrator(
  v1: V1Source,
  temporal: V1Temporal,
  { publisher, repairMs }: { publisher: PostPublisher; repairMs: number },
): Promise<RunningOrchestrator> {
  installQuietRuntime();
  const connection = await NativeConnection.connect({ address: temporal.address });
  bundle ??= bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
    logger: QUIET,
  });
  const common = {
    connection,
    namespace: temporal.namespace,
    activities: activitiesOf(v1, temporal, publisher),
  };
  const workers = [
    await Worker.create({
      ...common,
      taskQueue: MAIN,
      workflowBundle: await bundle,
      // Without a queue for each process, another one goes on at once.
      maxCachedWorkflows: 0,
      ...END,
    }),
    await Worker.create({ ...common, taskQueue: NETWORK, ...END }),
  ];
  const running = workers.map((worker) => worker.run());
  await temporal.client.workflow.start('missingPostWorkflow', {
    workflowId: 'missing-post-workflow',
    taskQueue: MAIN,
    args: [repairMs],
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  const end = async (): Promise<void> => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await Promise.allSettled(running);
    await connection.close();
  };
  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()), kill: () => void (ended ??= end()) };
}

function activitiesOf(v1: V1Source, temporal: V1Temporal, publisher: PostPublisher): OrchestratorActivities {
  const read = async (organizationId: string, postId: string): Promise<QueuedPost | null> =>
    (await v1.query<QueuedPost>(ROW, [postId, organizationId]))[0] ?? null;
  return {
    getPost: read,
    getPostsList: read,
    postSocial: (post) => Promise.race([publisher.send(post), Context.current().cancelled]),
    updatePost: (id, releaseId) => Promise.race([publisher.note(id, releaseId), Context.current().cancelled]),
    async changeState(id, state, error) {
      await v1.query(
        `update "Post" set state = $2::"State", error = $3, "updatedAt" = ${NOW} where id = $1`,
        [id, state, error],
      );
    },
    sendWebhooks: async () => undefined,
    ...plugActivities(v1, publisher),
    ...otherActivities(v1),
    async searchForMissingThreeHoursPosts() {
      for (const { id, organization } of await v1.query<WaitingPost>(missingOf(temporal.age))) {
        await temporal.start(id, organization);
      }
    },
  };
}

const INTERNAL = `select p.settings from "Post" p where p.id = $1 and p."organizationId" = $2`;
const CHANNEL = `select (extract(epoch from "tokenExpiration") * 1000)::float8 as "expiresMs" from "Integration"
  where id = $1 and "organizationId" = $2 and "deletedAt" is null and not "inBetweenSteps" and not "refreshNeeded"`;
const LOOKS = [1, 2, 3] as const;

function plugActivities(
  v1: V1Source,
  publisher: PostPublisher,
): Pick<OrchestratorActivities, 'internalPlugs' | 'globalPlugs' | 'processInternalPlug' | 'processPlug'> {
  return {
    // `plug--<name>--integrations` and `plug--<name>--delay` (posts.service.ts, checkInternalPlug).
    async internalPlugs(organizationId, postId) {
      const [row] = await v1.query<{ settings: string }>(INTERNAL, [postId, organizationId]);
      const settings = JSON.parse(row?.settings ?? '{}') as Record<string, unknown>;
      return Object.entries(settings).flatMap(([key, value]) => {
        const name = /^plug--(.+)--integrations$/.exec(key)?.[1];
        if (name === undefined || !Array.isArray(value)) return [];
        const delayMs = Number(settings[`plug--${name}--delay`]);
        return (value as { id: string }[]).map(({ id }) => ({ integration: id, delayMs }));
      });
    },
    globalPlugs: async (channel) =>
      (await plugsOf(v1, channel)).flatMap(({ plugId, delayMs }) =>
        LOOKS.map((n) => ({ plugId, delayMs: delayMs * n })),
      ),
    async processInternalPlug(_organizationId, { integration }) {
      await publisher.act?.(integration, '');
    },
    processPlug: ({ plugId }) => actAs(v1, publisher, { plugId, releaseId: '' }),
  };
}

function otherActivities(
  v1: V1Source,
): Pick<OrchestratorActivities, 'getIntegrationsById' | 'refreshToken' | 'setStreak' | 'sendEmailAsync'> {
  return {
    getIntegrationsById: async (id, organizationId) =>
      (await v1.query<{ expiresMs: number }>(CHANNEL, [id, organizationId]))[0] ?? null,
    refreshToken: async () => undefined,
    setStreak: async () => undefined,
    sendEmailAsync: async () => undefined,
  };
}
