/** Runs one fault from an empty world to a verdict; nothing of it is left afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from '../../platform/database.ts';
import { readMark, type Verdict } from './checker.ts';
import type { Submission } from './client.ts';
import type { Fault } from './fault.ts';
import { createRandom } from './random.ts';
import { Unavailable } from '../servers/server.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

export interface Outcome {
  readonly fault: Fault;
  readonly verdict: Verdict | null;
  readonly posts: number;
  /** The broken promises, as text; empty = all held. */
  readonly broken: readonly string[];
  /** Lateness bounds that were exceeded. Kept apart: a busy machine exceeds one where nothing is wrong. */
  readonly late: readonly string[];
  readonly seconds: number;
  /** What the fault measured. */
  readonly notes: readonly string[];
  /** Timeline of the latest post, one line each. */
  readonly slowest: readonly string[];
  /** Why this machine cannot run it; null = it ran. */
  readonly skipped: string | null;
  /** The last log lines of its processes when something was broken. */
  readonly logs: string | null;
}

/** How to run it. `stack` is for faults that break servers. */
export interface RunOptions extends Pick<
  WorldOptions,
  'short' | 'long' | 'minutes' | 'runs' | 'servers' | 'stack' | 'cluster' | 'sites'
> {
  readonly seed: string;
  /** Passes a stop function for Ctrl-C, and removes it again. */
  readonly running?: Set<() => Promise<void>>;
}

/** Never rejects: any failure is a broken promise. */
export async function runFault(fault: Fault, options: RunOptions): Promise<Outcome> {
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'crier-fault-'));
  const end = (world: World | null): Promise<void> =>
    (world?.stop() ?? Promise.resolve()).finally(() => rmSync(folder, { recursive: true, force: true }));
  let world: World | null = null;
  let stopped = false;
  const starting = startWorld(folder, {
    ...options,
    stack: fault.breaksServers ? options.stack : undefined,
    random: createRandom(`${options.seed}:${fault.id}`),
  });
  const stop = async (): Promise<void> => {
    stopped = true;
    await end(await starting.catch(() => null));
  };
  options.running?.add(stop);
  let outcome: Omit<Outcome, 'fault' | 'seconds'>;
  try {
    world = await starting;
    if (stopped) throw new Error('it was stopped');
    outcome = await checkWorld(fault, world);
  } catch (error) {
    outcome = notRun(error, world?.processes.logs() ?? null);
  }
  options.running?.delete(stop);
  await end(world).catch(
    (error: unknown) =>
      void (outcome = {
        ...outcome,
        broken: [...outcome.broken, `it could not be cleaned up: ${String(error)}`],
      }),
  );
  return { fault, ...outcome, seconds: (Date.now() - began) / 1000 };
}

/**
 * The outcome of a fault that did not finish. Something unavailable on this machine is not a broken promise.
 */
export function notRun(error: unknown, logs: string | null = null): Omit<Outcome, 'fault' | 'seconds'> {
  const skipped = error instanceof Unavailable ? error.message : null;
  const broken =
    skipped === null ? [`it could not be run: ${error instanceof Error ? error.stack : String(error)}`] : [];
  return {
    verdict: null,
    posts: 0,
    broken,
    late: [],
    notes: skipped === null ? [] : [`skipped: ${skipped}`],
    slowest: [],
    skipped,
    logs: skipped === null ? logs : null,
  };
}

async function checkWorld(fault: Fault, world: World): Promise<Omit<Outcome, 'fault' | 'seconds'>> {
  await fault.run(world);
  const verdict = await world.settle();
  const broken = [...world.broken, ...verdict.findings.map((f) => `${f.kind}: ${f.what}`)];
  return {
    verdict,
    posts: world.client.submissions.length,
    broken,
    late: await missedBounds(world),
    notes: world.notes,
    slowest: await slowestTimeline(world),
    skipped: null,
    logs: broken.length ? world.processes.logs() : null,
  };
}

const TIMELINE: Statement = {
  name: 'faults-timeline',
  text: 'select at, kind, detail from post_event where post_id = $1 order by id',
};

async function slowestTimeline({ client, network, instance, processes }: World): Promise<string[]> {
  const arrivals = new Map(
    (await network.ledger()).toReversed().map((e) => [readMark(e.text)?.token, Date.parse(e.receivedAt)]),
  );
  const lateness = (s: Submission): number => (arrivals.get(s.token) ?? s.dueMs) - s.dueMs;
  const slowest = client.submissions.toSorted((a, b) => lateness(b) - lateness(a))[0];
  if (!slowest) return [];
  const events = await instance.context.database.query<{ at: Date; kind: string; detail: unknown }>(
    TIMELINE,
    [slowest.postId],
  );
  return [
    `${slowest.token}, due ${new Date(slowest.dueMs).toISOString()}, ${slowest.attempts} create requests`,
    ...events.map((e) => `${new Date(e.at).toISOString()} ${e.kind} ${JSON.stringify(e.detail)}`),
    ...processes.history(),
  ];
}

async function missedBounds(world: World): Promise<string[]> {
  const ledger = new Map(
    (await world.network.ledger()).toReversed().map((e) => [readMark(e.text)?.token, e]),
  );
  return world.bounds.flatMap(({ words: message, by }) => {
    const over = world.client.submissions.flatMap((s) => {
      const first = ledger.get(s.token);
      const late = first ? Date.parse(first.receivedAt) - by(s) : 0;
      return late > 0 ? [late] : [];
    });
    return over.length ? [`${over.length} posts missed "${message}" by up to ${Math.max(...over)} ms`] : [];
  });
}
