/**
 * A real listmonk for the tests: version 1.1.0, the last that the Go module proxy has, built once and run on
 * the PostgreSQL of the tests. It has one user and no roles; those came with version 4.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnv } from '../../platform/config/config.ts';
import { admin, databaseUrl, dropLater, uniqueName } from '../ready-made.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { cacheFolder, endProcess, run, Unavailable, type RealServer } from './server.ts';

/** Where its mails go. Without a port they are not delivered: nothing listens there. */
export interface ListmonkOptions {
  readonly smtpPort?: number;
}

/** A running listmonk with data of its own. */
export interface RunningListmonk {
  readonly url: string;
  /** Its only user, who may do everything. */
  readonly user: { readonly username: string; readonly password: string };
  /** Calls the API (`/api` is prepended) and returns `data`; throws the message of a refusal. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Creates a list with these subscribers; returns its id. */
  createList(name: string, addresses?: readonly string[]): Promise<number>;
  /** What it wrote lately, in lines. */
  log(): string;
  stop(): Promise<void>;
}

/** Who gets a mail of each campaign that ends. */
export const OPERATOR = 'operator@listmonk.test';

const VERSION = '1.1.0';
const MODULE = 'github.com/knadh/listmonk';
const SOURCE = join(dirname(fileURLToPath(import.meta.url)), 'listmonk');
/** What it reads from its working folder. */
const FILES = ['config.toml.sample', 'queries.sql', 'schema.sql', 'i18n', 'static'];

export const listmonk: RealServer<ListmonkOptions, RunningListmonk> = {
  name: 'listmonk',

  async ensure(log) {
    if (existsSync(join(programFolder(), 'listmonk'))) return;
    await run('go', ['version']).catch((error: unknown) => {
      throw new Unavailable(
        'Go is not on the PATH; listmonk is built with Go 1.21 or newer (https://go.dev/dl)',
        { cause: error },
      );
    });
    log('building listmonk; this takes half a minute the first time');
    await buildInto(programFolder());
  },

  async start({ smtpPort } = {}) {
    const server = process.env.CRIER_TEST_DATABASE_URL;
    if (!server) throw new Error('listmonk needs the PostgreSQL of a test run');
    const folder = await mkdtemp(join(tmpdir(), 'crier-listmonk-'));
    const database = uniqueName();
    const url = `http://127.0.0.1:${await freePort()}`;
    const user = { username: 'crier', password: randomBytes(12).toString('hex') };
    let child: ChildProcess | undefined;
    const stop = async (): Promise<void> => {
      if (child) await endProcess(child);
      await dropLater(server, database);
      await rm(folder, { recursive: true, force: true });
    };
    try {
      await admin(server, `create database ${database}`);
      const config = join(folder, 'config.toml');
      await writeFile(config, configOf({ url, user, database: databaseUrl(server, database) }));
      await inProgramFolder(['--config', config, '--install', '--yes']);
      const uploads = join(folder, 'uploads');
      await mkdir(uploads);
      await writeSettings(databaseUrl(server, database), {
        'app.root_url': url,
        'app.check_updates': false,
        // It notifies them of each campaign that ends. Without any, it still begins that mail, and the next
        // one on the same connection is refused and lost.
        'app.notify_emails': [OPERATOR],
        'upload.filesystem.upload_path': uploads,
        smtp: [smtpOf(smtpPort ?? (await freePort()))],
      });
      child = spawn(join(programFolder(), 'listmonk'), ['--config', config], {
        cwd: join(programFolder(), 'files'),
        stdio: ['ignore', 'pipe', 'pipe'],
        env: childEnv(),
      });
      const log = await untilAnswering(child, url);
      return { url, user, log, stop, ...clientOf(url, user) };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

// The folder's name depends on the source, so a changed one is built again.
function programFolder(): string {
  const hash = createHash('sha256');
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(join(SOURCE, file)));
  return cacheFolder(`listmonk-${VERSION}-${hash.digest('hex').slice(0, 12)}`);
}

const inProgramFolder = (args: readonly string[]): Promise<string> =>
  run(join(programFolder(), 'listmonk'), args, { cwd: join(programFolder(), 'files'), env: childEnv() });

async function buildInto(folder: string): Promise<void> {
  const half = `${folder}.${randomUUID()}`;
  const files = join(half, 'files');
  await mkdir(files, { recursive: true });
  const go = (...args: string[]): Promise<string> =>
    run('go', args, { cwd: SOURCE, env: childEnv({ CGO_ENABLED: '0', GOFLAGS: undefined }) });
  try {
    await go('build', '-trimpath', '-buildvcs=false', '-o', join(half, 'listmonk'), `${MODULE}/cmd`);
    const source = (await go('list', '-m', '-f', '{{.Dir}}', MODULE)).trim();
    for (const file of FILES) await cp(join(source, file), join(files, file), { recursive: true });
    // The cache of Go's modules is read-only.
    await run('chmod', ['-R', 'u+w', files]);
    // The pages for people are not part of the module, and the program wants files in their place.
    const pages = join(files, 'frontend', 'dist');
    await mkdir(join(pages, 'frontend'), { recursive: true });
    await writeFile(join(pages, 'favicon.png'), '');
    await writeFile(join(pages, 'frontend', 'index.html'), '');
    await rename(half, folder).catch((error: unknown) => {
      // Another run finished the same build first.
      if (!existsSync(join(folder, 'listmonk'))) throw error;
    });
  } catch (error) {
    throw new Unavailable(`listmonk could not be built: ${(error as Error).message}`, { cause: error });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

function configOf(options: { url: string; user: RunningListmonk['user']; database: string }): string {
  const database = new URL(options.database);
  const lines = {
    app: {
      address: new URL(options.url).host,
      admin_username: options.user.username,
      admin_password: options.user.password,
    },
    db: {
      host: database.hostname,
      port: Number(database.port),
      user: decodeURIComponent(database.username),
      password: decodeURIComponent(database.password),
      database: database.pathname.slice(1),
      ssl_mode: 'disable',
      max_open: 5,
      max_idle: 2,
      max_lifetime: '300s',
    },
  };
  return Object.entries(lines)
    .map(([name, values]) =>
      [
        `[${name}]`,
        ...Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
      ].join('\n'),
    )
    .join('\n');
}

const smtpOf = (port: number): object => ({
  enabled: true,
  host: '127.0.0.1',
  port,
  auth_protocol: 'none',
  username: '',
  password: '',
  hello_hostname: '',
  max_conns: 2,
  idle_timeout: '15s',
  wait_timeout: '5s',
  max_msg_retries: 3,
  tls_enabled: false,
  tls_skip_verify: true,
  email_headers: [],
});

async function writeSettings(database: string, settings: Record<string, unknown>): Promise<void> {
  for (const [key, value] of Object.entries(settings)) {
    await admin(database, 'update settings set value = $2::jsonb where key = $1', [
      key,
      JSON.stringify(value),
    ]);
  }
}

/** Resolves with its output; rejects with it when it ends before it answers. */
async function untilAnswering(child: ChildProcess, url: string): Promise<() => string> {
  const said: string[] = [];
  const log = (): string => said.join('').slice(-4000);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said.push(chunk.toString());
      said.splice(0, said.length - 40);
    });
  }
  while (
    !(await fetch(`${url}/health`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`listmonk ended: ${log()}`);
    }
    await sleep(50);
  }
  return log;
}

function clientOf(
  url: string,
  { username, password }: RunningListmonk['user'],
): Pick<RunningListmonk, 'api' | 'createList'> {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (JSON.parse(text) as { data: T }).data;
  };
  return {
    api,
    async createList(name, addresses = []) {
      const list = await api<{ id: number }>('POST', '/lists', { name, type: 'public', optin: 'single' });
      for (const email of addresses) {
        const [person = ''] = email.split('@');
        await api('POST', '/subscribers', { email, name: person, status: 'enabled', lists: [list.id] });
      }
      return list.id;
    },
  };
}
