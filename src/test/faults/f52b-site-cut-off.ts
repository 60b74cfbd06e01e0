import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import type { Submission } from './client.ts';
import { mustEndAs, mustHaveRuns } from './expect.ts';
import { connectEach, createOnEach } from './f46-restored-backup.ts';
import { promoteKilled } from './f52-site-lost.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

/** What was under way when the sites were cut off from each other is over. */
const CALLS_MS = 5000;

export const siteCutOff: Fault = {
  id: 'F52b',
  title:
    'Two sites with a synchronous standby are cut off from each other, the second takes over, and the worker and the database of the first go on all the time',
  promise:
    'a second site takes over from a synchronous standby while the first one only seems to be gone: nothing is held, what clients still create is published once, and the first one sends nothing more',
  breaksServers: true,
  twoSites: true,
  async run(world) {
    const { processes, random, network, client } = world;
    const sites = world.sites();
    const channels = await connectEach(world, world.size(1, 5));
    const { DATABASE_URL: url = '' } = world.instance.env;
    await sites.pair.setSynchronous(true);
    await processes.start('api', { env: sites.variables('first', url) });
    await processes.start('worker', { env: sites.variables('first', url) }, 'first-worker');
    await untilSynchronous(world);
    const spread = world.size(40_000, 90_000);
    const due = await createOnEach(world, channels, world.size(6, 14), () => random.between(3000, spread));
    await eventually('some are published', async () => (await network.ledger()).length > 2);
    sites.pair.link.cut();
    // They get no answer before the second site gives one.
    const late: Promise<Submission>[] = channels.map((on) => client.create({ dueInMs: 20_000, on }));
    await sleep(CALLS_MS);
    const before = (await network.ledger()).length;
    await sleep(random.between(3000, 6000));
    world.must((await network.ledger()).length === before, 'the first site sent without its standby');
    processes.kill('api');
    await processes.end('api');

    sites.turnToSecond();
    const printed = await promoteKilled(world, '--synchronous');
    world.must(printed.complete && printed.doubtful.length === 0, `it held ${printed.doubtful.length} posts`);
    await processes.start('api', { env: sites.variables('second', url) });
    await processes.start('worker', { env: sites.variables('second', url) });
    const all = [...due, ...(await Promise.all(late))];
    await mustHaveRuns(world, Date.now());
    await world.settle();
    const cannotLook = ({ account }: Submission): boolean =>
      channels.some((channel) => channel.account === account && channel.name.endsWith('#none'));
    await mustEndAs(
      world,
      all.filter((post) => !cannotLook(post)),
      'published',
    );
    await processes.end('first-worker');
  },
};

/** Its worker has noted that its commits wait, and the standby has that. */
async function untilSynchronous(world: World): Promise<void> {
  await eventually('the standby knows that it is synchronous', async () => {
    const rows = await world.instance.context.database.query({
      name: 'faults-synchronous',
      text: "select 1 from instance_state where key = 'server' and (value ->> 'synchronous')::boolean",
    });
    return rows.length > 0;
  });
  await world.sites().pair.caughtUp();
}
