/** Programs that `npm run image` runs: their output is kept for a failure, and none outlives the run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { signalQuietly } from '../../platform/processes.ts';

const GRACE_MS = 10_000;

/** How a program ended, and its output. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const running = new Set<ChildProcess>();

/** Starts a program with a process group of its own; `endPrograms` ends it when nobody else did. */
export function startProgram(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  child.once('close', () => running.delete(child)).once('error', () => running.delete(child));
  return child;
}

/** Runs a program to its end, successful or not. Rejects when it cannot be started. */
export function runToEnd(command: string, args: readonly string[]): Promise<Ended> {
  const child = startProgram(command, args);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => void output.push(chunk));
  }
  return new Promise((resolve, reject) =>
    child
      .once('error', reject)
      .once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() })),
  );
}

/**
 * Runs a program that must succeed and returns what it printed.
 *
 * @throws Error with the end of its output
 */
export async function runProgram(command: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runToEnd(command, args);
  if (code !== 0) {
    throw new Error(`${command} ${args.slice(0, 8).join(' ')} ended with ${code}:\n${output.slice(-4000)}`);
  }
  return output;
}

/** Whether a program is there and content. */
export async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return runToEnd(command, args).then(
    ({ code }) => code === 0,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );
}

/** Ends what still runs, with all that it started: SIGTERM, then SIGKILL. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...running].map(endGroup));
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (!child.pid) return;
  const group = -child.pid;
  const gone = new Promise((resolve) => child.once('close', resolve));
  signalQuietly(group, 'SIGTERM');
  const timer = setTimeout(() => signalQuietly(group, 'SIGKILL'), GRACE_MS);
  await gone;
  clearTimeout(timer);
}
