import { setTimeout as sleep } from 'node:timers/promises';
import { publishWorkflowId } from '../../../temporal/contract/publish-post.ts';
import { eventually } from '../instance.ts';
import { readMark } from './checker.ts';
import type { Submission } from './client.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import { addTenant, countThem, type Tenant } from './organizations.ts';
import type { World } from './world.ts';

/**
 * What a worker already has when a post comes due: 50 publishes, a few workflow tasks, and what it publishes
 * while the post's own workflow task and publish call wait for a processor.
 */
const IN_HAND = 120;

export const backlogAndOthers: Fault = {
  id: 'F32b',
  title:
    'One organisation has hundreds of posts due at once (--long: 10,000); another has one, and a person publishes now',
  promise:
    "one organisation's backlog: another's single post does not wait for it, and posts for now are published before it",
  async run(world) {
    const { processes } = world;
    const [big, small] = [await addTenant(world, 'Big'), await addTenant(world, 'Small')];
    await processes.start('api');
    const count = world.long ? 10_000 : world.size(500, 2000);
    const dueMs = Date.now() + 15_000 + count * 60;
    await big.client.createMany(count, () => ({ dueInMs: dueMs - Date.now(), on: big.sandbox }));
    const single = await small.client.create({ dueInMs: dueMs + 1500 - Date.now(), on: small.sandbox });
    if (Date.now() > dueMs) throw new Error(`this machine was too slow to create ${count} posts`);
    await processes.start('worker');
    await sleep(Math.max(0, dueMs - Date.now()) + 500);
    const now = [await publishNow(small), await publishNow(big)];
    const all = countThem(world, [big, small]);
    await eventually(
      'all are published',
      async () => (await world.network.ledger()).length >= all.length,
      120_000 + count * 100,
    );
    await world.settle(120_000);
    await mustEndAs(world, all, 'published');
    await mustPass(world, single, 'the single post of another organisation');
    for (const [i, post] of now.entries()) {
      await mustPass(world, post, `what ${i ? 'the same' : 'another'} organisation published at once`);
    }
  },
};

/** Creates one that is published at once; its date is when the request was answered. */
async function publishNow({ client, sandbox }: Tenant): Promise<Submission> {
  const draft = client.draft({ dueInMs: 0, on: sandbox });
  Object.assign(draft.body as object, { type: 'now' });
  while ((await client.again(draft)) !== 201) await sleep(250);
  return draft;
}

/** Demands that of the backlog, only what the worker already had was published in between. */
async function mustPass(world: World, { token, dueMs }: Submission, what: string): Promise<void> {
  const arrivals = (await world.network.ledger()).map((e) => ({
    token: readMark(e.text)?.token,
    at: Date.parse(e.receivedAt),
  }));
  const at = arrivals.find((e) => e.token === token)?.at ?? Infinity;
  const before = arrivals.filter((e) => e.at >= dueMs && e.at < at).length;
  const after = arrivals.filter((e) => e.at > at).length;
  world.note(
    `${what} left ${((at - dueMs) / 1000).toFixed(1)} s after its date, after ${before} of the backlog and before ${after}`,
  );
  world.note(`  ${await stepsOf(world, token)}`);
  world.must(before <= IN_HAND, `${what} waited for ${before} of the backlog`);
}

/**
 * When its run was woken, decided and was handed to a worker, in seconds after its start: shows where it
 * waited.
 */
async function stepsOf({ instance, client }: World, token: string): Promise<string> {
  const postId = client.submissions.find((s) => s.token === token)?.postId;
  const [row] = await instance.context.database.query<{ id: string }>(
    { name: 'faults-group', text: 'select post_group_id as id from post where id = $1' },
    [postId],
  );
  const { events } = await instance.context.temporal.workflow
    .getHandle(publishWorkflowId(row?.id ?? ''))
    .fetchHistory();
  const at = (time: { seconds?: unknown; nanos?: number | null } | null | undefined): number =>
    Number(time?.seconds ?? 0) + (time?.nanos ?? 0) / 1e9;
  const began = at(events?.[0]?.eventTime);
  return (events ?? [])
    .map(
      (e) =>
        `${Object.keys(e)
          .find((key) => key.endsWith('Attributes'))
          ?.replace('EventAttributes', '')} ${(at(e.eventTime) - began).toFixed(2)}`,
    )
    .join(', ');
}
