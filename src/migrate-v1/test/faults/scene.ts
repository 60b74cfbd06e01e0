/**
 * The walk of a migration while a post is due every second: plan, copy, watch, cutover. A fault breaks what
 * it likes at each step; then the step is repeated until it is done. At the end each post is on the network
 * once, or people were asked about it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CutoverPhase } from '../../cutover/organizations.ts';
import type { Statement } from '../../../platform/database.ts';
import type { CommandEnd } from '../../../test/faults/command.ts';
import type { Fault } from '../../../test/faults/fault.ts';
import { SCHEDULERS, type SchedulerAge } from '../scheduler.ts';
import type { World } from '../../../test/faults/world.ts';
import { startOldInstance, untilSent, type OldInstance } from './old-instance.ts';
import { byTheWorker, complete, onCommandLine, untilPhase, type Operator } from './steps.ts';

/** What a fault has at hand. */
export interface Scene {
  readonly world: World;
  readonly old: OldInstance;
  readonly operator: Operator;
  /**
   * Begins the cutover, does `act` as soon as it is in this phase (or one of these), and resolves when the
   * cutover has ended:
   * on the command line with the process, else when it is done, since the worker takes it up by itself. Its
   * end, and whether it came to `act`.
   */
  inPhase(
    phase: CutoverPhase | readonly CutoverPhase[],
    act: (kill: () => void) => Promise<void> | void,
  ): Promise<CommandEnd & { readonly acted: boolean }>;
}

/** A fault of the migration: what it breaks at each step, before that step is repeated until it is done. */
export interface MigrationFault extends Omit<Fault, 'run'> {
  /** The old instance's folder of files. */
  readonly uploads?: string;
  /** Variables of Crier's processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** How many wait in v1, one due every second; default: enough for a cutover after a minute. */
  readonly posts?: number;
  /** Whether Crier gets the URL of v1's Redis; default: by the seed. */
  readonly isGiven?: boolean;
  /** Kills who takes the steps. */
  readonly kills?: boolean;
  /** Who takes the steps; default: the command line or the worker, by the seed. */
  readonly by?: Operator['by'];
  readonly copying?: (scene: Scene) => Promise<void>;
  readonly watching?: (scene: Scene) => Promise<void>;
  readonly cuttingOver?: (scene: Scene) => Promise<void>;
}

/** The fault with a v1 of this age: M2.queue. */
export const inAge = (fault: Fault, v1Age: SchedulerAge): Fault => ({
  ...fault,
  id: `${fault.id}.${v1Age}`,
  run: (world) => fault.run({ ...world, variant: v1Age }),
});

/** With one of each: M2.queue, M2.workflow … */
export const inEachAge = (fault: Fault): Fault[] => SCHEDULERS.map((v1Age) => inAge(fault, v1Age));

/** How many the old instance has sent before the cutover begins. */
const BEFORE_CUTOVER = 5;

/** Makes the fault. */
export function breaking(fault: MigrationFault): Fault {
  const { copying, watching, cuttingOver, uploads, env, by, kills, posts, isGiven, ...rest } = fault;
  return {
    ...rest,
    async run(world) {
      const { processes, random } = world;
      await processes.start('api', { env });
      await processes.start('worker', { env });
      const old = await startOldInstance(world, {
        posts: posts ?? world.size(60, 120),
        uploads,
        age: (world.variant ?? 'queue') as SchedulerAge,
        isGiven: isGiven ?? random.pick([true, false]),
      });
      const chosen = by ?? random.pick(['command line', 'worker'] as const);
      const said: string[] = [];
      const operator = listening(
        chosen === 'worker' ? byTheWorker(world, old.access) : onCommandLine(world, old.access, env),
        said,
      );
      const scene: Scene = {
        world,
        old,
        operator,
        async inPhase(phase, act) {
          const step = operator.begin('cutover');
          const acted = await untilPhase(world, [phase].flat(), step.ended);
          if (acted) await act(step.kill);
          return { ...(await step.ended), acted };
        },
      };
      if (old.access.temporal) await mustAskForMore(world, old);
      await complete(operator, 'plan');
      await copying?.(scene);
      await complete(operator, 'copy');
      const watch = operator.begin('watch');
      await untilSent(old, BEFORE_CUTOVER);
      await watching?.(scene);
      const beforeMs = Date.now();
      await cuttingOver?.(scene);
      await complete(operator, 'cutover');
      const tookMs = Date.now() - beforeMs;
      watch.interrupt();
      await watch.ended;
      await world.settle();
      await old.stop();
      await mustBeTold(scene);
      world.must(!kills || operator.kills() > 0, 'nobody was killed while at work: nothing was tried');
      world.note(
        `by the ${operator.by}, ${old.access.redis || old.access.temporal ? 'with' : 'without'} what schedules v1, killed ${operator.kills()} times; the cutover took ${(tookMs / 1000).toFixed(1)} s` +
          (said.length ? `; it said: ${[...new Set(said)].join(' | ').slice(0, 800)}` : ''),
      );
    },
  };
}

/**
 * A cutover that knows neither the Temporal of v1 nor that it is stopped is refused, with what to type: it is
 * typed. This comes first, since the settings of a step are kept for the next ones.
 */
async function mustAskForMore(world: World, old: OldInstance): Promise<void> {
  const { temporal: _, ...without } = old.access;
  const blind = onCommandLine(world, without);
  await complete(blind, 'plan');
  await complete(blind, 'copy');
  const { ok, message } = await blind.begin('cutover').ended;
  world.must(!ok && message.includes('--temporal HOST:7233/NAMESPACE'), `without its Temporal: ${message}`);
  world.must((await markedIn(old)) === 0, 'a refused cutover has stopped posts');
}

const MARKED = `select count(*)::int as count from "Post" where "deletedAt" is not null`;
const markedIn = async ({ v1 }: OldInstance): Promise<number> =>
  (await v1.query<{ count: number }>(MARKED))[0]?.count ?? 0;

/** Collects why steps did not come to their end. */
function listening(operator: Operator, said: string[]): Operator {
  return {
    ...operator,
    begin(step) {
      const begun = operator.begin(step);
      void begun.ended.then(({ ok, message }) => {
        const why = message.split('\n').find((line) => line.startsWith('crier: ')) ?? '';
        if (!ok && why) said.push(`${step}: ${why}`);
      });
      return begun;
    },
  };
}

const ROWS: Statement = {
  name: 'faults-migrated',
  text: `select p.id, p.state, (select count(*)::int from notification n where n.post_id = p.id) as times from post p`,
};

/** The posts that are not published were reported, and how many went which way. */
async function mustBeTold({ world, old }: Scene): Promise<void> {
  const { instance, client, network } = world;
  const rows = await instance.context.database.query<{ id: string; state: string; times: number }>(ROWS);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const out = new Set((await network.ledger()).map(({ text }) => text));
  const asked: string[] = [];
  for (const { token, postId, versions } of client.submissions) {
    const row = byId.get(postId ?? '');
    if (row?.state === 'published') continue;
    world.must(
      row !== undefined && ['unconfirmed', 'missed', 'failed'].includes(row.state) && row.times > 0,
      `${token} is ${row?.state ?? 'not there'}, and brought ${row?.times ?? 0} notifications`,
    );
    asked.push(`${row?.state}${out.has(versions[0]?.[0] ?? '') ? ' (it is published)' : ''}`);
  }
  const sums = [...Map.groupBy(asked, (message) => message)].map(
    ([message, all]) => `${all.length} ${message}`,
  );
  world.note(
    `${client.submissions.length} posts: ${old.sent()} sent by v1, ${out.size - old.sent()} by Crier; asked about: ${sums.join(', ') || 'none'}`,
  );
  world.must(out.size > old.sent(), 'Crier sent nothing: nothing was tried');
}

export const pause = (world: World, least: number, most: number): Promise<void> =>
  sleep(world.random.between(least, most));
