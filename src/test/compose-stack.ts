/** Runs the commands of docker-compose.yml on this machine: the same commands and variables, other ports. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { parse } from 'yaml';
import { loadConfig } from '../platform/config/config.ts';
import { endProcess } from './servers/server.ts';

/** A service as the file writes it. */
export interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly configs?: readonly { source: string; target: string }[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart: string;
  readonly stop_grace_period?: string;
}

/** docker-compose.yml, parsed. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { content: string }>>;
}

/** Reads the file with its merge keys resolved. */
export function readCompose(): ComposeFile {
  return parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as ComposeFile;
}

/** How a program ended, and its output. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Commands of the file with their own databases, namespace and data folder. */
export interface ComposeStack {
  /** The environment of a service here; `changes` take precedence. */
  env(service: string, changes?: Record<string, string>): NodeJS.ProcessEnv;
  /** Runs to the end. */
  run(command: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended>;
  /** Starts and keeps running. */
  start(command: readonly string[], env: NodeJS.ProcessEnv): ChildProcess;
  stop(): Promise<void>;
}

/** `service` as the image starts it: what Docker would execute, with Compose's `$$` resolved. */
export function commandOf({ entrypoint = [], command = [] }: Service): string[] {
  return [...entrypoint, ...command].map((word) => word.replaceAll('$$', '$'));
}

/** The health check's command, without Docker's leading CMD. */
export function healthcheckOf({ healthcheck }: Service): string[] {
  return [...(healthcheck?.test ?? [])].slice(1);
}

/** Chooses the databases' names and creates the folder; nothing runs yet. `databases` are created empty. */
export async function openStack(databases: {
  readonly create: readonly string[];
  readonly drop: readonly string[];
}): Promise<ComposeStack> {
  const { services } = readCompose();
  const server = new URL(process.env.CRIER_TEST_DATABASE_URL ?? '');
  for (const name of databases.create) await admin(server, `create database ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'crier-compose-'));
  chmodSync(folder, 0o755);
  const children = new Set<ChildProcess>();
  const start = (command: readonly string[], env: NodeJS.ProcessEnv): ChildProcess => {
    const [program = '', ...args] = command;
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => writeFileSync(join(folder, 'output.log'), chunk, { flag: 'a' }));
    }
    return child;
  };
  return {
    env: (name, changes = {}) => ({
      ...environmentHere(services[name], server),
      ...here(folder),
      ...changes,
    }),
    start,
    run(command, env) {
      const child = start(command, env);
      const output: Buffer[] = [];
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => void output.push(chunk));
      }
      return new Promise((resolve, reject) =>
        child
          .once('error', reject)
          .once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() })),
      );
    },
    async stop() {
      await Promise.all([...children].map((child) => endProcess(child, 10_000)));
      for (const name of [...databases.create, ...databases.drop]) {
        await admin(server, `drop database if exists ${name} with (force)`);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * What the Dockerfile sets, with folders of the test. Nothing else of this machine's environment reaches the
 * programs.
 */
function here(folder: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    CRIER_DATA_DIR: folder,
    CRIER_CACHE_DIR: loadConfig().CRIER_CACHE_DIR,
  };
}

/**
 * The environment of a service: variables of .env filled in, container names replaced by where their
 * counterparts run here.
 */
export function environmentHere(service: Service | undefined, server: URL): Record<string, string> {
  const filled: Record<string, string> = {
    POSTGRES_PASSWORD: decodeURIComponent(server.password),
    ENCRYPTION_KEY: `k1:${randomKey}`,
    JWT_SECRET: randomKey,
    FRONTEND_URL: 'https://crier.example',
  };
  const values = Object.entries(service?.environment ?? {}).map(([name, text]) => {
    const value = text.replaceAll(
      /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
      (_, variable: string, otherwise?: string) => filled[variable] ?? otherwise ?? '',
    );
    if (value === '5432') return [name, server.port];
    return [
      name,
      value
        .replace('@postgres:5432', `@${server.host}`)
        .replace(/^postgres$/, server.hostname)
        .replace('temporal:7233', process.env.CRIER_TEST_TEMPORAL_ADDRESS ?? '')
        .replace('0.0.0.0', '127.0.0.1'),
    ];
  });
  return Object.fromEntries(values) as Record<string, string>;
}

// One key for all processes of a run, as in .env.
const randomKey = randomBytes(32).toString('base64');

async function admin(server: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
