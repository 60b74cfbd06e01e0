/** What builds images and runs containers, behind one interface: docker.ts and buildah.ts. */
import type { Ended } from './programs.ts';

/** What a container is started with. The network is that of this machine. */
export interface ServiceOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A container that runs. */
export interface Service {
  /** Runs a command beside it, as `docker compose exec` does. */
  exec(command: readonly string[]): Promise<Ended>;
  /** SIGTERM, and SIGKILL after `graceSeconds`. Resolves with the exit code of its command. */
  stop(graceSeconds: number): Promise<number | null>;
  /** What it printed. */
  logs(): Promise<string>;
}

/** A file tree that becomes an image. */
export interface TreeImage {
  /** A tar file with the whole root folder. */
  readonly tar: string;
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly label: string;
}

/** The label of an image that was made here in place of the official one; its value names the original. */
export const STAND_IN = 'org.crier.stand-in';

/** One way to build images and run containers. */
export interface Engine {
  readonly name: string;
  /** Whether its registry gave the image. */
  pull(image: string): Promise<boolean>;
  /** The label `STAND_IN` of an image; '' when it has none, null when there is no such image. */
  standInOf(image: string): Promise<string | null>;
  importTree(tree: TreeImage): Promise<void>;
  /** Builds the Dockerfile of this folder on `base`. `certificates`: a file for the secret `ca`. */
  build(image: string, base: string, certificates: string | undefined): Promise<void>;
  /** Containers are made from this image from now on; they share one data volume. */
  use(image: string): Promise<void>;
  start(options: ServiceOptions): Promise<Service>;
  /** Starts a container as above, waits for its end and removes it. */
  run(options: ServiceOptions): Promise<Ended>;
  /** Runs a command in the image as it is, without its entrypoint. */
  look(command: readonly string[], user?: 'root'): Promise<Ended>;
  /** Stops and removes every container and volume that it made. The images stay. */
  close(): Promise<void>;
}
