/** Programs that run once, to their end: builds, downloads, set-up. */
import { spawn, type ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { childEnv } from '../../platform/config/config.ts';
import { signalQuietly } from '../../platform/processes.ts';

export interface Job {
  /** Names it in the records of what runs. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment; default: ours. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends it after this many milliseconds. */
  readonly timeoutMs?: number;
  /** From 0 (as everything else) to 19 (whenever nothing else wants to run). Default 0. */
  readonly niceness?: number;
  /** A stop waits for its end: what it does must not be cut off. */
  readonly finishes?: boolean;
  /** Its reports about its work (standard error) go into the log `<name>.log`. */
  readonly logged?: boolean;
  /** Hears each line as it is written. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a job and returns everything that it wrote. Rejects with its whole output, or with ENOENT when the
 * program is not there.
 */
export type RunJob = (job: Job) => Promise<string>;

/** A job that was launched. */
export class RunningJob {
  readonly job: Job;
  /** Everything that it wrote; rejects as `RunJob` does. */
  readonly output: Promise<string>;
  readonly #process: ChildProcess;
  readonly #log: ((line: string) => void) | undefined;

  /**
   * @param options.group a group of its own, so that a Ctrl-C does not reach it and `kill` ends all that it
   * started
   * @param options.log takes the lines of a job that is logged
   */
  constructor(job: Job, options: { readonly group: boolean; readonly log?: (line: string) => void }) {
    const { group } = options;
    this.job = job;
    this.#log = job.logged ? options.log : undefined;
    this.#process = spawn(job.command, job.args, {
      cwd: job.cwd,
      env: job.env ?? childEnv(),
      detached: group,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: job.timeoutMs,
    });
    const { pid } = this.#process;
    if (pid && job.niceness) lower(pid, job.niceness);
    this.output = this.#collect();
  }

  /** Undefined when it could not be launched. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Ends it at once, with everything that it started. For those with a group of their own. */
  kill(): void {
    const { pid, exitCode, signalCode } = this.#process;
    if (pid && exitCode === null && signalCode === null) signalQuietly(-pid, 'SIGKILL');
  }

  #collect(): Promise<string> {
    const lines: string[] = [];
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (stream === this.#process.stderr) this.#log?.(line);
        this.job.onLine?.(line);
      });
    }
    return new Promise((resolve, reject) => {
      this.#process.on('error', reject);
      this.#process.on('close', (code, signal) => {
        const output = lines.join('\n');
        const end = `${this.job.command} ended with ${signal ?? code}`;
        if (code === 0) resolve(output);
        else reject(new Error(signal ? `${output}\n${end}`.trim() : output || end));
      });
    });
  }
}

/** Runs a job that nobody watches over: for programs that are no part of an instance. */
export const runJob: RunJob = (job) => new RunningJob(job, { group: false }).output;

const LOWEST = 19;

function lower(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + niceness, LOWEST));
  } catch (error) {
    // It ended before it was looked at, which `output` shows.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
  }
}
