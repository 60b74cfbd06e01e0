/** The two that answer requests: the product's API and bare Koa. */
import { resolve } from 'node:path';
import { childEnv } from '../../src/platform/config/config.ts';
import { freePort } from '../../src/run/embedded/ports.ts';
import { SMALL_PROCESS } from '../../src/run/roles/all.ts';
import type { Lab } from '../lab.ts';
import { productSide } from '../sides.ts';

/**
 * Something that answers the requests of the Public API; `name` is also the name of its process in the lab.
 */
export interface ApiSide {
  readonly name: 'api' | 'bare Koa';
  readonly url: string;
  readonly apiKey: string;
  readonly channels: readonly string[];
  /** Where it stores uploads. */
  readonly uploadFolder: string;
}

/** Both, with the product's worker beside them. */
export interface ApiSides {
  readonly product: ApiSide;
  readonly bare: ApiSide;
  readonly namespace: string;
  readonly pid: (side: ApiSide) => number;
  /** Restarts the API, so that what follows has a CPU profile of its own. */
  renew(): Promise<unknown>;
}

/** Starts the product and bare Koa, each with the flags and variables that `npm start` gives to the API. */
export async function openApiSides(lab: Lab, profileDir?: string): Promise<ApiSides> {
  const { product, owner } = await productSide(lab, { profileDir });
  const api: ApiSide = {
    name: 'api',
    url: product.url,
    apiKey: owner.apiKey,
    channels: owner.channels,
    uploadFolder: product.context.uploadFolder,
  };
  const port = await freePort();
  const { CRIER_DATA_DIR, CRIER_CACHE_DIR } = lab.config;
  const env = childEnv({
    DATABASE_URL: lab.databaseUrl,
    CRIER_DATA_DIR,
    CRIER_CACHE_DIR,
    PORT: String(port),
    NODE_OPTIONS: '',
    NODE_ENV: undefined,
    ...SMALL_PROCESS.env,
  });
  await lab.supervisor.start({
    name: 'bare-koa',
    command: process.execPath,
    args: [...SMALL_PROCESS.flags, resolve('bench/api/bare.ts')],
    env,
    ipc: true,
    ready: 'message',
    graceMs: 10_000,
  });
  const bare: ApiSide = {
    ...api,
    name: 'bare Koa',
    url: `http://127.0.0.1:${port}`,
    uploadFolder: resolve(CRIER_DATA_DIR, 'bare-uploads'),
  };
  lab.processes.set(bare.name, lab.supervisor.pid('bare-koa') ?? 0);
  return {
    product: api,
    bare,
    namespace: product.namespace,
    pid: (side) => lab.processes.get(side.name) ?? 0,
    renew: () => product.stop('api').then(() => product.start('api')),
  };
}
