/**
 * A real Nostr relay (khatru v0.19.0, built from `nostr-relay/main.go`), with the flags by which public Nostr
 * relays refuse.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnv } from '../../platform/config/config.ts';
import { runningRelay, type RunningRelay } from './nostr-relay/running.ts';
import { cacheFolder, endProcess, run, Unavailable, type RealServer } from './server.ts';

export type { RunningRelay } from './nostr-relay/running.ts';
export { nostrRelayPython } from './nostr-relay/python.ts';

/** What the Nostr relay refuses; each is off unless it is named. */
export interface NostrRelayOptions {
  /** Events only from authenticated authors (NIP-42); the challenge comes as soon as the socket is open. */
  readonly authWrite?: boolean;
  /** Queries only from authenticated clients (NIP-42). */
  readonly authRead?: boolean;
  /** Events per hour; more are `rate-limited:`. */
  readonly rate?: number;
  readonly blockedKinds?: readonly number[];
  /** Characters of content; more are `blocked:`. */
  readonly maxContent?: number;
}

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), 'nostr-relay');

/** The khatru relay: events in memory, OK true for a duplicate. */
export const nostrRelay: RealServer<NostrRelayOptions, RunningRelay> = {
  name: 'nostr-relay',

  async ensure(log) {
    const program = programFile();
    if (existsSync(program)) return;
    await run('go', ['version']).catch((error: unknown) => {
      throw new Unavailable(
        'Go is not on the PATH; the Nostr relay is built with Go 1.24.1 or newer (https://go.dev/dl)',
        { cause: error },
      );
    });
    log('building the Nostr relay (khatru); this takes about a minute the first time');
    await buildInto(dirname(program));
  },

  async start(options = {}) {
    const child = spawn(programFile(), flagsOf(options), {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: childEnv(),
    });
    try {
      const address = await lineAfter(child, 'listening on ');
      return runningRelay(`ws://${address}`, () => endProcess(child));
    } catch (error) {
      await endProcess(child);
      throw error;
    }
  },
};

// The folder's name depends on the source, so a changed source is built again.
function programFile(): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum', 'main.go']) hash.update(readFileSync(join(SOURCE, file)));
  return join(cacheFolder(`nostr-relay-0.19.0-${hash.digest('hex').slice(0, 12)}`), 'nostr-relay');
}

async function buildInto(folder: string): Promise<void> {
  const half = `${folder}.${randomUUID()}`;
  await mkdir(half, { recursive: true });
  try {
    await run('go', ['build', '-trimpath', '-o', join(half, 'nostr-relay'), '.'], {
      cwd: SOURCE,
      env: childEnv({ CGO_ENABLED: '0' }),
    }).catch((error: unknown) => {
      throw new Unavailable(`The Nostr relay could not be built: ${(error as Error).message}`, {
        cause: error,
      });
    });
    await rename(half, folder).catch((error: unknown) => {
      // Another run finished the same build first.
      if (!existsSync(join(folder, 'nostr-relay'))) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

function flagsOf(options: NostrRelayOptions): string[] {
  return [
    ...(options.authWrite ? ['-auth-write'] : []),
    ...(options.authRead ? ['-auth-read'] : []),
    ...(options.rate ? ['-rate', String(options.rate)] : []),
    ...(options.blockedKinds ? ['-blocked-kinds', options.blockedKinds.join(',')] : []),
    ...(options.maxContent ? ['-max-content', String(options.maxContent)] : []),
  ];
}

/**
 * The rest of the first line of a program's output that starts with `start`. Rejects when the program ends
 * before it.
 */
function lineAfter(child: ChildProcess, start: string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The Nostr relay ended with ${code} before it listened`)));
    if (child.stdout) {
      createInterface(child.stdout).on('line', (line) => {
        if (line.startsWith(start)) resolve(line.slice(start.length));
      });
    }
  });
}
