/**
 * What a measurement stands on: the embedded PostgreSQL and Temporal as `npm start` has them, in a data
 * folder of their own.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { loadConfig, type Config } from '../src/platform/config/config.ts';
import { Supervisor, startInfrastructure } from '../src/run/embedded/index.ts';
import { freePort } from '../src/run/embedded/ports.ts';
import { loadEncryptionKeys } from '../src/platform/secrets.ts';
import type { LoadQuestion } from './load.ts';
import { startHelper, type Helper } from './helper.ts';

export interface Lab {
  readonly config: Config;
  readonly supervisor: Supervisor;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly load: Helper<LoadQuestion>;
  /** The engine's workflows, bundled. */
  readonly bundlePath: string;
  /** Processes whose CPU time and memory are reported, by name. */
  readonly processes: Map<string, number>;
  /** Asks Crier's database, as superuser. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** A client for a namespace, on one shared connection. */
  client(namespace: string): Client;
  /** Runs when the lab stops; the last one registered runs first. */
  onStop(end: () => Promise<unknown>): void;
  stop(): Promise<void>;
}

/** Folders of this run; removed at its end. */
export function labFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crier-bench-'));
  chmodSync(folder, 0o711); // as root, PostgreSQL's own user passes through it
  return folder;
}

const ends = new Set<() => Promise<void>>();

/**
 * Registers what must be taken down even after a Ctrl-C; returns the same, to be called once it is no longer
 * needed.
 */
export function onEnd(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  const once = (): Promise<void> => {
    ends.delete(once);
    ended ??= end();
    return ended;
  };
  ends.add(once);
  return once;
}

/** Ends everything that still runs. */
export async function endAll(): Promise<void> {
  for (const end of [...ends].reverse()) await end();
}

/**
 * Starts the servers in `folder` (kept then: what is in it stays for the next lab), or in a folder that
 * `stop` removes.
 */
export async function openLab(say: (line: string) => void, folder?: string): Promise<Lab> {
  const dataDir = folder ?? labFolder();
  const config: Config = {
    ...loadConfig({}),
    CRIER_CACHE_DIR: loadConfig().CRIER_CACHE_DIR,
    CRIER_DATA_DIR: dataDir,
    TEMPORAL_PORT: await freePort(),
    TEMPORAL_UI_PORT: await freePort(),
  };
  const supervisor = await Supervisor.open({ dataDir, say: (line) => say(`    ${line}`) });
  const stops: (() => Promise<unknown>)[] = [];
  const stop = onEnd(async () => {
    for (const one of stops.splice(0).reverse()) await one();
    await supervisor.stopAll();
    if (!folder) rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    loadEncryptionKeys(config, { create: true });
    const { databaseUrl, temporalAddress } = await startInfrastructure(config, supervisor, (line) =>
      say(`    ${line}`),
    );
    const bundlePath = join(dataDir, 'engine.js');
    await promisify(execFile)(process.execPath, [resolve('bench/engine/bundle.ts'), bundlePath]);
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    stops.push(() => pool.end());
    const connection = Connection.lazy({ address: temporalAddress });
    stops.push(() => connection.close());
    const load = await startHelper<LoadQuestion>('load.ts', {});
    stops.push(() => load.stop());
    const processes = new Map([
      ['temporal', supervisor.pid('temporal') ?? 0],
      ['temporal ui', supervisor.pid('temporal-ui') ?? 0],
      ['load', load.pid],
      ['bench', process.pid],
    ]);
    return {
      config,
      supervisor,
      databaseUrl,
      temporalAddress,
      load,
      bundlePath,
      processes,
      stop,
      sql: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await pool.query<Row>(text, [...values])).rows,
      client: (namespace) => new Client({ connection, namespace }),
      onStop: (end) => void stops.push(end),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
