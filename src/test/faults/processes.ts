/** API and workers as real processes, kept running by the product's own supervisor. */
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { signalQuietly } from '../../platform/processes.ts';
import type { ChildSpec } from '../../run/embedded/child.ts';
import { Supervisor } from '../../run/embedded/supervisor.ts';
import type { FaultPointName } from '../../platform/fault-point.ts';
import { eventually } from '../instance.ts';

/** The unexpected end of a process, and its return. Times in milliseconds since the epoch. */
export interface Death {
  readonly endedMs: number;
  backMs: number | null;
}

/**
 * How a process starts: with `faultPoint`, its first `kills` lives end there (`=stop`: it is suspended
 * there).
 */
export interface Arming {
  readonly faultPoint?: FaultPointName | `${FaultPointName}=stop`;
  readonly kills?: number;
  /** How long it may take to end cleanly; default 4 s, after which it is killed. */
  readonly graceMs?: number;
  /** Variables of its own, in addition to the instance's. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where it runs; default: here. */
  readonly place?: (spec: ChildSpec) => ChildSpec;
}

const MAIN = resolve('src/run/main.ts');

export class Processes {
  readonly #supervisor: Supervisor;
  readonly #env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #deaths = new Map<string, Death[]>();

  private constructor(options: { supervisor: Supervisor; env: NodeJS.ProcessEnv; folder: string }) {
    this.#supervisor = options.supervisor;
    this.#env = options.env;
    this.#folder = options.folder;
  }

  static async open(folder: string, env: NodeJS.ProcessEnv): Promise<Processes> {
    mkdirSync(folder, { recursive: true });
    const heard: { say?: (line: string) => void } = {};
    const supervisor = await Supervisor.open({ dataDir: folder, say: (line) => heard.say?.(line) });
    const processes = new Processes({ supervisor, env, folder });
    heard.say = (line) => processes.#hear(line);
    return processes;
  }

  /**
   * Starts `node src/run/main.ts <role>`; resolves when it is ready. `name` distinguishes several of one
   * role.
   */
  async start(
    role: 'api' | 'worker',
    { faultPoint, kills = 1, graceMs = 4000, env = {}, place = (spec) => spec }: Arming = {},
    name: string = role,
  ): Promise<void> {
    let armed = faultPoint ? kills : 0;
    const base = { ...this.#env, ...env };
    const placed = place({ name, command: process.execPath, args: [MAIN, role] });
    await this.#supervisor.start({
      ...placed,
      ipc: true,
      ready: 'message',
      graceMs,
      // Read at each launch: the fault is removed once the process has died of it.
      get env() {
        return armed-- > 0
          ? { ...base, CRIER_FAULT_POINT: faultPoint, NODE_OPTIONS: '' }
          : { ...base, NODE_OPTIONS: '' };
      },
    });
  }

  /** SIGKILL; the supervisor restarts it. */
  kill(name: string): void {
    signalQuietly(this.#supervisor.pid(name), 'SIGKILL');
  }

  /** Ends it cleanly, as a deploy does; nothing restarts it. */
  async end(name: string): Promise<void> {
    await this.#supervisor.stop(name);
  }

  /** SIGSTOP: it is suspended until it is resumed. */
  suspend(name: string): void {
    signalQuietly(this.#supervisor.pid(name), 'SIGSTOP');
  }

  /** Resumes a suspended one. */
  resume(name: string): void {
    signalQuietly(this.#supervisor.pid(name), 'SIGCONT');
  }

  /**
   * The most memory that it ever used, and what it uses now, in MB; null where the system does not report it
   * (only Linux does).
   */
  memory(name: string): { peakMb: number; nowMb: number } | null {
    const file = `/proc/${this.#supervisor.pid(name) ?? 0}/status`;
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const mb = (field: string): number =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024;
    return text ? { peakMb: mb('VmHWM'), nowMb: mb('VmRSS') } : null;
  }

  /** How often it died, and when it was back. */
  deaths(name: string): readonly Death[] {
    return this.#deaths.get(name) ?? [];
  }

  /** Every death, one line each. */
  history(): string[] {
    const at = (ms: number | null): string => (ms ? new Date(ms).toISOString() : 'never');
    return [...this.#deaths].flatMap(([name, deaths]) =>
      deaths.map((d) => `${at(d.endedMs)} ${name} ended, back ${at(d.backMs)}`),
    );
  }

  /** Resolves when it has died `times` times and is back each time. */
  async backAgain(name: string, times = 1, ms = 90_000): Promise<void> {
    await eventually(
      `${name} is back after ${times} deaths`,
      () => this.deaths(name).filter((d) => d.backMs !== null).length >= times,
      ms,
    );
  }

  /** Everything a process wrote, including its earlier lives. */
  log(name: string): string {
    const file = join(this.#folder, 'logs', `${name}.log`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** The last lines of every log. */
  logs(): string {
    const folder = join(this.#folder, 'logs');
    return readdirSync(folder)
      .map((file) => `--- ${file}\n${readFileSync(join(folder, file), 'utf8').slice(-6000)}`)
      .join('\n');
  }

  stop(): Promise<void> {
    return this.#supervisor.stopAll();
  }

  #hear(line: string): void {
    const [, name = '', what] = /^(\S+) (ended|did not start|runs again)/.exec(line) ?? [];
    const deaths = this.#deaths.get(name) ?? [];
    if (what === 'ended' || what === 'did not start') {
      this.#deaths.set(name, [...deaths, { endedMs: Date.now(), backMs: null }]);
    }
    // A process that died while it started returns once for several deaths.
    if (what === 'runs again') for (const death of deaths) death.backMs ??= Date.now();
  }
}
