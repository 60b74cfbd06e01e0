import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../../migrations/index.ts';
import { loadConfig, type Config } from '../../platform/config/config.ts';
import { migrate } from '../../platform/database.ts';
import { runMigrate } from '../../run/roles/migrate.ts';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';

describe('An update', () => {
  let crier: TestInstance;
  let config: Config;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    config = { ...loadConfig(crier.env), CRIER_DATA_DIR: crier.dataDir };
  });
  afterAll(() => crier?.stop());
  afterEach(() => rmSync(join(crier.dataDir, 'backups'), { recursive: true, force: true }));
  const backups = (): string[] => readdirSync(join(crier.dataDir, 'backups')).toSorted();
  const last = migrations.at(-1)?.name ?? '';
  const goBack = async (): Promise<void> => {
    await crier.context.database.orm.migrator.down();
  };
  const isMigrated = async (): Promise<boolean> =>
    (await sql(crier, 'select 1 from migration where name = $1', [last])).length === 1;

  it('backs up what is there before it changes the tables, readable by its owner alone', async () => {
    await goBack();
    await runMigrate(config);
    const [name = ''] = backups();
    expect([backups().length, name, await isMigrated()]).toEqual([
      1,
      expect.stringMatching(/^before-\d+\.\d+\.\d+.*-\d{8}T\d{6}Z\.tar$/),
      true,
    ]);
    expect(statSync(join(crier.dataDir, 'backups', name)).mode & 0o777).toBe(0o600);
  });

  it('makes none when the tables stay as they are', async () => {
    mkdirSync(join(crier.dataDir, 'backups'));
    await runMigrate(config);
    expect(backups()).toEqual([]);
  });

  it('keeps the newest three, and leaves other files alone', async () => {
    mkdirSync(join(crier.dataDir, 'backups'));
    for (const name of ['before-2.9.0-20260101T000000Z.tar', 'before-2.10.0-20260201T000000Z.tar']) {
      writeFileSync(join(crier.dataDir, 'backups', name), '');
    }
    writeFileSync(join(crier.dataDir, 'backups', 'before-2.11.0-20251201T000000Z.tar'), '');
    writeFileSync(join(crier.dataDir, 'backups', 'mine.tar'), '');
    await goBack();
    await runMigrate(config);
    expect(backups()).toEqual([
      'before-2.10.0-20260201T000000Z.tar',
      expect.stringMatching(/^before-2\.12/),
      'before-2.9.0-20260101T000000Z.tar',
      'mine.tar',
    ]);
  });

  it('changes nothing when the backup cannot be written, unless it may do without', async () => {
    writeFileSync(join(crier.dataDir, 'backups'), 'a file is in the way');
    await goBack();
    await expect(runMigrate(config)).rejects.toThrow(/has changed nothing\. CRIER_UPGRADE_BACKUP=false/);
    expect(await isMigrated()).toBe(false);
    await runMigrate({ ...config, CRIER_UPGRADE_BACKUP: false });
    expect(await isMigrated()).toBe(true);
  });

  it('is refused by an earlier version, which explains how to go back', async () => {
    await sql(
      crier,
      "insert into migration (name, executed_at) values ('20991231000000-from-the-future', now())",
    );
    await expect(runMigrate(config)).rejects.toThrow(/newer version of Crier .* restore the backup/);
    await sql(crier, "delete from migration where name like '2099%'");
    await migrate(crier.context.database);
  });
});
