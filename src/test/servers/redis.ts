/** A real Redis for tests: the one on the PATH, or Debian's package unpacked into the cache. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureProgram, locateProgram, type DebianProgram } from './debian-program.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { endProcess, Unavailable, type RealServer } from './server.ts';

/** A running server with data of its own. */
export interface RunningRedis {
  /** With its password. */
  readonly url: string;
  readonly password: string;
  /** The same over TLS, at localhost; null without a certificate. */
  readonly tlsUrl: string | null;
  /** Ends the process and keeps its data and its port. */
  goAway(): Promise<void>;
  /** Does nothing while it is there. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** `certificate`: PEM, for localhost; it also answers over TLS then. */
export interface RedisOptions {
  readonly certificate?: { readonly key: Buffer; readonly cert: Buffer };
}

const PROGRAM: DebianProgram = {
  title: 'Redis',
  packages: ['redis-server', 'redis-tools'],
  path: 'usr/bin/redis-server',
};

/** Redis 6 or later, with a password, on a loopback port. */
export const redis: RealServer<RedisOptions, RunningRedis> = {
  name: 'redis',

  ensure: (log) => ensureProgram(PROGRAM, log),

  async start({ certificate } = {}) {
    const program = await locateProgram(PROGRAM);
    if (!program) throw new Unavailable('no Redis is installed');
    const data = await mkdtemp(join(tmpdir(), 'crier-redis-'));
    const port = await freePort();
    const tls = certificate ? await tlsIn(data, certificate) : null;
    const password = `old-redis-${randomUUID()}`;
    let child: ChildProcess | undefined;
    const goAway = async (): Promise<void> => {
      if (child) await endProcess(child);
      child = undefined;
    };
    const comeBack = async (): Promise<void> => {
      if (child) return;
      // Each command is written to a file at once: a process that is ended loses nothing.
      child = spawn(
        program.command,
        ['--bind', '127.0.0.1', '--port', String(port), '--requirepass', password].concat([
          '--dir',
          data,
          '--save',
          '',
          '--appendonly',
          'yes',
          '--appendfsync',
          'no',
          ...(tls?.args ?? []),
        ]),
        { stdio: 'ignore', env: program.env },
      );
      await untilAnswering(child, port);
    };
    const stop = async (): Promise<void> => {
      await goAway();
      await rm(data, { recursive: true, force: true });
    };
    try {
      await comeBack();
    } catch (error) {
      await stop();
      throw error;
    }
    const url = `redis://:${password}@127.0.0.1:${port}`;
    const tlsUrl = tls && `rediss://:${password}@localhost:${tls.port}`;
    return { url, password, tlsUrl, goAway, comeBack, stop };
  },
};

async function tlsIn(
  folder: string,
  { key, cert }: NonNullable<RedisOptions['certificate']>,
): Promise<{ port: number; args: string[] }> {
  const port = await freePort();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  await writeFile(keyFile, key, { mode: 0o600 });
  await writeFile(certFile, cert);
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile];
  return { port, args: ['--tls-port', String(port), ...files, '--tls-auth-clients', 'no'] };
}

/** Waits until it asks for the password: while it loads its data, it reports that instead. */
async function untilAnswering(child: ChildProcess, port: number): Promise<void> {
  while (!(await answerTo('PING\r\n', port)).startsWith('-NOAUTH')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('Redis ended at its start');
    await sleep(20);
  }
}

function answerTo(command: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(command));
    socket.once('data', (data) => socket.end(() => resolve(data.toString())));
    socket.once('error', () => resolve(''));
  });
}
