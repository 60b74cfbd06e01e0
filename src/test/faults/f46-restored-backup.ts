import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import type { Channel, Submission } from './client.ts';
import { beginCommand, command } from './command.ts';
import { mustEndAs } from './expect.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const YEAR_MS = 365 * 86_400_000;
const RESUME = ['resume', '--all', '--plan', 'now', '--yes'];

export const restoredBackup: Fault = {
  id: 'F46',
  title:
    'The database is lost some time after a backup, the backup is restored, and whoever resumes and publishes is killed',
  promise:
    "restored from yesterday's backup: what was published since then is not published again, on a network with a key, with a lookup or with neither",
  breaksServers: true,
  async run(world) {
    const { processes, random, instance, network } = world;
    const [key, lookup, none] = [
      await world.connect('Key #native_key'),
      await world.connect('Lookup #lookup'),
      await world.connect('None #none'),
    ] as const;
    const channels = [key, lookup, none];
    await processes.start('api');
    await processes.start('worker');
    const spread = world.size(20_000, 90_000);
    await createOnEach(world, channels, world.size(2, 10), () => random.between(0, 500));
    const due = await createOnEach(world, channels, world.size(6, 60), () => random.between(8000, spread));
    await createOnEach(world, channels, world.size(2, 10), () => YEAR_MS);
    const file = join(instance.dataDir, 'yesterday.tar');
    await command(world, 'backup', file);
    const known = (await network.ledger()).length;
    await sleep(Math.max(0, (due[0]?.dueMs ?? 0) - Date.now()) + random.between(spread / 4, spread / 2));

    await loseDatabase(world);
    const since = (await network.ledger()).length - known;
    world.must(since > 0, 'nothing was published since the backup: nothing was tried');
    if (random.pick([true, false])) await world.stack().wipeTemporal();
    await command(world, 'restore', file);
    await processes.start('api');
    await processes.start('worker');
    const resumedMs = await resumeKilled(world);
    await eventually(
      'a part is looked at or sent',
      async () => (await network.ledger()).length > known + since,
    );
    for (let n = world.size(1, 3); n > 0; n--) {
      processes.kill('worker');
      await processes.backAgain('worker', processes.deaths('worker').length);
      await sleep(random.between(500, 3000));
    }
    await world.settle();
    const of = (channel: Channel): Submission[] => due.filter(({ account }) => account === channel.account);
    await mustEndAs(world, [...of(key), ...of(lookup)], 'published');
    // Whether it is out, nobody can find out: a person is asked about each, and nothing is sent.
    const asked = of(none).filter(({ dueMs }) => dueMs < resumedMs.begun);
    await mustEndAs(world, asked, 'unconfirmed');
    await mustEndAs(
      world,
      of(none).filter(({ dueMs }) => dueMs > resumedMs.ended),
      'published',
    );
    world.note(`${since} published since the backup, ${asked.length} asked about`);
  },
};

async function createOnEach(
  { client }: World,
  channels: readonly Channel[],
  each: number,
  dueInMs: () => number,
): Promise<Submission[]> {
  let n = 0;
  const made = await client.createMany(each * channels.length, () => ({
    dueInMs: dueInMs(),
    on: channels[n++ % channels.length],
  }));
  return made.toSorted((a, b) => a.dueMs - b.dueMs);
}

/** The machine breaks in the middle of its work; its database is gone. */
async function loseDatabase({ processes, instance }: World): Promise<void> {
  for (const name of ['worker', 'api']) {
    processes.kill(name);
    await processes.end(name);
  }
  const { database } = instance.context;
  await database.query({ name: 'faults-lose', text: 'drop schema public cascade' });
  await database.query({ name: 'faults-make-empty', text: 'create schema public' });
}

/** The command is killed at any moment, and typed again until publishing is resumed. */
async function resumeKilled(world: World): Promise<{ begun: number; ended: number }> {
  const begun = Date.now();
  for (let n = 0; n < 2; n++) {
    const first = beginCommand(world, RESUME);
    await sleep(world.random.between(300, 2500));
    first.kill();
    await first.ended;
  }
  const { ok, words } = await beginCommand(world, RESUME).ended;
  world.must(ok || words.includes('not frozen'), `resume said: ${words}`);
  return { begun, ended: Date.now() };
}
