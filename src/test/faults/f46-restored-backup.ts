import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../instance.ts';
import type { Channel, Submission } from './client.ts';
import { beginCommand, command } from './command.ts';
import { mustEndAs, mustHaveRuns } from './expect.ts';
import type { Fault } from './fault.ts';
import type { World } from './world.ts';

const YEAR_MS = 365 * 86_400_000;
/**
 * How accounts can be asked. Each publishes fewer posts than its list shows (20): a longer one would be
 * refused because it does not reach back.
 */
export const KINDS = ['native_key', 'lookup', 'none'] as const;
const RESUME = ['resume', '--all', '--plan', 'now', '--yes'];

export const restoredBackup: Fault = {
  id: 'F46',
  title:
    'The database is lost some time after a backup, the backup is restored, and the process that resumes and publishes is killed',
  promise:
    "restored from yesterday's backup: what was published since then is not published again, on a network with a key, with a lookup or with neither",
  breaksServers: true,
  async run(world) {
    const { processes, random, instance, network } = world;
    const channels = await connectEach(world, world.size(1, 5));
    await processes.start('api');
    await processes.start('worker');
    const spread = world.size(20_000, 90_000);
    await createOnEach(world, channels, 2, () => random.between(0, 500));
    const due = await createOnEach(world, channels, world.size(6, 14), () => random.between(8000, spread));
    await createOnEach(world, channels, 2, () => YEAR_MS);
    const file = join(instance.dataDir, 'yesterday.tar');
    await command(world, 'backup', file);
    const backedUpMs = Date.now();
    const known = (await network.ledger()).length;
    await sleep(Math.max(0, (due[0]?.dueMs ?? 0) - Date.now()) + random.between(spread / 4, spread / 2));

    await loseDatabase(world);
    const since = (await network.ledger()).length - known;
    world.must(since > 0, 'nothing was published since the backup: nothing was tried');
    if (random.pick([true, false])) await world.stack().wipeTemporal();
    await command(world, 'restore', file);
    await processes.start('api');
    await processes.start('worker');
    const resumed = await resumeKilled(world);
    await eventually('the first is sent', async () => (await network.ledger()).length > known + since);
    for (let n = world.size(1, 3); n > 0; n--) {
      const deaths = processes.deaths('worker').length;
      processes.kill('worker');
      await processes.backAgain('worker', deaths + 1);
      await sleep(random.between(500, 3000));
    }
    await mustHaveRuns(world, Date.now());
    await world.settle();
    const dueOf = (...kinds: (typeof KINDS)[number][]): Submission[] => {
      const matching = channels.filter(({ name }) => kinds.some((kind) => name.endsWith(`#${kind}`)));
      return due.filter(({ account }) => matching.some((channel) => channel.account === account));
    };
    await mustEndAs(world, dueOf('native_key', 'lookup'), 'published');
    // Nobody can find out whether it is published: a person is asked about each, and nothing is sent.
    const asked = dueOf('none').filter(({ dueMs }) => dueMs > backedUpMs && dueMs < resumed.begunMs);
    await mustEndAs(world, asked, 'unconfirmed', 'outcome_unknown');
    const later = dueOf('none').filter(({ dueMs }) => dueMs > resumed.endedMs);
    await mustEndAs(world, later, 'published');
    world.note(`${since} published since the backup, ${asked.length} asked about`);
  },
};

/** Accounts of each kind. */
export async function connectEach(world: World, each: number): Promise<Channel[]> {
  const channels: Channel[] = [];
  for (const kind of KINDS) {
    for (let n = each; n > 0; n--) channels.push(await world.connect(`Account ${n} #${kind}`));
  }
  return channels;
}

/** Posts on each of the channels, sorted by their dates. */
export async function createOnEach(
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
export async function loseDatabase({ processes, instance }: World): Promise<void> {
  for (const name of ['worker', 'api']) {
    processes.kill(name);
    await processes.end(name);
  }
  const { database } = instance.context;
  await database.query({ name: 'faults-lose', text: 'drop schema public cascade' });
  await database.query({ name: 'faults-make-empty', text: 'create schema public' });
}

/** The command is killed at any moment, and typed again until publishing is resumed. */
async function resumeKilled(world: World): Promise<{ begunMs: number; endedMs: number }> {
  const begunMs = Date.now();
  for (let n = 0; n < 2; n++) {
    const first = beginCommand(world, RESUME);
    await sleep(world.random.between(300, 2500));
    first.kill();
    await first.ended;
  }
  const { ok, message } = await beginCommand(world, RESUME).ended;
  world.must(ok || message.includes('not frozen'), `resume said: ${message}`);
  return { begunMs, endedMs: Date.now() };
}
