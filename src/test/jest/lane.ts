/** One place where test files run: a child process that is kept as long as it is sound. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileRequest, TimedResult } from './file-run.ts';
import type { Said } from './process.ts';

const PROGRAM = fileURLToPath(new URL('process.ts', import.meta.url));
const GRACE_MS = 5000;

export class Lane {
  #child: ChildProcess | undefined;

  /** Runs one file. Rejects with its error when it cannot be loaded, or when the process ends meanwhile. */
  async run(request: FileRequest): Promise<TimedResult> {
    const child = (this.#child ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<TimedResult>();
    const hear = (said: Said): void => {
      if ('result' in said) resolve(said.result);
      else reject(Object.assign(new Error(said.failure.message), { stack: said.failure.stack }));
    };
    const ended = (code: number | null, signal: string | null): void =>
      reject(new Error(`the process of the tests ended with ${signal ?? code} in the middle of this file`));
    child.on('message', hear).once('exit', ended);
    try {
      child.send(request);
      return await promise;
    } finally {
      child.off('message', hear).off('exit', ended);
    }
  }

  /** Ends the process; the next file gets a fresh one. */
  async end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    child.send('end');
    await gone.finally(() => clearTimeout(timer));
  }

  #start(): ChildProcess {
    // What tests print goes where Jest reports: its standard output may be a JSON document.
    const child = fork(PROGRAM, { stdio: ['ignore', 2, 2, 'ipc'] });
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    return child;
  }
}
