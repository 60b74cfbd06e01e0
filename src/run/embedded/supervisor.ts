/** Runs programs in order and keeps them running; stops them in reverse order; leaves no orphan behind. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Child, type ChildEnd, type ChildSpec } from './child.ts';
import { explainFailure, StartError } from '../../platform/start-error.ts';
import { RunningJob, type Job } from './jobs.ts';
import { tryLock, type Lock } from './lock.ts';
import { LogFile } from './log-file.ts';
import { pause } from '../../platform/processes.ts';
import { RunRecords } from './run-records.ts';
import { Watchdog } from './watchdog.ts';

const BACKOFF_MS = [200, 500, 1000, 2000, 5000, 10_000] as const;
/** A child that ran this long had recovered: its backoff begins again. */
const STABLE_MS = 60_000;

interface Watched {
  readonly name: string;
  readonly pid: number | undefined;
  readonly stopSignal?: NodeJS.Signals;
  readonly graceMs?: number;
  readonly ended: Promise<unknown>;
  /** False when another one runs under this name by now. */
  readonly isCurrent?: () => boolean;
}

interface Kept {
  readonly spec: ChildSpec;
  child: Child | null;
  failures: number;
  /** When it is to be launched again; null while it runs. */
  dueAt: number | null;
}

/**
 * The parent of every program of one data folder.
 *
 * `await Supervisor.open(...)`, then `start` in order, then `stopAll`. A child that ends by itself is
 * launched again with backoff (0.2 s to 10 s), and after it those that depend on it.
 */
export class Supervisor {
  readonly #kept = new Map<string, Kept>();
  readonly #jobs = new Set<RunningJob>();
  readonly #background = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  readonly #watchdog = new Watchdog();
  readonly #records: RunRecords;
  readonly #logDir: string;
  readonly #say: (line: string) => void;
  readonly #lock: Lock;
  readonly #rotation: NodeJS.Timeout;
  #repairing: Promise<void> | null = null;
  #stopping: Promise<void> | null = null;

  private constructor(options: { dataDir: string; say: (line: string) => void; lock: Lock }) {
    this.#say = options.say;
    this.#lock = options.lock;
    this.#logDir = join(options.dataDir, 'logs');
    mkdirSync(this.#logDir, { recursive: true, mode: 0o700 });
    this.#records = new RunRecords(join(options.dataDir, 'run'));
    this.#rotation = setInterval(() => this.#children().forEach((c) => c.rotateLog()), 60_000).unref();
  }

  /**
   * Takes the data folder (made when missing) and ends what an earlier, killed run left behind in it.
   *
   * @throws StartError when another Crier runs on this folder, or the folder cannot be written
   */
  static async open(options: {
    readonly dataDir: string;
    readonly say: (line: string) => void;
  }): Promise<Supervisor> {
    const { dataDir } = options;
    try {
      const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      // As root, PostgreSQL's own user passes through it, with any umask.
      if (made && process.getuid?.() === 0) chmodSync(dataDir, 0o711);
    } catch (error) {
      throw explainFailure(`Could not make the data folder ${dataDir}`, error, 'CRIER_DATA_DIR');
    }
    const lock = await tryLock(join(dataDir, 'lock'));
    if ('heldBy' in lock) {
      throw new StartError(
        `Crier already runs on ${dataDir} (process ${lock.heldBy.pid}): stop it first, or set CRIER_DATA_DIR to another folder`,
      );
    }
    const supervisor = new Supervisor({ ...options, lock });
    await supervisor.#records.endStale(options.say);
    return supervisor;
  }

  /**
   * Launches a program and waits until it answers. From then on it is kept running.
   *
   * @throws StartError when it does not start; it is not tried again then
   */
  async start(spec: ChildSpec): Promise<void> {
    if (this.#stopping) throw stopped();
    const kept: Kept = { spec, child: null, failures: 0, dueAt: null };
    this.#kept.set(spec.name, kept);
    try {
      await this.#launch(kept);
    } catch (error) {
      this.#kept.delete(spec.name);
      throw error;
    }
    void this.#keep(kept);
  }

  /**
   * Runs a program once, to its end, and returns what it wrote. A stop ends it at once, with all that it
   * started, unless the job has to finish.
   *
   * @throws StartError when everything stops
   */
  async run(job: Job): Promise<string> {
    if (this.#stopping) throw stopped();
    const file = new LogFile(join(this.#logDir, `${job.name}.log`), this.#say);
    file.rotate();
    const running = new RunningJob(job, { group: true, log: (line) => file.append(line) });
    this.#jobs.add(running);
    const { pid, output } = running;
    this.#watch({ name: job.name, pid, stopSignal: 'SIGKILL', graceMs: 0, ended: output });
    try {
      return await output;
    } catch (error) {
      throw this.#stopping && !job.finishes ? stopped() : error;
    } finally {
      this.#jobs.delete(running);
    }
  }

  /** Work that nobody waits for, except a stop, which waits for its end. It must not reject. */
  inBackground(work: Promise<void>): void {
    this.#background.add(work);
    void work.finally(() => this.#background.delete(work));
  }

  /** Aborted when everything stops. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Process number of a running child. */
  pid(name: string): number | undefined {
    const child = this.#kept.get(name)?.child;
    return child?.end === null ? child.pid : undefined;
  }

  /** Process number of the shell that ends our children when we are killed. */
  get watchdogPid(): number | undefined {
    return this.#watchdog.pid;
  }

  /** Sends a message to a child of our own over its IPC channel. */
  send(name: string, message: object | string): void {
    this.#kept.get(name)?.child?.send(message);
  }

  /** Stops one child and no longer keeps it. */
  async stop(name: string): Promise<void> {
    const kept = this.#kept.get(name);
    this.#kept.delete(name);
    await kept?.child?.stop();
  }

  /** Resolves when nothing waits for a restart any more. */
  async settled(): Promise<void> {
    await this.#repairing;
  }

  /**
   * Stops everything in the reverse order of its start, each with its grace. Resolves when all are gone. Safe
   * to call twice.
   */
  stopAll(): Promise<void> {
    this.#stopping ??= this.#stopInOrder();
    return this.#stopping;
  }

  /** Ends everything at once, without grace; for a second Ctrl-C. */
  killAll(): void {
    for (const job of this.#jobs) job.kill();
    for (const child of this.#children().reverse()) child.kill();
  }

  async #stopInOrder(): Promise<void> {
    clearInterval(this.#rotation);
    this.#stop.abort();
    for (const running of this.#jobs) if (!running.job.finishes) running.kill();
    // What has to finish may need those that are stopped now.
    await Promise.allSettled([...this.#jobs].map((running) => running.output));
    for (const kept of [...this.#kept.values()].reverse()) await kept.child?.stop();
    // A repair may have been launching one meanwhile; it saw that we stop.
    await this.#repairing;
    await Promise.allSettled(this.#background);
    this.#watchdog.close();
    this.#lock.release();
  }

  async #launch(kept: Kept): Promise<void> {
    const { spec } = kept;
    await spec.prepare?.();
    if (this.#stopping) throw stopped();
    const child = new Child(spec, { logDir: this.#logDir, say: this.#say });
    kept.child = child;
    kept.dueAt = null;
    try {
      this.#watchChild(child);
      await child.ready();
    } catch (error) {
      await child.stop();
      throw error;
    }
  }

  #watchChild(child: Child): void {
    const { spec, pid, ended } = child;
    // Field by field: an environment may be computed for each launch, and a spread would read it once more.
    const { name, stopSignal, graceMs } = spec;
    const isCurrent = (): boolean => {
      const kept = this.#kept.get(name);
      return !kept || kept.child === child;
    };
    this.#watch({ name, stopSignal, graceMs, pid, ended, isCurrent });
  }

  /** Until it ends, the watchdog and the next start know of it. */
  #watch({ name, pid, stopSignal = 'SIGTERM', graceMs = 10_000, ended, isCurrent }: Watched): void {
    if (!pid) return;
    const watched = { name, pid, signal: stopSignal, graceMs };
    this.#watchdog.add(watched);
    this.#records.add(watched);
    const forget = (): void => {
      this.#watchdog.remove(pid);
      if (isCurrent?.() ?? true) this.#records.remove(name);
    };
    ended.then(forget, forget);
  }

  /** Waits for the end of a child; one that nobody asked for leads to a restart. */
  async #keep(kept: Kept): Promise<void> {
    const { child } = kept;
    const end = await child?.ended;
    const replaced = kept.child !== child || this.#kept.get(kept.spec.name) !== kept;
    if (!child || end === undefined || replaced || this.#stopping || kept.dueAt !== null) return;
    if (Date.now() - child.startedAt > STABLE_MS) kept.failures = 0;
    this.#schedule(kept, `ended (${words(end)})`);
  }

  #schedule(kept: Kept, why: string): void {
    const wait = BACKOFF_MS[Math.min(kept.failures, BACKOFF_MS.length - 1)] ?? 10_000;
    kept.failures += 1;
    kept.dueAt = Date.now() + wait;
    this.#say(`${kept.spec.name} ${why}; starting it again in ${wait / 1000} s`);
    this.#repairing ??= this.#repair();
  }

  async #repair(): Promise<void> {
    await pause(0);
    for (;;) {
      const broken = [...this.#kept.values()].filter((k) => k.dueAt !== null);
      if (this.#stopping || broken.length === 0) {
        // At once, not when the promise settles: the next child may break in between.
        this.#repairing = null;
        return;
      }
      const due = broken.find((k) => (k.dueAt ?? 0) <= Date.now());
      if (due) await this.#restart(due);
      else await pause(50);
    }
  }

  async #restart(first: Kept): Promise<void> {
    const dependents = this.#dependentsOf(first.spec.name);
    // Marked before they are stopped, so that their end counts as ours.
    for (const kept of dependents) kept.dueAt = Infinity;
    for (const kept of dependents.toReversed()) await kept.child?.stop();
    for (const kept of [first, ...dependents]) if (!(await this.#relaunch(kept))) break;
    // Those behind a failed one wait for it.
    for (const kept of dependents) {
      if (kept.dueAt === Infinity && first.dueAt === null) kept.dueAt = Date.now();
    }
  }

  async #relaunch(kept: Kept): Promise<boolean> {
    if (this.#stopping) return false;
    try {
      await this.#launch(kept);
    } catch (error) {
      if (!this.#stopping) this.#schedule(kept, `did not start: ${(error as Error).message}`);
      return false;
    }
    this.#say(`${kept.spec.name} runs again`);
    void this.#keep(kept);
    return true;
  }

  /** Those that depend on it, directly or through others, in the order of their start. */
  #dependentsOf(name: string): Kept[] {
    const names = new Set([name]);
    for (const { spec } of this.#kept.values()) {
      if (spec.dependsOn?.some((d) => names.has(d))) names.add(spec.name);
    }
    return [...this.#kept.values()].filter((k) => k.spec.name !== name && names.has(k.spec.name));
  }

  #children(): Child[] {
    return [...this.#kept.values()].flatMap((k) => (k.child && k.child.end === null ? [k.child] : []));
  }
}

const stopped = (): StartError => new StartError('Crier is stopping');

function words(end: ChildEnd): string {
  return typeof end === 'number' ? `exit code ${end}` : end;
}
