/** Facts about processes that are not our children: alive, which program, since when; and how to end them. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that can be recognised later, although its number may be given to another one. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, as the system writes it, together with the boot. Empty when unknown. */
  readonly started: string;
}

/** Whether a process with this number exists (a zombie does not count where it can be recognised). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return statFields(pid)?.[0] !== 'Z';
}

/** Identifies a running process. */
export function identify(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) };
}

/** Whether exactly that process still runs. */
export function stillRuns(process: ProcessIdentity): boolean {
  return isAlive(process.pid) && process.started !== '' && startOf(process.pid) === process.started;
}

/** The command line of a process, or null when it cannot be read. */
export function commandOf(pid: number): string | null {
  const fromProc = readOrNull(`/proc/${pid}/cmdline`);
  if (fromProc !== null) return fromProc.replaceAll('\0', ' ').trim();
  return ps(pid, 'command=');
}

/**
 * Ends a process that is not our child: the signal first, SIGKILL for its whole group after `graceMs`.
 *
 * @returns whether it is gone
 */
export async function endForeignProcess(
  target: ProcessIdentity,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<boolean> {
  // A compiler's own children do not notice that it is gone.
  if (signal === 'SIGKILL') signalQuietly(-target.pid, signal);
  signalQuietly(target.pid, signal);
  if (await waitUntilGone(target, graceMs)) return true;
  signalQuietly(-target.pid, 'SIGKILL');
  signalQuietly(target.pid, 'SIGKILL');
  return waitUntilGone(target, 5000);
}

/**
 * Sends a signal; false when no process receives it, also when none is running (undefined). A negative number
 * is a process group.
 */
export function signalQuietly(pid: number | undefined, signal: NodeJS.Signals): boolean {
  // To kill(2), 0 is the caller's own group.
  if (!pid) return false;
  try {
    return process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** Ends it with SIGTERM after this many milliseconds. */
  readonly timeout?: number;
}

/**
 * Runs a program to its end and returns what it wrote. Rejects with its whole output, or with ENOENT when it
 * is not there.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${output.trim()}\n${command} ended with ${signal ?? code}`)),
    );
  });
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function waitUntilGone(target: ProcessIdentity, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) if (!stillRuns(target)) return true;
  return !stillRuns(target);
}

function startOf(pid: number): string {
  const fields = statFields(pid);
  // Field 22 of stat(5) counts ticks since the boot, so the boot belongs to it.
  if (fields) return `${readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19]}`;
  return ps(pid, 'lstart=') ?? '';
}

/** The fields of /proc/<pid>/stat from the state on; the name before them may hold spaces. */
function statFields(pid: number): string[] | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : null;
}

function ps(pid: number, column: string): string | null {
  try {
    return (
      execFileSync('ps', ['-o', column, '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || null
    );
  } catch {
    // A process that ended between two looks, or a system without /proc or ps, is an answer and not a
    // failure.
    return null;
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A process that ended between two looks, or a system without /proc or ps, is an answer and not a
    // failure.
    return null;
  }
}
