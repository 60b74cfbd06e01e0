import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrations } from '../../../migrations/index.ts';
import { ensureFirstRun } from '../../organizations/first-run.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { lookAtDatabase, migrationNames } from './look-at-database.ts';

describe('what npm start finds in its database', () => {
  let crier: TestInstance;
  const look = (sandbox = true) => lookAtDatabase(crier.env.DATABASE_URL ?? '', { sandbox });
  const run = (sql: string) => crier.context.database.fork().execute(sql);

  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
  });

  afterAll(() => crier.stop());

  it('knows the migrations by their files', () => {
    expect(migrationNames().sort()).toEqual(migrations.map(({ name }) => name).sort());
  });

  it('is migrated, but has yet to be set up', async () => {
    await run("delete from instance_state where key in ('first_run', 'set_up')");
    expect(await look()).toEqual({ migrated: true, welcome: undefined });
    await ensureFirstRun(crier.context);
    expect(await look()).toEqual({ migrated: true, welcome: undefined });
  });

  it('needs nothing once there is an account', async () => {
    await run("insert into instance_state (key, value) values ('set_up', 'true')");
    const welcome = await ensureFirstRun(crier.context);
    expect(await look()).toEqual({ migrated: true, welcome: { ...welcome, key: null, setupCode: null } });
  });

  it('needs the sandbox channel only where the sandbox is offered', async () => {
    await run("update integration set deleted_at = now() where provider = 'sandbox'");
    expect((await look()).welcome).toBeUndefined();
    expect((await look(false)).welcome).toMatchObject({ sandboxChannelId: null });
  });

  it('is to be migrated when a migration is missing, and when it knows one that we do not', async () => {
    const [{ name }] = (await run('select name from migration order by name desc limit 1')) as [
      { name: string },
    ];
    await run(`update migration set name = '20991231000000-of-a-newer-version' where name = '${name}'`);
    expect(await look()).toEqual({ migrated: false });
    await run("delete from migration where name = '20991231000000-of-a-newer-version'");
    expect(await look()).toEqual({ migrated: false });
    await run(`insert into migration (name) values ('${name}')`);
    expect((await look()).migrated).toBe(true);
  });

  it('is left to the migration when it cannot be read', async () => {
    expect(await lookAtDatabase('postgres://nobody@127.0.0.1:1/none', { sandbox: true })).toEqual({
      migrated: false,
    });
  });
});
