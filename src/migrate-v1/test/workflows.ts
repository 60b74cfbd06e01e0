/**
 * The runs of v1's orchestrator, written again for tests; orchestrator.ts says what was looked up. The
 * module is bundled for a worker, so it imports nothing else.
 */
import {
  ParentClosePolicy,
  defineSignal,
  proxyActivities,
  setHandler,
  sleep,
  startChild,
} from '@temporalio/workflow';
import type { OrchestratorActivities, QueuedPost } from './orchestrator.ts';

/** As v1 starts one. `postNow`: at once, and in any state; so a series goes on. */
export interface PostInput {
  /** The task queue of its network. */
  readonly taskQueue: string;
  readonly postId: string;
  readonly organizationId: string;
  readonly postNow?: boolean;
}

const LIMITS = {
  startToCloseTimeout: '10 minute',
  retry: { maximumAttempts: 3, backoffCoefficient: 1, initialInterval: '2 minutes' },
} as const;
const {
  getPost,
  getPostsList,
  updatePost,
  changeState,
  sendWebhooks,
  internalPlugs,
  globalPlugs,
  processInternalPlug,
  processPlug,
  getIntegrationsById,
  refreshToken,
  setStreak,
  sendEmailAsync,
  searchForMissingThreeHoursPosts,
} = proxyActivities<OrchestratorActivities>(LIMITS);
const TRIES = 5;
const poke = defineSignal('poke');
const DAY_MS = 86_400_000;

/** From v2.12.0 on: the row is read before the sleep, and not again. */
export async function postWorkflowV101(input: PostInput): Promise<void> {
  setHandler(poke, () => undefined);
  const startMs = Date.now();
  const post = await getPostsList(input.organizationId, input.postId);
  if (!post || (!input.postNow && post.state !== 'QUEUE')) return;
  if (!input.postNow) await sleep(Math.max(0, post.dueMs - Date.now()));
  await publish('postWorkflowV101', input, { post, startMs });
}

/** From v2.21.8 on: the row is read again after the sleep; its state is not looked at any more. */
export async function postWorkflowV105(input: PostInput): Promise<void> {
  setHandler(poke, () => undefined);
  const startMs = Date.now();
  const first = await getPost(input.organizationId, input.postId);
  if (!first) return changeState(input.postId, 'ERROR', 'No Post');
  if (!input.postNow && first.state !== 'QUEUE') return changeState(first.id, 'ERROR', 'Already posted');
  if (!input.postNow) await sleep(Math.max(0, first.dueMs - Date.now()));
  const post = await getPostsList(input.organizationId, input.postId);
  if (!post) return changeState(input.postId, 'ERROR', 'No Post');
  await publish('postWorkflowV105', input, { post, startMs });
}

async function publish(
  type: string,
  input: PostInput,
  { post, startMs }: { post: QueuedPost; startMs: number },
): Promise<void> {
  if (post.refreshNeeded || post.disabled) return;
  const { postSocial } = proxyActivities<OrchestratorActivities>({ ...LIMITS, taskQueue: input.taskQueue });
  for (let tried = 1; ; tried++) {
    try {
      await updatePost(post.id, await postSocial(post));
      break;
    } catch (error) {
      await changeState(post.id, 'ERROR', String(error));
      if (tried === TRIES) return;
    }
  }
  await sendWebhooks();
  const rest: { delayMs: number; run(): Promise<unknown> }[] = [];
  for (const plug of await internalPlugs(input.organizationId, post.id)) {
    rest.push({ delayMs: plug.delayMs, run: () => processInternalPlug(input.organizationId, plug) });
  }
  for (const plug of await globalPlugs(post.channel)) {
    rest.push({ delayMs: plug.delayMs, run: () => processPlug(plug) });
  }
  if (post.intervalInDays) {
    const delayMs = post.intervalInDays * DAY_MS - (Date.now() - startMs);
    rest.push({ delayMs, run: () => repeat(type, input) });
  }
  for (const { delayMs, run } of rest.sort((a, b) => a.delayMs - b.delayMs)) {
    await sleep(Math.max(0, delayMs));
    await run();
  }
}

const repeat = (type: string, input: PostInput): Promise<unknown> =>
  startChild(type, {
    args: [{ ...input, postNow: true }],
    workflowId: `post_${input.postId}_${Math.random().toString(36).slice(2, 12)}`,
    parentClosePolicy: ParentClosePolicy.ABANDON,
  });

/** Renews the token of a channel when it expires, again and again. */
export async function refreshTokenWorkflow(input: {
  integrationId: string;
  organizationId: string;
}): Promise<boolean> {
  for (;;) {
    const channel = await getIntegrationsById(input.integrationId, input.organizationId);
    const leftMs = channel ? Math.max(0, channel.expiresMs - Date.now()) : 0;
    if (!leftMs) return false;
    await sleep(leftMs);
    if (!(await getIntegrationsById(input.integrationId, input.organizationId))) return false;
    await refreshToken(input.integrationId);
  }
}

/** 22 hours after a post, people are asked for the next one. */
export async function streakWorkflow({ organizationId }: { organizationId: string }): Promise<void> {
  await setStreak(organizationId, 'start');
  await sleep(22 * 3_600_000);
  await sendEmailAsync(organizationId);
  await sleep(2 * 3_600_000);
  await setStreak(organizationId, 'end');
}

/** The repair: when the orchestrator starts, and each hour. */
export async function missingPostWorkflow(everyMs: number): Promise<void> {
  for (;;) {
    await searchForMissingThreeHoursPosts();
    await sleep(everyMs);
  }
}
