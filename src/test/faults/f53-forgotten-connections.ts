import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { mustEndAs } from './expect.ts';
import { addTenant, countThem } from './organizations.ts';
import { startSteadyLoad } from './steady-load.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** What was under way when it happened is given up after 45 s, and done again. */
const LATE_MS = 75_000;
const ROUND_MS = 50_000;

export const forgottenConnections: Fault = {
  id: 'F53',
  title:
    'A router between API, worker and their servers forgets all connections: first those to PostgreSQL, then those to Temporal',
  promise:
    'connections that fall silent, as when a host vanishes or a router forgets them: they are given up within a minute, not when the system gives them up after a quarter of an hour',
  async run(world) {
    const { DATABASE_URL: url = '', TEMPORAL_ADDRESS: address = '' } = world.instance.env;
    const { host } = new URL(url);
    const database = await startTcpProxy(host);
    const temporal = await startTcpProxy(address);
    world.atEnd(() => database.stop());
    world.atEnd(() => temporal.stop());
    const env = { DATABASE_URL: url.replace(host, database.address), TEMPORAL_ADDRESS: temporal.address };
    await world.processes.start('api', { env });
    await world.processes.start('worker', { env });
    const tenants = [await addTenant(world, 'Org')];
    const load = startSteadyLoad(tenants, { perSecond: 4, random: world.random });
    await sleep(5000);
    for (const proxy of [database, temporal]) {
      proxy.forget();
      await sleep(ROUND_MS);
    }
    await load.stop();
    const all = countThem(world, tenants);
    await world.settle();
    await mustEndAs(world, all, 'published');
    world.bound({ words: `on time, or ${LATE_MS / 1000} s late`, by: (s) => s.dueMs + LATE_MS });
    const lost = tenants.flatMap(({ client }) => client.lostMs).length;
    world.note(`${lost} of the requests had no answer within 30 s, and were repeated`);
  },
};
