import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectDatabase, migrate, transactPatiently, type Database, type Statement } from './database.ts';
import { Organization } from './entities/organization.ts';
import { countRows, sql } from '../test/factories.ts';
import { startTcpProxy } from '../test/faults/tcp-proxy.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { admin, databaseUrl, dropLater, uniqueName } from '../test/ready-made.ts';

const statement = (text: string, name = text): Statement => ({ name, text });

/** From now on each change of the schema notes under which limits it ran. */
const NOTE_SETTINGS = `
  create table noted (statement text, lock text);
  create function note_settings() returns event_trigger language plpgsql as $$ begin
    insert into noted values (current_setting('statement_timeout'), current_setting('lock_timeout'));
  end $$;
  create event trigger note_settings on ddl_command_end execute function note_settings()`;
const WAITING =
  "select 1 from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock' and wait_event = 'relation'";
const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';

/** An empty database beside the instance's own. */
async function newDatabase(crier: TestInstance): Promise<{ name: string; url: string }> {
  const name = uniqueName();
  await admin(SERVER, `create database ${name}`);
  return { name, url: databaseUrl(crier.env.DATABASE_URL ?? '', name) };
}

describe('the database handle', () => {
  let crier: TestInstance;
  let database: Database;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    database = await connectDatabase({
      url: crier.env.DATABASE_URL ?? '',
      poolSize: 2,
      applicationName: 'crier-db-test',
    });
  });
  afterAll(async () => {
    await database?.close();
    await crier?.stop();
  });

  it('runs a prepared statement and returns its rows', async () => {
    expect(
      await database.query<{ sum: number }>(statement('select $1::int + $2::int as sum', 'sum'), [2, 3]),
    ).toEqual([{ sum: 5 }]);
    expect(await database.query(statement('select $1::int + $2::int as sum', 'sum'), [4, 5])).toEqual([
      { sum: 9 },
    ]);
  });

  it('never puts a value into the text of a statement', async () => {
    const evil = "'; drop table organization; --";
    expect(await database.query(statement('select $1::text as said', 'said'), [evil])).toEqual([
      { said: evil },
    ]);
    expect(await countRows(crier, 'organization')).toBe(1);
  });

  it('rolls a unit of work back as a whole', async () => {
    const before = await countRows(crier, 'organization');
    await expect(
      database.fork().transactional(async (tx) => {
        tx.create(Organization, { name: 'Never there' });
        await tx.flush();
        throw new Error('after all');
      }),
    ).rejects.toThrow('after all');
    expect(await countRows(crier, 'organization')).toBe(before);
  });

  it('gives every caller its own unit of work, and none to a caller that did not ask', async () => {
    expect(database.fork()).not.toBe(database.fork());
    await expect(database.orm.em.count(Organization, {})).rejects.toThrow(/global EntityManager/);
  });

  it('keeps all its connections when they die in the middle of transactions', async () => {
    const die = (): Promise<unknown> =>
      database.fork().transactional((tx) => tx.execute('select pg_terminate_backend(pg_backend_pid())'));
    for (let i = 0; i < 6; i++) await expect(die()).rejects.toThrow();
    const both = await Promise.all(
      [1, 2].map((n) =>
        database.fork().transactional((tx) => tx.execute<{ n: number }[]>('select ?::int as n', [n])),
      ),
    );
    expect(both).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  });

  it('keeps its connections when they die while idle', async () => {
    await Promise.all([1, 2].map(() => database.query(statement('select pg_sleep(0.05)', 'rest'))));
    await crier.context.database.query(
      statement(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'crier-db-test'",
        'kill',
      ),
    );
    // A caller at this very moment may get an error; nobody after that.
    await Promise.allSettled([1, 2].map(() => database.query(statement('select 1 as one', 'one'))));
    expect(await database.query(statement('select 1 as one', 'one'))).toEqual([{ one: 1 }]);
  });

  it('gives up connections that fall silent, and no statement that may take its time', async () => {
    const url = new URL(crier.env.DATABASE_URL ?? '');
    const proxy = await startTcpProxy(url.host);
    url.host = proxy.address;
    const far = await connectDatabase({
      url: url.href,
      poolSize: 2,
      applicationName: 'crier-db-far',
      statementMs: 1000,
    });
    try {
      const both = (): Promise<unknown>[] => [
        far.query(statement('select 1 as one', 'far')),
        far.fork().transactional((tx) => tx.execute('select 1 as one')),
      ];
      await Promise.all(both());
      proxy.forget();
      for (const lost of both()) await expect(lost).rejects.toThrow('Connection terminated');
      await eventually('both have been taken back', () =>
        Promise.all([...both(), ...both()]).catch(() => false),
      );
      await transactPatiently(far, (tx) => tx.execute('select pg_sleep(2)'));
    } finally {
      await far.close();
      await proxy.stop();
    }
  });

  it('has the server find out within half a minute that this machine is gone', async () => {
    const settings = ['idle', 'interval', 'count'].map((name) => `tcp_keepalives_${name}`);
    const values = await Promise.all(
      [...settings, 'tcp_user_timeout'].map((name) =>
        database.query(statement(`select current_setting('${name}') as value`)),
      ),
    );
    expect(values.flat()).toEqual(['10', '5', '3', '25000'].map((value) => ({ value })));
  });

  it('uses UTC, in any time zone of the machine', async () => {
    expect(
      await database.fork().getConnection().execute("select to_char(current_timestamp, 'TZ') as zone"),
    ).toEqual([{ zone: 'UTC' }]);
  });

  it('migrates from several processes at once, and changes nothing the second time', async () => {
    await Promise.all([migrate(database), migrate(crier.context.database)]);
    expect(await countRows(crier, 'migration')).toBeGreaterThan(0);
  });

  it('changes tables without a limit of time, lets those who use them go first, and tries again', async () => {
    const { name, url } = await newDatabase(crier);
    const old = await connectDatabase({ url, poolSize: 2, applicationName: name });
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    try {
      await migrate(old, '20261121000000-create-core');
      await holder.query(NOTE_SETTINGS);
      // Something reads for a long time, as a backup does.
      await holder.query('begin');
      await holder.query('select count(*) from post');
      const migrated = migrate(old);
      await eventually('the migration waits for the table', async () => {
        return (await sql(crier, WAITING, [name])).length > 0;
      });
      // A statement that comes now waits behind the migration, until it steps back.
      expect(await old.query(statement('select count(*)::int as n from post', 'reader'))).toEqual([{ n: 0 }]);
      await holder.query('commit');
      await migrated;
      const { rows } = await holder.query<{ statement: string; lock: string }>(
        'select distinct * from noted',
      );
      expect(rows).toEqual([{ statement: '0', lock: '3s' }]);
    } finally {
      await holder.end();
      await old.close();
      await dropLater(SERVER, name);
    }
  });

  it('connects only on first use', async () => {
    const nowhere = await connectDatabase({
      url: 'postgres://nobody:nothing@127.0.0.1:1/none',
      poolSize: 1,
      applicationName: 'crier-nowhere',
    });
    await expect(nowhere.query(statement('select 1', 'first'))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    await nowhere.close();
  });
});
