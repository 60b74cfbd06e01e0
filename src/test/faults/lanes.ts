/**
 * Runs several faults at once: those that break servers one after the other on a stack of their own, the
 * others in parallel.
 */
import { startCluster } from './cluster.ts';
import type { Fault } from './fault.ts';
import { notRun, runFault, type Outcome, type RunOptions } from './run-fault.ts';
import { mountSmallDisk } from './small-disk.ts';
import { startBreakableStack, type BreakableStack } from './stack.ts';
import { startTwoSites } from './two-sites.ts';

/** Space for a new cluster with Temporal's databases, the first WAL files, and something to fill. */
const STACK_DISK_MB = 400;

export interface LaneOptions extends Omit<RunOptions, 'stack'> {
  /**
   * How many of those that break nothing run at once; with 1, those that break servers wait for them too, and
   * time bounds are meaningful.
   */
  readonly jobs: number;
  readonly say: (line: string) => void;
  /** Aborted = no further fault is started, and the remaining ones get no verdict. */
  readonly signal?: AbortSignal;
}

/** One promise for each fault, by id. None rejects. */
export function startLanes(
  faults: readonly Fault[],
  options: LaneOptions,
): ReadonlyMap<string, Promise<Outcome>> {
  const results = new Map(faults.map((fault) => [fault.id, Promise.withResolvers<Outcome>()]));
  const done = async (fault: Fault, outcome: Promise<Outcome>): Promise<void> =>
    results.get(fault.id)?.resolve(await outcome);
  const breaking = faults.filter((f) => f.breaksServers);
  const gentle = faults.filter((f) => !f.breaksServers);
  const work = async (): Promise<void> => {
    for (let fault = gentle.shift(); fault && !options.signal?.aborted; fault = gentle.shift()) {
      await done(fault, runFault(fault, options));
    }
  };
  const gentleLanes = Promise.all(Array.from({ length: options.jobs }, work));
  if (breaking.length) {
    void (options.jobs > 1 ? Promise.resolve() : gentleLanes).then(() =>
      runBreaking(breaking, options, done),
    );
  }
  return new Map([...results].map(([id, { promise }]) => [id, promise]));
}

async function runBreaking(
  faults: readonly Fault[],
  options: LaneOptions,
  done: (fault: Fault, outcome: Promise<Outcome>) => Promise<void>,
): Promise<void> {
  let stack: BreakableStack | undefined;
  const stop = async (): Promise<void> => {
    await stack?.stop();
    stack = undefined;
  };
  options.running?.add(stop);
  for (const fault of faults) {
    if (options.signal?.aborted) return;
    const outcome = (async (): Promise<Outcome> => {
      if (fault.cluster) return await runOnCluster(fault, options);
      if (fault.twoSites) return await runOnTwoSites(fault, options);
      if (fault.smallDisk) return await runOnSmallDisk(fault, options);
      stack ??= await startBreakableStack(options.say);
      return runFault(fault, { ...options, stack });
    })().catch((error: unknown): Outcome => ({ fault, ...notRun(error), seconds: 0 }));
    // The last verdict waits until its servers are gone, so that nothing is left when all are known.
    if (fault === faults.at(-1)) await outcome.then(stop);
    await done(fault, outcome);
  }
  options.running?.delete(stop);
}

async function runOnCluster(fault: Fault, options: LaneOptions): Promise<Outcome> {
  const cluster = await startCluster(options.say);
  options.running?.add(cluster.stop);
  return runFault(fault, { ...options, cluster })
    .finally(() => cluster.stop())
    .finally(() => options.running?.delete(cluster.stop));
}

async function runOnTwoSites(fault: Fault, options: LaneOptions): Promise<Outcome> {
  const sites = await startTwoSites(options.say);
  options.running?.add(sites.stop);
  return runFault(fault, { ...options, sites })
    .finally(() => sites.stop())
    .finally(() => options.running?.delete(sites.stop));
}

/** A full disk must not be shared. */
async function runOnSmallDisk(fault: Fault, options: LaneOptions): Promise<Outcome> {
  const disk = await mountSmallDisk(STACK_DISK_MB);
  try {
    const stack = await startBreakableStack(options.say, disk);
    options.running?.add(stack.stop);
    return await runFault(fault, { ...options, stack })
      .finally(() => stack.stop())
      .finally(() => options.running?.delete(stack.stop));
  } finally {
    await disk.unmount();
  }
}
