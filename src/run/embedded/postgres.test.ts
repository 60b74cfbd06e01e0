import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorld, cacheDir, until, type World } from './fixtures/world.ts';
import { freePort } from './ports.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { postgresAnswers, withPostgres } from '../../platform/postgres-client.ts';
import { postgresUser } from './postgres-user.ts';
import { isAlive } from '../../platform/processes.ts';
import type { Supervisor } from './supervisor.ts';

let world: World;
beforeEach(() => {
  world = buildWorld();
});
afterEach(() => world.dispose());

const start = (supervisor: Supervisor): Promise<Postgres> =>
  startPostgres({ supervisor, dataDir: world.dataDir, cacheDir, say: world.say });

/** One row in a table of its own database. */
async function remember(postgres: Postgres, text: string): Promise<void> {
  await postgres.createDatabase('crier');
  await withPostgres(postgres.url('crier'), async (client) => {
    await client.query('CREATE TABLE memory (words text)');
    await client.query('INSERT INTO memory VALUES ($1)', [text]);
  });
}

const recall = (postgres: Postgres) =>
  withPostgres(
    postgres.url('crier'),
    async (client) => (await client.query('SELECT words FROM memory')).rows,
  );

describe('the embedded PostgreSQL', () => {
  it('keeps its data, its password and its port over a restart, and creates the cluster only once', async () => {
    const supervisor = await world.open();
    const first = await start(supervisor);
    await remember(first, 'grüße');
    await supervisor.stopAll();
    const second = await start(await world.open());
    expect(await recall(second)).toEqual([{ words: 'grüße' }]);
    expect(second.adminUrl).toBe(first.adminUrl);
    expect(world.said).toEqual(['Making the database (once, a few seconds)']);
  });

  it('recovers automatically after SIGKILL, with everything that was committed', async () => {
    const supervisor = await world.open();
    const postgres = await start(supervisor);
    await remember(postgres, 'committed');
    const killed = postgres.pid()!;
    process.kill(killed, 'SIGKILL');
    await until(() => world.said.includes('postgres runs again'));
    expect(postgres.pid()).not.toBe(killed);
    expect(await recall(postgres)).toEqual([{ words: 'committed' }]);
  });

  it('starts although the process number of the previous server now belongs to another program', async () => {
    const supervisor = await world.open();
    await remember(await start(supervisor), 'still here');
    await supervisor.stopAll();
    const other = spawn('sleep', ['600'], { ...(await postgresUser()), stdio: 'ignore' });
    try {
      const lock = join(world.dataDir, 'postgres', 'postmaster.pid');
      writeFileSync(
        lock,
        `${other.pid}\n${join(world.dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n  1 0\nready\n`,
      );
      expect(await recall(await start(await world.open()))).toEqual([{ words: 'still here' }]);
      expect(isAlive(other.pid!)).toBe(true);
    } finally {
      other.kill();
    }
  });

  it('ends an unsupervised server before it starts its own', async () => {
    const supervisor = await world.open();
    await start(supervisor);
    await supervisor.stopAll();
    const user = await postgresUser();
    const { postgres } = await postgresBinaries({ user, cacheDir });
    const cluster = join(world.dataDir, 'postgres');
    const orphan = spawn(
      postgres,
      ['-D', cluster, '-p', String(await freePort()), '-c', 'unix_socket_directories='],
      { ...user, stdio: 'ignore' },
    ).pid!;
    await until(() => existsSync(join(cluster, 'postmaster.pid')));
    const second = await start(await world.open());
    expect(isAlive(orphan)).toBe(false);
    expect(await postgresAnswers(second.adminUrl)).toBe(true);
    expect(world.said).toContain(`Ending the PostgreSQL server of an earlier run (process ${orphan})`);
  });

  it('creates a missing database and leaves an existing one alone', async () => {
    const postgres = await start(await world.open());
    await remember(postgres, 'still here');
    await postgres.createDatabase('crier');
    expect(await recall(postgres)).toEqual([{ words: 'still here' }]);
  });

  it('refuses a connection without its password, which only the owner can read', async () => {
    const postgres = await start(await world.open());
    expect(await postgresAnswers(postgres.adminUrl)).toBe(true);
    expect(await postgresAnswers(postgres.adminUrl.replace(postgres.password, 'guess'))).toBe(false);
    expect(statSync(join(world.dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
  });

  it('writes safely: fsync and synchronous_commit are on', async () => {
    const postgres = await start(await world.open());
    const { rows } = await withPostgres(postgres.adminUrl, (client) =>
      client.query(
        "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') ORDER BY name",
      ),
    );
    expect(rows.map((row) => row.setting)).toEqual(['on', 'on', 'on']);
  });

  it('refuses a data folder of a newer major version and explains what to do', async () => {
    mkdirSync(join(world.dataDir, 'postgres'));
    writeFileSync(join(world.dataDir, 'postgres', 'PG_VERSION'), '99\n');
    await expect(start(await world.open())).rejects.toThrow(
      /was written by PostgreSQL 99; this Crier brings PostgreSQL \d+: start the newer Crier/,
    );
  });

  it('refuses a folder that is not a cluster and touches nothing in it', async () => {
    mkdirSync(join(world.dataDir, 'postgres'));
    writeFileSync(join(world.dataDir, 'postgres', 'holiday.jpg'), 'x');
    await expect(start(await world.open())).rejects.toThrow('exists and is not a PostgreSQL data folder');
    expect(statSync(join(world.dataDir, 'postgres', 'holiday.jpg')).size).toBe(1);
  });
});
