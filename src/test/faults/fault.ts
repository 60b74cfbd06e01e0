/** What a fault is. */
import type { World } from './world.ts';

/** One line of the fault matrix (docs: the promises) as a script. */
export interface Fault {
  /** `F3`; the name on the command line. */
  readonly id: string;
  /** What is broken and when. */
  readonly title: string;
  /** What must hold; also the name of its test. */
  readonly promise: string;
  /** Whether it kills or wipes servers, so that it gets a stack of its own, which nothing else uses. */
  readonly breaksServers?: boolean;
  /** Runs by hand only. */
  readonly long?: boolean;
  /** Part of `all` only with `--long`. */
  readonly onlyLong?: boolean;
  /** Runs only when it is named: not part of `all`. */
  readonly byName?: boolean;
  /** Its servers store their data on a small disk of their own, which the fault may fill. */
  readonly smallDisk?: boolean;
  /** Whether it gets several machines: Temporal as a cluster, a proxy in front of it and of the APIs. */
  readonly cluster?: boolean;
  /** Whether it gets a second site, with a standby of the database and a Temporal of its own. */
  readonly twoSites?: boolean;
  /**
   * Creates the posts, breaks something, repairs it. The checker runs afterwards, when the world has settled.
   */
  run(world: World): Promise<void>;
}
