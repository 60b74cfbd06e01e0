/** Ports: which are free, and who holds one that is not. */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import net from 'node:net';
import { StartError } from '../../platform/start-error.ts';
import { commandOf } from '../../platform/processes.ts';

/** A port that must be had, and the environment variable that chooses another one. */
export interface WantedPort {
  readonly port: number;
  readonly variable: string;
  /** What would listen there, e.g. "the Temporal server". */
  readonly what: string;
}

/**
 * Makes sure that a loopback port can be listened on.
 *
 * @throws StartError naming the port, its holder where that can be found out, and the variable that changes
 * it
 */
export async function assertPortFree(wanted: WantedPort): Promise<void> {
  const code = await listenError(wanted.port);
  if (code === null) return;
  const fix = `set ${wanted.variable} to another port, or stop that program`;
  if (code === 'EACCES') {
    throw new StartError(
      `Port ${wanted.port} for ${wanted.what} needs more rights than this user has: set ${wanted.variable} to a port above 1023`,
    );
  }
  throw new StartError(`Port ${wanted.port} for ${wanted.what} is in use${holderText(wanted.port)}: ${fix}`);
}

/**
 * Below the range that systems take outgoing ports from (a port kept for the next start must not be lost to
 * one), and below 32 768, the most that Temporal's PostgreSQL schema can hold as a membership port.
 */
const RANGE = { from: 20_000, to: 32_000 } as const;

/** A loopback port between 20 000 and 32 000 that was free a moment ago; `preferred` when that is. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await listenError(preferred)) === null) return preferred;
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(RANGE.from, RANGE.to);
    if ((await listenError(port)) === null) return port;
  }
  throw new StartError(
    `No free port between ${RANGE.from} and ${RANGE.to} on 127.0.0.1: stop programs that listen there`,
  );
}

/** The process that listens on a TCP port of this machine, or null when it is unknown. */
export function portHolder(port: number): { readonly pid: number; readonly command: string } | null {
  const pid = process.platform === 'linux' ? holderFromProc(port) : holderFromLsof(port);
  return pid === null ? null : { pid, command: commandOf(pid) ?? 'unknown program' };
}

function holderText(port: number): string {
  const holder = portHolder(port);
  return holder ? ` by process ${holder.pid} (${holder.command.slice(0, 80)})` : ' by another program';
}

function listenError(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'EADDRINUSE'));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(null)));
  });
}

function holderFromProc(port: number): number | null {
  const inodes = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(table, port)),
  );
  if (inodes.size === 0) return null;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Number(pids.find((pid) => socketsOf(pid).some((inode) => inodes.has(inode)))) || null;
}

/** Inodes of the sockets that listen (state 0A) on the port, as proc(5) lists them. */
function listeningInodes(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = quietly(() => readFileSync(table, 'utf8').trim().split('\n').slice(1), []);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((row) => row[3] === '0A' && row[1]?.endsWith(`:${hex}`))
    .map((row) => row[9] ?? '');
}

function socketsOf(pid: string): string[] {
  const names = quietly(() => readdirSync(`/proc/${pid}/fd`), []);
  return names.map(
    (fd) => quietly(() => readlinkSync(`/proc/${pid}/fd/${fd}`), '').match(/^socket:\[(\d+)\]$/)?.[1] ?? '',
  );
}

function holderFromLsof(port: number): number | null {
  return (
    Number(
      quietly(
        () =>
          execFileSync('lsof', ['-t', `-iTCP:${port}`, '-sTCP:LISTEN'], {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'ignore'],
          }),
        '',
      ).split('\n')[0],
    ) || null
  );
}

/** Processes end while they are looked at, and other users' cannot be read: both mean "unknown". */
function quietly<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
