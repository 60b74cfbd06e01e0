/**
 * Crier itself: API and worker as processes of their own with the settings that `npm start` gives them, and
 * the sandbox network beside them.
 */
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { connectChannel } from '../src/channels/connect-channel.ts';
import { createApiKey } from '../src/organizations/create-api-key.ts';
import { childEnv, loadConfig } from '../src/platform/config/config.ts';
import type { Context } from '../src/platform/context.ts';
import { createContext } from '../src/run/create-context.ts';
import { migrate } from '../src/platform/database.ts';
import { freePort } from '../src/run/embedded/ports.ts';
import { Organization } from '../src/platform/entities/organization.ts';
import { SMALL_PROCESS } from '../src/run/roles/all.ts';
import { ensureNamespace } from '../temporal/client.ts';
import type { Lab } from './lab.ts';
import { startNetwork, type BenchNetwork } from './network.ts';

/** An organisation with channels of the sandbox. */
export interface Owner {
  readonly id: string;
  readonly apiKey: string;
  readonly channels: readonly string[];
}

export interface Product {
  readonly url: string;
  readonly namespace: string;
  readonly network: BenchNetwork;
  /** The product's own objects, in this process. */
  readonly context: Context;
  addOwner(name: string, channels: number): Promise<Owner>;
  /** Starts one of its processes; resolves when it is ready, with the milliseconds that took. */
  start(role: 'api' | 'worker'): Promise<number>;
  stop(role: 'api' | 'worker'): Promise<void>;
}

const MAIN = resolve('src/run/main.ts');

/** What its processes do beside their work. */
export interface Watch {
  /** Each writes CPU profiles into a folder of its role there when it ends. */
  readonly profileDir?: string;
  /** What the API loads before anything else, and the variables that this reads. */
  readonly preload?: { readonly file: string; readonly env: Readonly<Record<string, string>> };
}

/** Makes the database and the network ready; `start` brings up the processes. */
export async function openProduct(lab: Lab, { profileDir, preload }: Watch = {}): Promise<Product> {
  const network = await startNetwork(lab);
  const port = await freePort();
  const { CRIER_DATA_DIR, CRIER_CACHE_DIR } = lab.config;
  // As roles/all.ts has it, but for the network, which is a process of its own here. The limit is never
  // reached: counting for it is measured.
  const env = childEnv({
    DATABASE_URL: lab.databaseUrl,
    TEMPORAL_ADDRESS: lab.temporalAddress,
    CRIER_DATA_DIR,
    CRIER_CACHE_DIR,
    PORT: String(port),
    CRIER_SANDBOX: 'true',
    CRIER_SANDBOX_URL: network.url,
    API_LIMIT: '1000000000',
    SSRF_ALLOW_CIDRS: '127.0.0.0/8',
    NODE_OPTIONS: '',
    NODE_ENV: undefined,
    ...SMALL_PROCESS.env,
  });
  const config = loadConfig(env);
  const context = await createContext({ ...config, LOG_LEVEL: 'warn' }, 'bench');
  lab.onStop(() => context.dispose());
  await migrate(context.database);
  await ensureNamespace(context.temporal, config.TEMPORAL_NAMESPACE);
  const profiling = (role: string): string[] =>
    profileDir ? ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${join(profileDir, role)}`] : [];
  return {
    url: `http://127.0.0.1:${port}`,
    namespace: config.TEMPORAL_NAMESPACE,
    network,
    context,
    addOwner: (name, channels) => addOwner(context, name, channels),
    async start(role) {
      const from = performance.now();
      const loaded = role === 'api' ? preload : undefined;
      const imports = loaded ? ['--import', loaded.file] : [];
      const args = [...SMALL_PROCESS.flags, ...profiling(role), ...imports, MAIN, role];
      await lab.supervisor.start({
        name: role,
        command: process.execPath,
        args,
        env: { ...env, ...loaded?.env },
        ipc: true,
        ready: 'message',
        graceMs: 50_000,
        readyTimeoutMs: 120_000,
      });
      lab.processes.set(role, lab.supervisor.pid(role) ?? 0);
      return performance.now() - from;
    },
    stop: (role) => lab.supervisor.stop(role),
  };
}

async function addOwner(context: Context, name: string, count: number): Promise<Owner> {
  const em = context.database.fork();
  const organization = em.create(Organization, { id: randomUUID(), name });
  await em.flush();
  const sandbox = context.providers.get('sandbox');
  if (!sandbox) throw new Error('The sandbox is off');
  const channels: string[] = [];
  for (let n = 1; n <= count; n++) {
    channels.push(
      (
        await connectChannel(context, sandbox, {
          organizationId: organization.id,
          fields: { name: `${name} ${n}` },
        })
      ).id,
    );
  }
  return {
    id: organization.id,
    apiKey: (await createApiKey(context, { organizationId: organization.id, name: 'bench' })).key,
    channels,
  };
}
