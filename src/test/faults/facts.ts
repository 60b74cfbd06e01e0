/** Reads the facts of a world: its rows, its outbox, its runs, and the network's ledger. */
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import type { Statement } from '../../platform/database.ts';
import type { TestInstance } from '../instance.ts';
import type { Facts, PostFact, Promised } from './checker.ts';
import type { Network } from './network.ts';

const ROWS: Statement = {
  name: 'faults-rows',
  text: `select p.id as "postId", p.post_group_id as "groupId", p.state, (extract(epoch from p.publish_at) * 1000)::float8 as "publishAtMs",
    (select i.content from post_item i where i.post_id = p.id and i.position = 0) as text,
    (select count(*)::int from publish_attempt a join post_item i on i.id = a.post_item_id where i.post_id = p.id and a.phase = 'sent') as "openAttempts"
    from post p`,
};
const OUTBOX: Statement = { name: 'faults-outbox', text: 'select post_group_id as "groupId" from outbox' };

/** Posts due within this time are waited for. */
const SOON_MS = 10 * 60_000;

/**
 * Whether nothing is in progress: every row has ended or waits for a distant date, and every message is
 * delivered.
 */
export async function isQuiet(instance: TestInstance): Promise<boolean> {
  const rows = await instance.context.database.query<PostFact>(ROWS);
  if (
    rows.some(
      (r) =>
        ['publishing', 'processing'].includes(r.state) ||
        (r.state === 'scheduled' && r.publishAtMs <= Date.now() + SOON_MS),
    )
  ) {
    return false;
  }
  if ((await instance.context.database.query(OUTBOX)).length) return false;
  const ended = new Set(
    rows.filter((r) => r.state !== 'scheduled' && r.state !== 'unconfirmed').map((r) => r.groupId),
  );
  return (await openRuns(instance, [...ended])).length === 0;
}

export async function readFacts(
  instance: TestInstance,
  network: Network,
  promised: readonly Promised[],
): Promise<Facts> {
  const rows = await instance.context.database.query<PostFact>(ROWS);
  const outbox = await instance.context.database.query<{ groupId: string }>(OUTBOX);
  const groups = new Set([...rows.map((r) => r.groupId), ...(await listedGroups(instance))]);
  return {
    promised,
    rows,
    openRuns: await openRuns(instance, [...groups]),
    undelivered: outbox.map((o) => o.groupId),
    ledger: await network.ledger(),
    nowMs: Date.now(),
  };
}

/** Groups whose run is open, queried by id, ten at a time. */
export async function openRuns(instance: TestInstance, groups: readonly string[]): Promise<string[]> {
  const waiting = [...groups];
  const open: string[] = [];
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id; id = waiting.pop()) if (await isOpen(instance, id)) open.push(id);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  return open;
}

async function isOpen({ context }: TestInstance, groupId: string): Promise<boolean> {
  try {
    return (
      (await context.temporal.workflow.getHandle(publishWorkflowId(groupId)).describe()).status.name ===
      'RUNNING'
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return false;
    throw error;
  }
}

/**
 * Runs listed as open; the list may lag, so each is then queried by id. This finds runs of groups without a
 * row.
 */
async function listedGroups({ context }: TestInstance): Promise<string[]> {
  const groups: string[] = [];
  for await (const run of context.temporal.workflow.list({
    query: "WorkflowType = 'PublishPostWorkflow' and ExecutionStatus = 'Running'",
  })) {
    groups.push(run.workflowId.replace(publishWorkflowId(''), ''));
  }
  return groups;
}
