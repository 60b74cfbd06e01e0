/**
 * The world of one fault: its own instance with real processes, a network next to it, and a client that
 * records its answers.
 */
import { join } from 'node:path';
import { freePort } from '../../run/embedded/ports.ts';
import type { Statement } from '../../platform/database.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { check, type Verdict } from './checker.ts';
import type { Cluster } from './cluster.ts';
import { Client, type Channel, type Submission } from './client.ts';
import { isQuiet, readFacts } from './facts.ts';
import { startNetwork, type Network } from './network.ts';
import { Processes } from './processes.ts';
import type { Random } from './random.ts';
import type { BreakableStack } from './stack.ts';
import type { TwoSites } from './two-sites.ts';

/** A bound on lateness; `by` gives the latest allowed arrival of a post, in milliseconds since the epoch. */
export interface Bound {
  readonly words: string;
  by(submission: Submission): number;
}

export interface WorldOptions {
  /** The short selection of `npm test`: fewer posts. */
  readonly short: boolean;
  /** The full time of the matrix (`--long`): quarters of an hour. */
  readonly long?: boolean;
  /** How long the soak lasts. */
  readonly minutes?: number;
  /** How many posts wait, where a fault takes another number than its own. */
  readonly runs?: number;
  readonly random: Random;
  readonly servers?: { databaseUrl: string; temporalAddress: string };
  /** The servers, if the fault may break them. */
  readonly stack?: BreakableStack;
  /** The same of several machines. */
  readonly cluster?: Cluster;
  /** The same of two sites. */
  readonly sites?: TwoSites;
}

export interface World {
  readonly short: boolean;
  readonly long: boolean;
  readonly minutes: number;
  readonly runs: number | undefined;
  readonly random: Random;
  /** Which of several that a fault is run with, such as the release of a server. */
  readonly variant?: string;
  readonly instance: TestInstance;
  readonly network: Network;
  readonly processes: Processes;
  readonly client: Client;
  /** Connects or reconnects an account of this name. The client's own channels are Ada and Bob. */
  connect(name: string): Promise<Channel>;
  /** The servers beneath; only for a fault with `breaksServers`. */
  stack(): BreakableStack;
  /** The same for a fault with `cluster`. */
  cluster(): Cluster;
  /** The same for a fault with `twoSites`. */
  sites(): TwoSites;
  /** How many: the small number in the short selection, otherwise the large one. */
  size(small: number, large: number): number;
  /** A measurement that the report shows. */
  note(message: string): void;
  /** Something that must hold in addition to what the checker tests. */
  must(holds: boolean, message: string): void;
  /** Limits how late posts may be. */
  bound(bound: Bound): void;
  /** What `must` found broken, and the bounds. */
  readonly broken: readonly string[];
  readonly bounds: readonly Bound[];
  readonly notes: readonly string[];
  /**
   * Waits until nothing is in progress, or `ms` (4 minutes) have passed; then returns the checker's verdict.
   */
  settle(ms?: number): Promise<Verdict>;
  /** What a fault started and the checker still reads; stopped with the world, after its processes. */
  atEnd(end: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** A quiet machine needs seconds; a busy one gets its time, because lateness is counted separately. */
const SETTLE_MS = 240_000;
const SOAK_MINUTES = 20;

const ACCOUNT: Statement = {
  name: 'faults-account',
  text: 'select id::text as account from integration where id = $1',
};

/** Starts network and instance; the fault itself starts API and workers, with the fault points it needs. */
export async function startWorld(folder: string, options: WorldOptions): Promise<World> {
  const { random, short, long = false, minutes = SOAK_MINUTES, runs, stack, cluster, sites } = options;
  const network = await startNetwork(join(folder, 'network'));
  const stops: (() => Promise<void>)[] = [() => network.stop()];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const env = {
      CRIER_SANDBOX_URL: network.url,
      PORT: String(cluster?.apiPort ?? (await freePort())),
      API_LIMIT: '100000',
      LOG_LEVEL: 'info',
    };
    const instance = await startInstance({
      api: false,
      env,
      servers: cluster ?? sites ?? stack ?? options.servers,
    });
    stops.push(() => instance.stop());
    const processes = await Processes.open(join(folder, 'processes'), instance.env);
    stops.push(() => processes.stop());
    const channels = [await connect(instance, 'Ada'), await connect(instance, 'Bob')];
    const client = new Client({ url: instance.url, apiKey: instance.apiKey, channels, random });
    const broken: string[] = [];
    const bounds: Bound[] = [];
    const notes: string[] = [];
    return {
      short,
      long,
      minutes,
      runs,
      random,
      instance,
      network,
      processes,
      client,
      broken,
      bounds,
      notes,
      stop,
      atEnd: (end) => void stops.splice(1, 0, end),
      connect: (name) => connect(instance, name),
      stack() {
        if (!stack) throw new Error('this fault has no servers of its own to break');
        return stack;
      },
      cluster() {
        if (!cluster) throw new Error('this fault does not run on several machines');
        return cluster;
      },
      sites() {
        if (!sites) throw new Error('this fault does not run on two sites');
        return sites;
      },
      size: (small, large) => (short ? small : large),
      note: (message) => void notes.push(message),
      must: (holds, message) => void (holds || broken.push(message)),
      bound: (bound) => void bounds.push(bound),
      async settle(ms = SETTLE_MS) {
        await eventually('the world is quiet', () => isQuiet(instance).catch(() => false), ms).catch(
          (error: Error) => broken.push(error.message),
        );
        return check(await readFacts(instance, network, client.submissions));
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function connect(instance: TestInstance, name: string): Promise<Channel> {
  const { id } = await instance.connect('sandbox', { name });
  const [row] = await instance.context.database.query<{ account: string }>(ACCOUNT, [id]);
  return { id, name, account: row?.account ?? '' };
}
