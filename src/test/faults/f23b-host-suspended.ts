import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { mustEndAs, mustNotify } from './expect.ts';
import type { Submission } from './client.ts';
import type { Network } from './network.ts';
import { readMark } from './checker.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** The dates are set back by this much while everything is suspended: to every reader, it was that long. */
const SLEPT_MS = 120 * MINUTE_MS;
/** In the second half an organisation's lateness limit is an hour. */
const MISSED_AFTER_MINUTES = 60;
/** Overdue posts are published within a minute; a restarted connection and a busy machine get another. */
const WAKE_MS = 120_000;

const SET_BACK = {
  name: 'faults-set-back',
  text: "update post set publish_at = publish_at - $2 * interval '1 millisecond' where id = $1",
};

export const hostSuspended: Fault = {
  id: 'F23b',
  title:
    'The host sleeps across due dates: Temporal, worker and API stand still for a while, and two hours have passed when they go on',
  promise:
    "a host suspended for two hours: posts within the organisation's lateness limit are published oldest first, later ones are missed and a person is asked, nothing is sent twice",
  breaksServers: true,
  async run(world) {
    await world.processes.start('api');
    await world.processes.start('worker');
    const all = await suspend(world, world.size(15, 60));
    await world.settle(WAKE_MS);
    await mustEndAs(world, all, 'published');
    mustBeInOrder(world, all, await world.network.ledger());

    await world.instance.context.database.query(
      { name: 'faults-limit', text: 'update organization set missed_after_minutes = $1' },
      [MISSED_AFTER_MINUTES],
    );
    const overdue = await suspend(world, world.size(15, 60));
    await world.settle(WAKE_MS);
    const limit = Date.now() - MISSED_AFTER_MINUTES * MINUTE_MS;
    // Those near the limit may fall on either side of it.
    const [missed, sent] = [
      overdue.filter((s) => s.dueMs < limit - 5 * MINUTE_MS),
      overdue.filter((s) => s.dueMs > limit + 5 * MINUTE_MS),
    ];
    world.must(
      missed.length > 0 && sent.length > 0,
      'the dates lie on one side of the limit: nothing was tried',
    );
    await mustEndAs(world, missed, 'missed', 'missed');
    await mustNotify(world, missed, 'missed');
    await mustEndAs(world, sent, 'published');
  },
};

/**
 * Posts due over some seconds; everything is suspended before the first; meanwhile their dates are spread
 * over the last two hours.
 */
async function suspend(world: World, count: number): Promise<Submission[]> {
  const { client, processes, random, instance } = world;
  const begin = Date.now();
  const leadMs = 5000 + count * 150;
  const posts = await client.createMany(count, () => ({
    dueInMs: leadMs + begin - Date.now() + random.between(0, 5000),
  }));
  await sleep(Math.max(0, begin + leadMs - 1000 - Date.now()));
  processes.suspend('api');
  processes.suspend('worker');
  world.stack().suspendTemporal(true);
  await sleep(world.size(10_000, 40_000));
  for (const post of posts) {
    const back = random.between(10 * MINUTE_MS, SLEPT_MS);
    await instance.context.database.query(SET_BACK, [post.postId, back]);
    post.dueMs -= back;
  }
  world.stack().suspendTemporal(false);
  processes.resume('worker');
  processes.resume('api');
  const woken = Date.now();
  world.bound({
    words: `${WAKE_MS / 1000} s after the host woke`,
    by: (s) => (posts.includes(s) ? woken + WAKE_MS : Infinity),
  });
  return posts;
}

/**
 * The older posts of each channel were published first: a run may wake a moment later than its neighbour, so
 * neighbours may change places.
 */
function mustBeInOrder(
  { must, note }: World,
  posts: readonly Submission[],
  ledger: Awaited<ReturnType<Network['ledger']>>,
): void {
  const places = new Map(ledger.map((e, place) => [readMark(e.text)?.token, place]));
  let [pairs, swapped] = [0, 0];
  for (const own of Map.groupBy(posts, (p) => p.account).values()) {
    const byDate = own.toSorted((a, b) => a.dueMs - b.dueMs);
    for (const [i, older] of byDate.entries()) {
      for (const younger of byDate.slice(i + 1)) {
        pairs++;
        if ((places.get(older.token) ?? 0) > (places.get(younger.token) ?? 0)) swapped++;
      }
    }
  }
  note(`${swapped} of ${pairs} pairs of overdue posts left in another order than that of their dates`);
  must(
    swapped <= pairs / 10,
    `overdue posts did not leave oldest first: ${swapped} of ${pairs} pairs are out of order`,
  );
}
