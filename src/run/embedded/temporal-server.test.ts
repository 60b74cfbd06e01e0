import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Connection } from '@temporalio/client';
import { existsSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '../../platform/config/config.ts';
import { buildWorld, cacheDir, until, type World } from './fixtures/world.ts';
import { startInfrastructure } from './index.ts';
import { freePort } from './ports.ts';
import { PROGRAMS } from './temporal-versions.ts';
import { temporalFolder } from './temporal-binaries.ts';

// Built once per machine by `npm start`; four minutes of compiling are no test.
const built = existsSync(join(temporalFolder(cacheDir), PROGRAMS.server.file));
const describeBuilt = built ? describe : describe.skip;

let world: World;
beforeEach(() => {
  world = buildWorld();
});
afterEach(() => world.dispose());

const config = async (more: Record<string, string> = {}) => ({
  ...loadConfig({
    TEMPORAL_PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    ...more,
  }),
  CRIER_DATA_DIR: world.dataDir,
  CRIER_CACHE_DIR: cacheDir,
});

async function serverVersion(address: string): Promise<string> {
  const connection = await Connection.connect({ address });
  try {
    return (await connection.workflowService.getSystemInfo({})).serverVersion ?? '';
  } finally {
    await connection.close();
  }
}

describeBuilt('the embedded Temporal server', () => {
  it('runs on the embedded PostgreSQL with its UI, and again after a restart', async () => {
    const settings = await config();
    const supervisor = await world.open();
    const first = await startInfrastructure(settings, supervisor, world.say);
    expect(await serverVersion(first.temporalAddress)).toMatch(/^\d+\.\d+/);
    expect((await fetch(first.temporalUiUrl!)).status).toBe(200);
    await supervisor.stopAll();

    const second = await startInfrastructure(settings, await world.open(), world.say);
    expect(second).toEqual(first);
    expect(await serverVersion(second.temporalAddress)).toMatch(/^\d+\.\d+/);
    expect(world.said.filter((line) => line.startsWith('Setting up'))).toHaveLength(1);
  });

  it('ends the polls of a worker that is stopped, so that no task is handed to it any more', async () => {
    const running = await startInfrastructure(await config(), await world.open(), world.say);
    const connection = await Connection.connect({ address: running.temporalAddress });
    const namespace = await connection.workflowService
      .describeNamespace({ namespace: 'temporal-system' })
      .finally(() => connection.close());
    expect(namespace.namespaceInfo?.capabilities).toMatchObject({ workerPollCompleteOnShutdown: true });
  });

  it('is restarted after its database', async () => {
    const supervisor = await world.open();
    const running = await startInfrastructure(await config(), supervisor, world.say);
    const before = supervisor.pid('temporal');
    process.kill(supervisor.pid('postgres')!, 'SIGKILL');
    await until(() => world.said.includes('temporal runs again'));
    expect(supervisor.pid('temporal')).not.toBe(before);
    expect(await serverVersion(running.temporalAddress)).toMatch(/^\d+\.\d+/);
  });
});

describeBuilt('a database named in the environment', () => {
  it("is Crier's own; Temporal gets an embedded one for itself", async () => {
    const supervisor = await world.open();
    const running = await startInfrastructure(
      await config({ DATABASE_URL: 'postgres://elsewhere/crier' }),
      supervisor,
      world.say,
    );
    expect(running.databaseUrl).toBe('postgres://elsewhere/crier');
    expect(await serverVersion(running.temporalAddress)).toMatch(/^\d+\.\d+/);
  });
});

describe('start-up with servers named in the environment', () => {
  it('uses them, and starts nothing in their place', async () => {
    const supervisor = await world.open();
    const settings = await config({
      DATABASE_URL: 'postgres://elsewhere/crier',
      TEMPORAL_ADDRESS: 'elsewhere:7233',
    });
    expect(await startInfrastructure(settings, supervisor, world.say)).toEqual({
      databaseUrl: 'postgres://elsewhere/crier',
      temporalAddress: 'elsewhere:7233',
      temporalUiUrl: null,
      notes: [],
    });
    expect(supervisor.pid('postgres')).toBeUndefined();
  });

  it('leaves the embedded PostgreSQL to Crier alone when only Temporal is elsewhere', async () => {
    const supervisor = await world.open();
    const running = await startInfrastructure(
      await config({ TEMPORAL_ADDRESS: 'elsewhere:7233' }),
      supervisor,
      world.say,
    );
    expect(new URL(running.databaseUrl).pathname).toBe('/crier');
    expect(supervisor.pid('temporal')).toBeUndefined();
  });

  it('fails in one line when the Temporal port is taken, before anything starts', async () => {
    const settings = await config();
    const server = net.createServer().listen(settings.TEMPORAL_PORT, '127.0.0.1');
    try {
      const supervisor = await world.open();
      await expect(startInfrastructure(settings, supervisor, world.say)).rejects.toThrow(
        `Port ${settings.TEMPORAL_PORT} for the Temporal server is in use`,
      );
      expect(supervisor.pid('postgres')).toBeUndefined();
    } finally {
      server.close();
    }
  });
});
