import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/instance.ts';
import { beginCommand, command } from '../../../test/faults/command.ts';
import { loseDatabase } from '../../../test/faults/f46-restored-backup.ts';
import type { World } from '../../../test/faults/world.ts';
import { breaking, type Scene } from './scene.ts';
import { complete } from './steps.ts';

/** How many Crier has sent since the backup when its database is lost. */
const SINCE = 3;
const LOOK = ['migrate-v1', 'after-restore', '--yes'];
const RESUME = ['resume', '--all', '--plan', 'now', '--yes'];

export const restoredBesideOld = breaking({
  id: 'M14',
  title:
    'The database of Crier is lost after the cutover, and a backup of before or after it is restored while v1 runs',
  promise:
    'a backup of before or after the cutover is restored beside v1: every step says what to type until v1 was looked at, and what was sent since is found or asked about',
  by: 'command line',
  posts: 120,
  async cuttingOver(scene) {
    const { world, old, operator } = scene;
    const file = join(world.instance.dataDir, 'yesterday.tar');
    const isBefore = world.random.pick([true, false]);
    if (isBefore) await command(world, 'backup', file);
    await complete(operator, 'cutover');
    const byV1 = old.sent();
    if (!isBefore) {
      await untilOut(scene, SINCE);
      await command(world, 'backup', file);
    }
    await untilOut(scene, (await sentHere(scene)) + SINCE);
    await loseDatabase(world);
    const out = await sentHere(scene);
    await command(world, 'restore', file);
    await world.processes.start('api');
    await world.processes.start('worker');
    await mustAskForLook(scene);
    const resumedFirst = world.random.pick([true, false]);
    if (resumedFirst) await command(world, ...RESUME);
    await sleep(world.random.between(0, 2000));
    world.must((await sentHere(scene)) === out, 'something was sent before v1 was looked at');
    await lookKilled(world);
    if (!resumedFirst) await command(world, ...RESUME);
    world.must(old.sent() === byV1, 'v1 has sent something after the cutover');
    world.note(
      `a backup of ${isBefore ? 'before' : 'after'} the cutover, resumed ${resumedFirst ? 'before' : 'after'} the look`,
    );
  },
});

/** How many posts have reached the network from here. */
const sentHere = async ({ world, old }: Scene): Promise<number> =>
  (await world.network.ledger()).length - old.sent();

const untilOut = (scene: Scene, count: number): Promise<unknown> =>
  eventually(`Crier has sent ${count}`, async () => (await sentHere(scene)) >= count);

/** Each step is refused, with what to type. */
async function mustAskForLook({ world, operator }: Scene): Promise<void> {
  for (const step of ['cutover', 'rollback', 'finish'] as const) {
    const { ok, message } = await operator.begin(step).ended;
    world.must(
      !ok && message.includes('migrate-v1 after-restore --organization'),
      `${step} said: ${message}`,
    );
  }
}

/** The look is killed at any moment, and typed again. */
async function lookKilled(world: World): Promise<void> {
  const first = beginCommand(world, LOOK);
  await sleep(world.random.between(300, 2500));
  first.kill();
  await first.ended;
  await command(world, ...LOOK);
}
