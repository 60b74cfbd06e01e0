import { setTimeout as sleep } from 'node:timers/promises';
import { holdTable } from '../../../test/hold-table.ts';
import type { World } from '../../../test/faults/world.ts';
import { breaking, pause, type Scene } from './scene.ts';

const BLOCKED = {
  name: 'faults-blocked',
  text: `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%start_group%'`,
};

const BLOCKED_MS = 30_000;

export const killedWhileTakingOver = breaking({
  id: 'M4',
  kills: true,
  title:
    'The cutover is killed while it reads what v1 has sent, in the takeover before its commit, and right after',
  promise:
    'killed while Crier takes over: an organisation is published for by v1 or by Crier, and never by both',
  async cuttingOver(scene) {
    // The worker takes up what was killed and ends it: then only the first is tried.
    const moments = [whileLooking, beforeTheCommit, afterTheCommit];
    const first = scene.world.random.between(0, moments.length - 1);
    for (const act of [...moments.slice(first), ...moments.slice(0, first)]) await act(scene);
  },
});

const whileLooking = ({ world, inPhase }: Scene): Promise<unknown> =>
  inPhase('looking', async (kill) => {
    await pause(world, 0, 1000);
    kill();
  });

/** A takeover has done all but its last statements when it writes the messages that start the runs. */
async function beforeTheCommit({ world, inPhase }: Scene): Promise<void> {
  const release = await holdTable(world.instance.context.config.DATABASE_URL ?? '', 'outbox');
  await inPhase('looking', async (kill) => {
    await untilBlocked(world);
    kill();
    await release();
  });
  await release();
}

const afterTheCommit = ({ inPhase }: Scene): Promise<unknown> => inPhase('cut_over', (kill) => kill());

/** Another statement may have waited for the table until it was given up; then the cutover has ended. */
async function untilBlocked({ instance }: World): Promise<void> {
  const end = Date.now() + BLOCKED_MS;
  while (Date.now() < end && !(await instance.context.database.query(BLOCKED)).length) await sleep(20);
}
