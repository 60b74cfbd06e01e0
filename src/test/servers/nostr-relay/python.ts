/**
 * A second real Nostr relay (PyPI nostr-relay 1.14), which answers differently from khatru: a duplicate with
 * OK false and `duplicate:`, an event that it refuses with an empty id.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnv } from '../../../platform/config/config.ts';
import { freePort } from '../../../run/embedded/ports.ts';
import { ensurePython } from '../python-environment.ts';
import { cacheFolder, endProcess, Unavailable, type RealServer } from '../server.ts';
import { runningRelay, type RunningRelay } from './running.ts';

const VERSION = '1.14';

/** Limits of the Nostr relay. */
export interface PythonRelayOptions {
  /** Characters of content; more are refused with an empty id. Default 4,096, the Nostr relay's own. */
  readonly maxContent?: number;
}

/** The PyPI relay, with its events in an SQLite file that is deleted with it. */
export const nostrRelayPython: RealServer<PythonRelayOptions, RunningRelay> = {
  name: 'nostr-relay-python',

  async ensure(log) {
    const environment = {
      name: `nostr-relay-python-${VERSION}`,
      program: 'nostr-relay',
      install: [`nostr-relay==${VERSION}`],
    };
    const tell = (): void => log(`installing the Python Nostr relay ${VERSION}`);
    await ensurePython(environment, tell).catch((cause: Error) => {
      throw new Unavailable(`The Python Nostr relay needs python3 with venv, and PyPI: ${cause.message}`, {
        cause,
      });
    });
  },

  async start(options = {}) {
    const data = await mkdtemp(join(tmpdir(), 'nostr-relay-'));
    const port = await freePort();
    await writeFile(join(data, 'config.yaml'), configOf(port, options));
    const python = join(cacheFolder(`nostr-relay-python-${VERSION}`), 'bin', 'python');
    const script = join(dirname(fileURLToPath(import.meta.url)), 'serve.py');
    const child = spawn(python, [script, 'config.yaml'], {
      cwd: data,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: childEnv(),
    });
    const stop = async (): Promise<void> => {
      await endProcess(child);
      await rm(data, { recursive: true, force: true });
    };
    while (!(await answers(port))) {
      if (child.exitCode !== null) {
        await stop();
        throw new Error(`The Python Nostr relay ended with ${child.exitCode} before it listened`);
      }
      await sleep(100);
    }
    return runningRelay(`ws://127.0.0.1:${port}`, stop);
  },
};

function configOf(port: number, options: PythonRelayOptions): string {
  return [
    'storage:',
    '  sqlalchemy.url: sqlite+aiosqlite:///nostr.sqlite3',
    '  validators:',
    ...['is_not_too_large', 'is_signed', 'is_recent'].map((name) => `    - nostr_relay.validators.${name}`),
    'gunicorn:',
    `  bind: 127.0.0.1:${port}`,
    `max_event_size: ${options.maxContent ?? 4096}`,
    '',
  ].join('\n');
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'application/nostr+json' } }).then(
    (r) => r.ok,
    () => false,
  );
}
