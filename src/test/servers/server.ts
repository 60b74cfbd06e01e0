/** Real servers for the tests, behind one interface: ensure (fetch it into the cache), start, stop. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { describe as Describe } from '@jest/globals';
import { loadConfig } from '../../platform/config/config.ts';

/** A server program that tests can run. Several may run at once, each on its own ports. */
export interface RealServer<Options, Running extends { stop(): Promise<void> }> {
  readonly name: string;
  /**
   * Fetches the program into the cache; quick when it is there. Throws `Unavailable` with a reason that a
   * person can act on.
   */
  ensure(log: (line: string) => void): Promise<void>;
  /** Starts a new instance on loopback with its own data; resolves when it answers. */
  start(options?: Options): Promise<Running>;
}

/** The error of a machine that cannot run the server; `message` explains why and what would help. */
export class Unavailable extends Error {}

/** The folder of one cached program. */
export function cacheFolder(name: string): string {
  return join(loadConfig().CRIER_CACHE_DIR, name);
}

/** Reasons found by the test runner (`src/test/run.ts`), by server name. */
const unavailable = JSON.parse(process.env.CRIER_TEST_UNAVAILABLE ?? '{}') as Record<string, string>;

/** `describe` for tests that need real servers: skipped, by name and reason, where one is unavailable. */
export function describeWith(servers: readonly { name: string }[], title: string, body: () => void): void {
  // Jest's own global: the runner imports this file too, and @jest/globals throws outside of Jest.
  const { describe } = globalThis as unknown as { describe: typeof Describe };
  const reasons = servers.filter((s) => unavailable[s.name]).map((s) => `${s.name}: ${unavailable[s.name]}`);
  if (reasons.length) describe.skip(`${title} (skipped: ${reasons.join('; ')})`, body);
  else describe(title, body);
}

/** Runs a command to its end. Rejects with the last lines of its output when it fails. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => void output.push(chunk.toString()));
    }
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(output.join(''))
        : reject(
            new Error(`${command} ${args.join(' ')} ended with ${code}: ${output.join('').slice(-2000)}`),
          ),
    );
  });
}

/** Ends a child process and waits until it is gone: SIGTERM, then SIGKILL after `graceMs`. */
export async function endProcess(child: ChildProcess, graceMs = 5000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(timer);
}
