/** Runs several faults at once: those that break servers one after the other on a stack of their own, the others beside them. */
import type { Fault } from './fault.ts';
import { runFault, type Outcome, type RunOptions } from './run-fault.ts';
import { startBreakableStack, type BreakableStack } from './stack.ts';

export interface LaneOptions extends Omit<RunOptions, 'stack'> {
  /** How many of those that break nothing run at once; with 1, those that break servers wait for them too, and bounds mean something. */
  readonly jobs: number;
  readonly say: (line: string) => void;
  /** Aborted = no further fault is begun, and those left get no verdict. */
  readonly signal?: AbortSignal;
}

/** One promise for each fault, by id. None rejects. */
export function startLanes(faults: readonly Fault[], options: LaneOptions): ReadonlyMap<string, Promise<Outcome>> {
  const results = new Map(faults.map((fault) => [fault.id, Promise.withResolvers<Outcome>()]));
  const done = async (fault: Fault, outcome: Promise<Outcome>): Promise<void> => results.get(fault.id)?.resolve(await outcome);
  const breaking = faults.filter((f) => f.breaksServers);
  const gentle = faults.filter((f) => !f.breaksServers);
  const work = async (): Promise<void> => {
    for (let fault = gentle.shift(); fault && !options.signal?.aborted; fault = gentle.shift()) await done(fault, runFault(fault, options));
  };
  const gentleLanes = Promise.all(Array.from({ length: options.jobs }, work));
  if (breaking.length) void (options.jobs > 1 ? Promise.resolve() : gentleLanes).then(() => runBreaking(breaking, options, done));
  return new Map([...results].map(([id, { promise }]) => [id, promise]));
}

async function runBreaking(faults: readonly Fault[], options: LaneOptions, done: (fault: Fault, outcome: Promise<Outcome>) => Promise<void>): Promise<void> {
  let stack: BreakableStack | undefined;
  const stop = async (): Promise<void> => { await stack?.stop(); stack = undefined; };
  options.running?.add(stop);
  for (const fault of faults) {
    if (options.signal?.aborted) return;
    const outcome = (async (): Promise<Outcome> => {
      stack ??= await startBreakableStack(options.say);
      return runFault(fault, { ...options, stack });
    })().catch((error: unknown) => failed(fault, error));
    // The last verdict comes when its servers are gone, so that nothing is left when all are known.
    if (fault === faults.at(-1)) await outcome.then(stop);
    await done(fault, outcome);
  }
  options.running?.delete(stop);
}

function failed(fault: Fault, error: unknown): Outcome {
  return { fault, verdict: null, posts: 0, broken: [`its servers did not start: ${String(error)}`], late: [], notes: [], seconds: 0, slowest: [], logs: null };
}
