import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '../instance.ts';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import type { World } from './world.ts';

/** A call that began before the database went away may still arrive; it was claimed. */
const IN_FLIGHT_MS = 6000;

export const postgresRefuses: Fault = {
  id: 'F10',
  title:
    'PostgreSQL refuses every connection across due dates; then it accepts them and lets every statement wait',
  promise:
    'a database that refuses connections, or lets them wait: nothing is sent without a claim, the instance is not ready, and everything is published afterwards',
  async run(world) {
    const { client, processes, random } = world;
    await processes.start('api');
    await processes.start('worker');
    await eventually('ready', async () => (await readiness(world)) === 200);
    const outageMs = world.size(8000, 120_000);
    const perRound = world.size(10, 60);
    for (const withhold of [refuseConnections, lockRows]) {
      const posts = await client.createMany(perRound, () => ({
        dueInMs: 2500 + random.between(0, outageMs),
      }));
      const release = await withhold(world);
      const began = Date.now();
      await sleep(1000);
      world.must((await readiness(world)) === 503, `readiness did not say no: ${withhold.name}`);
      await sleep(outageMs);
      const sent = (await world.network.ledger()).filter(
        (e) => Date.parse(e.receivedAt) > began + IN_FLIGHT_MS,
      );
      world.must(sent.length === 0, `${sent.length} posts were sent without a claim: ${withhold.name}`);
      await release();
      const back = Date.now();
      world.bound({
        words: 'on time, or 60 s after the database is back',
        // Those of the other round had another outage.
        by: (s) => (posts.includes(s) ? Math.max(s.dueMs, back) + 60_000 : Infinity),
      });
      await eventually('ready again', async () => (await readiness(world)) === 200, 60_000);
      await world.settle();
    }
    await mustEndAs(world, client.submissions, 'published');
  },
};

async function readiness({ instance }: World): Promise<number> {
  await sleep(1100); // An answer is shared for a second.
  return (await fetch(`${instance.url}/api/ready`, { signal: AbortSignal.timeout(20_000) })).status;
}

async function connect(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // cut off by this fault
  await client.connect();
  return client;
}

/** Every session ends and none can start. Returns the function that ends this. */
async function refuseConnections({ instance }: World): Promise<() => Promise<void>> {
  const url = new URL(instance.env.DATABASE_URL ?? '');
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = await connect(url.href);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return async () => {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  };
}

/** Every statement waits for a lock, until each connection of every pool is taken by a waiting one. */
async function lockRows({ instance }: World): Promise<() => Promise<void>> {
  const holder = await connect(instance.env.DATABASE_URL);
  await holder.query('begin');
  await holder.query('lock table post, outbox, instance_state in access exclusive mode');
  return async () => {
    await holder.query('rollback');
    await holder.end();
  };
}
