/** Bluesky's own Personal Data Server (`@atproto/pds`) with an in-memory PLC directory, for the tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cacheDir, childEnv } from '../../platform/config/config.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { Unavailable, cacheFolder, endProcess, run, type RealServer } from './server.ts';

/** An account on the running PDS. `password` is the main password, `appPassword` the one for programs. */
export interface PdsAccount {
  readonly did: string;
  readonly handle: string;
  readonly password: string;
  readonly appPassword: string;
  /** A session with the main password, for what app passwords may not do. */
  readonly accessJwt: string;
}

/** A record of the collection `app.bsky.feed.post`, as the PDS stores it. */
export interface PdsPost {
  readonly uri: string;
  readonly cid: string;
  readonly value: {
    readonly text: string;
    readonly createdAt: string;
    readonly facets?: { index: { byteStart: number; byteEnd: number }; features: Record<string, string>[] }[];
    readonly embed?: {
      $type: string;
      images?: PdsImage[];
      items?: PdsImage[];
      video?: PdsBlob;
      alt?: string;
      aspectRatio?: { width: number; height: number };
    };
    readonly reply?: { root: { uri: string; cid: string }; parent: { uri: string; cid: string } };
  };
}

/** A stored file, identified by the hash of its bytes. */
export interface PdsBlob {
  readonly ref: { $link: string };
  readonly mimeType: string;
  readonly size: number;
}

/** An image of a post. */
export interface PdsImage {
  readonly image: PdsBlob;
  readonly alt: string;
  readonly aspectRatio?: { width: number; height: number };
}

/**
 * One XRPC call: `body` makes it a POST; `token` is sent as Bearer, `admin` as the server's administrator.
 */
export interface XrpcCall {
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly token?: string;
  readonly admin?: boolean;
}

/** A running PDS with data of its own. */
export interface RunningPds {
  readonly url: string;
  /** Creates `<name>.test` with a random suffix, and an app password for it. */
  createAccount(name: string): Promise<PdsAccount>;
  /** The account's posts, oldest first, as the network itself sees them. */
  listPosts(did: string): Promise<PdsPost[]>;
  /** Any method of the server; throws the server's message when it refuses. */
  xrpc<T>(method: string, call?: XrpcCall): Promise<T>;
  /** Moves the server's clock ahead by this many milliseconds, so that its tokens really expire. */
  advanceClock(ms: number): Promise<void>;
  stop(): Promise<void>;
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** `limits` turns on the server's own rate limits. */
export const pds: RealServer<{ limits?: boolean }, RunningPds> = {
  name: 'pds',
  async ensure(log) {
    const manifest = await readFile(here('./pds-package.json'), 'utf8');
    const folder = installFolder(manifest);
    if (await isWhole(folder, manifest)) return;
    log('Installing the Bluesky PDS for the tests (about 370 MB, once, about a minute)');
    await install(folder, manifest);
  },
  async start({ limits = false } = {}) {
    const folder = installFolder(await readFile(here('./pds-package.json'), 'utf8'));
    const data = await mkdtemp(join(tmpdir(), 'crier-pds-'));
    const [port, plcPort] = [await freePort(), await freePort()];
    const args = [
      here('./pds-main.mjs'),
      folder,
      data,
      String(port),
      String(plcPort),
      ...(limits ? ['limits'] : []),
    ];
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: childEnv({ NODE_OPTIONS: undefined, NODE_COMPILE_CACHE: join(cacheDir(), 'compile') }),
    });
    const stop = async (): Promise<void> => {
      await endProcess(child);
      await rm(data, { recursive: true, force: true });
    };
    const lines = createInterface({ input: child.stdout });
    try {
      await nextLine(child, lines);
    } catch (error) {
      await stop();
      throw error;
    }
    const url = `http://127.0.0.1:${port}`;
    return {
      ...clientOf(url),
      stop,
      async advanceClock(ms) {
        child.stdin.write(`advance ${ms}\n`);
        await nextLine(child, lines);
      },
    };
  },
};

function installFolder(manifest: string): string {
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  return cacheFolder(`pds-${dependencies['@atproto/pds']}`);
}

// The copy of the manifest is written last, so it marks the installation as complete, and identifies it.
async function isWhole(folder: string, manifest: string): Promise<boolean> {
  return (await readFile(join(folder, 'installed.json'), 'utf8').catch(() => null)) === manifest;
}

async function install(folder: string, manifest: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await clearLeftovers(folder);
  const building = await mkdtemp(`${folder}.building-`);
  try {
    await writeFile(join(building, 'package.json'), manifest);
    await run(
      'npm',
      ['install', '--prefix', building, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'],
      { cwd: building, env: childEnv() },
    );
    await writeFile(join(building, 'installed.json'), manifest);
    // Another run may have finished first; its installation may be in use.
    if (await isWhole(folder, manifest)) return;
    await rm(folder, { recursive: true, force: true });
    await rename(building, folder);
  } catch (error) {
    throw new Unavailable(
      `The Bluesky PDS could not be installed with npm; it needs the npm registry and 400 MB in ${dirname(folder)} (CRIER_CACHE_DIR). ${(error as Error).message}`,
      { cause: error },
    );
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

// What an interrupted installation left behind; one younger than an hour may still be running.
async function clearLeftovers(folder: string): Promise<void> {
  const names = (await readdir(dirname(folder))).filter((name) =>
    name.startsWith(`${basename(folder)}.building-`),
  );
  for (const path of names.map((name) => join(dirname(folder), name))) {
    if (Date.now() - (await stat(path)).mtimeMs > 3_600_000) await rm(path, { recursive: true, force: true });
  }
}

// The next line of standard output; rejects with standard error when the process ends first.
function nextLine(child: ChildProcess, lines: Interface): Promise<string> {
  return new Promise((resolve, reject) => {
    const errors: string[] = [];
    const onError = (chunk: Buffer): void => void errors.push(chunk.toString());
    const onEnd = (): void => reject(new Error(`The PDS ended: ${errors.join('').slice(-2000)}`));
    child.stderr?.on('data', onError);
    child.once('close', onEnd);
    lines.once('line', (line) => {
      child.stderr?.off('data', onError).resume();
      child.off('close', onEnd);
      resolve(line);
    });
  });
}

function clientOf(url: string): Omit<RunningPds, 'stop' | 'advanceClock'> {
  async function xrpc<T>(method: string, { query, body, token, admin }: XrpcCall = {}): Promise<T> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (token) headers.authorization = `Bearer ${token}`;
    if (admin) headers.authorization = `Basic ${Buffer.from('admin:admin-pass').toString('base64')}`;
    const response = await fetch(`${url}/xrpc/${method}?${new URLSearchParams(query)}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} answered ${response.status}: ${text}`);
    return (text ? JSON.parse(text) : {}) as T;
  }
  return {
    url,
    xrpc,
    async createAccount(name) {
      const handle = `${name}-${randomBytes(4).toString('hex')}.test`;
      const password = randomBytes(12).toString('hex');
      const made = await xrpc<{ did: string; accessJwt: string }>('com.atproto.server.createAccount', {
        body: { handle, password, email: `${handle}@mail.test` },
      });
      const app = await xrpc<{ password: string }>('com.atproto.server.createAppPassword', {
        body: { name: 'crier' },
        token: made.accessJwt,
      });
      return { did: made.did, handle, password, appPassword: app.password, accessJwt: made.accessJwt };
    },
    async listPosts(did) {
      const all: PdsPost[] = [];
      for (let cursor: string | undefined, more = true; more;) {
        const query = {
          repo: did,
          collection: 'app.bsky.feed.post',
          limit: '100',
          reverse: 'true',
          ...(cursor ? { cursor } : {}),
        };
        const page = await xrpc<{ records: PdsPost[]; cursor?: string }>('com.atproto.repo.listRecords', {
          query,
        });
        all.push(...page.records);
        cursor = page.cursor;
        more = page.records.length === 100 && cursor !== undefined;
      }
      return all;
    },
  };
}
