/**
 * An instance of Crier for a test: its own database and namespace; the API and a worker in this process, or
 * as processes of their own where a test kills them, reads what they log or counts what they use.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ScheduleNotFoundError, ServiceError, isGrpcServiceError } from '@temporalio/client';
import { connectChannel, type ConnectedChannel } from '../channels/connect-channel.ts';
import { createApiKey } from '../organizations/create-api-key.ts';
import { childEnv, loadConfig, type Config } from '../platform/config/config.ts';
import type { Context } from '../platform/context.ts';
import { createContext } from '../run/create-context.ts';
import { migrate } from '../platform/database.ts';
import { startsEnded } from '../platform/outbox/start-inline.ts';
import { Organization } from '../platform/entities/organization.ts';
import { startApi } from '../run/roles/api.ts';
import { startWorker, type RunningWorker } from '../run/roles/worker.ts';
import { ensureBundle } from '../run/roles/workflow-bundle.ts';
import { ensureNamespace } from '../../temporal/client.ts';
import { RECONCILE_SCHEDULE_ID } from '../../temporal/contract/reconcile.ts';
import { checkAnswer } from './check-answer.ts';
import { installQuietRuntime } from './quiet-temporal.ts';
import { admin, databaseUrl, dropLater, takeReadyMade, uniqueName, type Servers } from './ready-made.ts';
import { freePort } from '../run/embedded/ports.ts';
import { endProcess } from './servers/server.ts';

/** What a test may choose. `env` is the environment of this instance and its processes. */
export interface InstanceOptions {
  readonly env?: Record<string, string>;
  /** The servers to use; default: the shared ones (global-setup.ts). */
  readonly servers?: Servers;
  /** false = no API in this process; one started on `env.PORT` answers at `url`. Default true. */
  readonly api?: boolean;
  /** false = Temporal is not needed (API tests); then no namespace is created. Default true. */
  readonly temporal?: boolean;
}

/**
 * A call of the Public API. `key: null` sends none; `idempotent: false` creates a post without an
 * Idempotency-Key.
 */
export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly key?: string | null;
  readonly idempotent?: boolean;
}

/** A JSON answer. */
export interface Answer<T = never> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: T;
}

export interface TestInstance {
  readonly context: Context;
  /** URL of the API, without a trailing slash. */
  readonly url: string;
  readonly organizationId: string;
  readonly apiKey: string;
  readonly dataDir: string;
  /** The environment of this instance's processes. */
  readonly env: NodeJS.ProcessEnv;
  /** Calls the Public API (`/public/v1` is prepended to the path) with the key; `body` becomes JSON. */
  call<T = never>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  /** Another organisation with a key of its own. */
  anotherOrganization(name?: string): Promise<{ id: string; apiKey: string }>;
  /** Connects a channel of this instance's organisation (or of another). */
  connect(
    provider: string,
    fields?: Record<string, string>,
    organizationId?: string,
  ): Promise<ConnectedChannel>;
  /** Starts a worker in this process; resolves when it polls. */
  startWorker(env?: Record<string, string>): Promise<RunningWorker>;
  /** Starts `node src/run/main.ts worker`; resolves when it polls. */
  startWorkerProcess(env?: Record<string, string>): Promise<ChildProcess>;
  /** Starts one more API in this process, on a free port; resolves with its URL when it listens. */
  startApi(env?: Record<string, string>): Promise<string>;
  /** Starts `node src/run/main.ts api` on a free port; resolves with its URL when it listens. */
  startApiProcess(env?: Record<string, string>): Promise<{ child: ChildProcess; url: string }>;
  /** What all processes of this instance logged. */
  logs(): string;
  stop(): Promise<void>;
}

const MAIN = resolve('src/run/main.ts');

/** Starts an instance with its own database and namespace. */
export async function startInstance(options: InstanceOptions = {}): Promise<TestInstance> {
  const servers = options.servers ?? sharedServers();
  const [database, namespace] = await Promise.all([
    options.servers ? newDatabase(servers.databaseUrl) : sharedDatabase(servers.databaseUrl),
    options.servers || options.temporal === false ? null : takeReadyMade(servers.databaseUrl, 'namespace'),
  ]);
  const dataDir = mkdtempSync(join(tmpdir(), 'crier-instance-'));
  const port = await freePort();
  const env = childEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: servers.temporalAddress,
    TEMPORAL_NAMESPACE: namespace ?? uniqueName(),
    CRIER_DATA_DIR: dataDir,
    PORT: String(port),
    CRIER_SANDBOX: 'true',
    CRIER_SANDBOX_URL: `http://127.0.0.1:${port}`,
    JWT_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: `test:${randomBytes(32).toString('base64')}`,
    SSRF_ALLOW_CIDRS: '127.0.0.0/8',
    API_LIMIT: '0',
    ...options.env,
  });
  const config: Config = { ...loadConfig(env), LOG_LEVEL: process.env.CRIER_TEST_LOG ?? 'silent' };
  const context = await createContext(config, 'test');
  if (!database.migrated) await migrate(context.database);
  if (options.temporal !== false && !namespace) {
    await ensureNamespace(context.temporal, config.TEMPORAL_NAMESPACE);
  }
  const api = options.api === false ? undefined : await startApi(context);
  const { organizationId, apiKey } = await addOrganization(context, 'Ada & Co');
  const url = `http://127.0.0.1:${api?.port ?? config.PORT}`;
  const children = new Set<ChildProcess>();
  const logFile = join(dataDir, 'processes.log');
  writeFileSync(logFile, '');

  const launch = async (role: string, extra: Record<string, string>): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [MAIN, role], {
      env: { ...env, ...extra, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    children.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => writeFileSync(logFile, chunk, { flag: 'a' }));
    }
    await new Promise<void>((ready, failed) => {
      child.on('message', (message) => {
        if (message === 'ready') ready();
      });
      child.once('exit', (code) =>
        failed(new Error(`${role} ended with ${code}: ${readFileSync(logFile, 'utf8').slice(-2000)}`)),
      );
    });
    return child;
  };

  const stops: (() => Promise<void>)[] = [];
  const createHere = (component: string, extra: Record<string, string> = {}): Promise<Context> =>
    createContext({ ...loadConfig({ ...env, ...extra }), LOG_LEVEL: config.LOG_LEVEL }, component);

  return {
    context,
    url,
    organizationId,
    apiKey,
    dataDir,
    env,
    async call<T>(
      method: string,
      path: string,
      { body, headers = {}, key = apiKey, idempotent = true }: CallOptions = {},
    ) {
      const response = await fetch(`${url}/public/v1${path}`, {
        // Tests create the same post again and again on purpose.
        method,
        headers: {
          ...(idempotent && method === 'POST' && path === '/posts'
            ? { 'idempotency-key': randomUUID() }
            : {}),
          ...(key === null ? {} : { authorization: key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      // What tests do next is meant for posts that have their run; the race itself is in relay.test.ts.
      await startsEnded(context.database);
      const answered: unknown = text ? JSON.parse(text) : undefined;
      checkAnswer(context, {
        method,
        path,
        status: response.status,
        contentType: response.headers.get('content-type'),
        body: answered,
      });
      return { status: response.status, headers: response.headers, text, body: answered as T };
    },
    anotherOrganization: async (orgName = 'Other & Co') => {
      const other = await addOrganization(context, orgName);
      return { id: other.organizationId, apiKey: other.apiKey };
    },
    connect(provider, fields = {}, ofOrganization = organizationId) {
      const definition = context.providers.get(provider);
      if (!definition) throw new Error(`no provider ${provider}`);
      return connectChannel(context, definition, { organizationId: ofOrganization, fields });
    },
    async startWorker(extra = {}) {
      installQuietRuntime();
      const here = await createHere('worker', extra);
      const worker = await startWorker(here, await ensureBundle(config));
      let stopped: Promise<void> | undefined;
      const stop = (): Promise<void> => (stopped ??= worker.stop().then(() => here.dispose()));
      stops.push(stop);
      return { finished: worker.finished, stop };
    },
    startWorkerProcess: (extra = {}) => launch('worker', extra),
    async startApi(extra = {}) {
      const here = await createHere('api', { PORT: String(await freePort()), ...extra });
      const running = await startApi(here);
      stops.push(async () => {
        await running.stop();
        await here.dispose();
      });
      return `http://127.0.0.1:${running.port}`;
    },
    async startApiProcess(extra = {}) {
      const apiPort = await freePort();
      return {
        child: await launch('api', { PORT: String(apiPort), ...extra }),
        url: `http://127.0.0.1:${apiPort}`,
      };
    },
    logs: () => readFileSync(logFile, 'utf8'),
    async stop() {
      await Promise.all([
        ...[...children].map((child) => endProcess(child, 3000)),
        ...stops.map((stop) => stop()),
      ]);
      await api?.stop();
      if (options.temporal !== false) await endSchedule(context);
      await context.dispose();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A schedule that nobody serves any more would keep the shared server busy every minute for the rest of the
 * run.
 */
async function endSchedule({ temporal }: Context): Promise<void> {
  await temporal.connection
    .withDeadline(Date.now() + 5000, () => temporal.schedule.getHandle(RECONCILE_SCHEDULE_ID).delete())
    .catch((error: unknown) => {
      // Without a worker there was none; a server that a test killed has lost it.
      if (
        !(
          error instanceof ScheduleNotFoundError ||
          error instanceof ServiceError ||
          isGrpcServiceError(error)
        )
      ) {
        throw error;
      }
    });
}

async function addOrganization(
  context: Context,
  name: string,
): Promise<{ organizationId: string; apiKey: string }> {
  const em = context.database.fork();
  const organization = em.create(Organization, { id: randomUUID(), name });
  await em.flush();
  return {
    organizationId: organization.id,
    apiKey: (await createApiKey(context, { organizationId: organization.id, name: 'test' })).key,
  };
}

function sharedServers(): Servers {
  return {
    databaseUrl: process.env.CRIER_TEST_DATABASE_URL ?? '',
    temporalAddress: process.env.CRIER_TEST_TEMPORAL_ADDRESS ?? '',
  };
}

/** A database of one instance. */
interface OwnDatabase {
  readonly url: string;
  readonly migrated: boolean;
  drop(): Promise<unknown>;
}

async function newDatabase(server: string): Promise<OwnDatabase> {
  const name = uniqueName();
  await admin(server, `create database ${name}`);
  return {
    url: databaseUrl(server, name),
    migrated: false,
    drop: () => admin(server, `drop database if exists ${name} with (force)`),
  };
}

async function sharedDatabase(server: string): Promise<OwnDatabase> {
  // A schema that a mutant has changed is not that of the ones that are ready.
  const name = process.env.CRIER_TEST_OWN_SCHEMA ? null : await takeReadyMade(server, 'database');
  if (!name) return newDatabase(server);
  return { url: databaseUrl(server, name), migrated: true, drop: () => dropLater(server, name) };
}

/**
 * Repeats `look` until it returns something truthy; rejects with `what` after `ms`. For waiting, never for
 * measuring.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  ms = 30_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`did not happen within ${ms} ms: ${what}`);
    await new Promise((next) => setTimeout(next, 100));
  }
}
