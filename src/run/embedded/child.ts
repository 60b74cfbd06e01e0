/** One supervised program: its log, its readiness, its end. Restarting is the supervisor's business. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnv } from '../../platform/config/config.ts';
import { explainFailure, lastLine, StartError } from '../../platform/start-error.ts';
import { LogFile } from './log-file.ts';
import { pause, signalQuietly } from '../../platform/processes.ts';

/** A program that the supervisor keeps running. */
export interface ChildSpec {
  /** Unique; names the log file and the lines on the screen. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment; default: ours. */
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Runs as this user (needs root). */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Asks for an orderly end. Default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  /** What a stop at once sends. Default SIGKILL. */
  readonly killSignal?: NodeJS.Signals;
  /** Milliseconds between the stop signal and SIGKILL. Default 10 000. */
  readonly graceMs?: number;
  /** Restarted after any of these was restarted. */
  readonly dependsOn?: readonly string[];
  /** Opens an IPC channel (our own Node programs): the child must exit when it is disconnected. */
  readonly ipc?: boolean;
  readonly onMessage?: (message: unknown) => void;
  /** Runs before every launch; throws `StartError` when there is no point in trying. */
  readonly prepare?: () => Promise<void>;
  /**
   * Resolves when the program answers; called again and again until then. `'message'`: the child sends
   * `'ready'` over IPC.
   */
  readonly ready?: (() => Promise<boolean>) | 'message';
  /** Milliseconds that readiness may take. Default 60 000. */
  readonly readyTimeoutMs?: number;
  /**
   * Milliseconds within which it sends `'alive'` over IPC, again and again. From its first one on, a program
   * that keeps silent for longer hangs: it is ended at once, and so launched again.
   */
  readonly aliveWithinMs?: number;
  /**
   * Lines of its output for the screen: returns the text to show, or null. With it the output passes through
   * us.
   */
  readonly echo?: (line: string) => string | null;
  /** Turns the last output of a failed start into a message for a person; null = the last line of it. */
  readonly explain?: (output: string) => StartError | null;
}

/** How often it is checked, within the time that a program may keep silent, whether it does. */
const TICKS = 10;

/** Why a child ended: its exit code or its signal. */
export type ChildEnd = number | NodeJS.Signals;

/** A launched program. */
export class Child {
  readonly spec: ChildSpec;
  readonly startedAt = Date.now();
  /** Resolves when the process is gone. Never rejects. */
  readonly ended: Promise<ChildEnd>;
  /** Set once the process is gone. */
  end: ChildEnd | null = null;
  readonly #process: ChildProcess;
  readonly #log: LogFile;
  readonly #logStart: number;
  readonly #say: (line: string) => void;
  #saidReady = false;
  #silentTicks = 0;
  #heardMs = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(spec: ChildSpec, options: { readonly logDir: string; readonly say: (line: string) => void }) {
    this.spec = spec;
    this.#say = options.say;
    this.#log = new LogFile(join(options.logDir, `${spec.name}.log`), options.say);
    const output = this.#log.open();
    this.#logStart = this.#log.size();
    this.#process = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env ?? childEnv(),
      ...spec.user,
      // A group of its own: a Ctrl-C in the terminal reaches us alone, and we stop the others in order.
      detached: true,
      stdio: stdio(spec, output.fd),
    });
    output.close();
    this.ended = new Promise((resolve) => {
      const finish = (end: ChildEnd): void => {
        clearInterval(this.#watch);
        resolve((this.end = end));
      };
      this.#process.once('exit', (code, signal) => finish(signal ?? code ?? 0));
      this.#process.on('error', (error) => {
        this.#log.append(error.message);
        if (!this.#process.pid) finish(127);
      });
    });
    if (spec.echo) this.#echo(spec.echo, options.say);
    this.#process.on('message', (message) => {
      if (message === 'ready') this.#saidReady = true;
      if (message === 'alive') this.#hear();
      spec.onMessage?.(message);
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Sends a message over the IPC channel; nothing happens when there is none. */
  send(message: object | string): void {
    if (this.#process.connected) this.#process.send(message);
  }

  /**
   * Waits until the program answers. A program that shows signs of life is still starting.
   *
   * @throws StartError when it ends before, or shows no sign of life for `readyTimeoutMs`
   */
  async ready(): Promise<void> {
    const { ready, readyTimeoutMs = 60_000 } = this.spec;
    this.#heardMs = Date.now();
    const answers =
      ready === 'message' ? async () => this.#saidReady : (ready ?? (async () => this.pid !== undefined));
    for (let wait = 20; this.end === null; wait = Math.min(wait * 1.3, 200)) {
      if (await answers()) return;
      if (Date.now() > this.#heardMs + readyTimeoutMs) {
        throw new StartError(`${this.spec.name} does not answer: see ${this.#log.path}`);
      }
      await Promise.race([pause(wait), this.ended]);
    }
    throw this.#startFailure();
  }

  /** Asks for an orderly end, waits `graceMs`, then ends the whole group. Resolves when it is gone. */
  async stop(): Promise<void> {
    clearInterval(this.#watch);
    if (this.end === null) this.#signal(this.spec.stopSignal ?? 'SIGTERM');
    const graceMs = this.spec.graceMs ?? 10_000;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs, 'too long');
    });
    if ((await Promise.race([this.ended, tooLong])) === 'too long') this.kill('SIGKILL');
    clearTimeout(timer);
    await this.ended;
  }

  /** Ends it at once, with everything in its group. */
  kill(signal: NodeJS.Signals = this.spec.killSignal ?? 'SIGKILL'): void {
    if (this.end !== null) return;
    if (signal === 'SIGKILL' && this.pid) signalQuietly(-this.pid, signal);
    this.#signal(signal);
  }

  /** Keeps the log small; called now and then. */
  rotateLog(): void {
    this.#log.rotate();
  }

  /**
   * The program is alive. Silence is counted in ticks of our own, so that a machine that slept is not taken
   * for a program that hangs.
   */
  #hear(): void {
    const { name, aliveWithinMs } = this.spec;
    this.#silentTicks = 0;
    this.#heardMs = Date.now();
    if (!aliveWithinMs || this.#watch) return;
    this.#watch = setInterval(() => {
      if (++this.#silentTicks <= TICKS) return;
      clearInterval(this.#watch);
      this.#say(`${name} has not been heard of for ${aliveWithinMs / 1000} s: it hangs, and is ended`);
      this.kill('SIGKILL');
    }, aliveWithinMs / TICKS);
  }

  #signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  #startFailure(): StartError {
    const output = this.#log.tail(this.#logStart);
    const known = this.spec.explain?.(output);
    if (known) return known;
    if (!output.trim()) {
      return new StartError(
        `${this.spec.name} did not start (ended with ${this.end}): see ${this.#log.path}`,
      );
    }
    return explainFailure(`${this.spec.name} did not start`, new Error(lastLine(output)));
  }

  #echo(echo: (line: string) => string | null, say: (line: string) => void): void {
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.#log.append(line);
        const text = echo(line);
        if (text !== null) say(text);
      });
    }
  }
}

function stdio(spec: ChildSpec, logFd: number): StdioOptions {
  const output = spec.echo ? 'pipe' : logFd;
  return ['ignore', output, output, ...(spec.ipc ? (['ipc'] as const) : [])];
}
