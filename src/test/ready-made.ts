/**
 * Databases and namespaces that are made ahead, while tests run: each takes about a second, nearly all of it
 * waiting. A test that needs one takes it out of a table on the shared server; used databases are dropped
 * later.
 */
import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { ensureNamespace } from '../../temporal/client.ts';
import { connectDatabase, migrate } from '../platform/database.ts';

type Kind = 'database' | 'namespace';

/** How many of each wait to be taken. */
const AHEAD: Readonly<Record<Kind, number>> = { database: 4, namespace: 8 };
/** Each drop makes the server write all that it has in memory, so they are done a few at a time. */
const DROPS = 8;
const CHANNEL = 'ready_made';
const TEMPLATE = 'crier_template';

/** The servers that all tests of a run share. */
export interface Servers {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
}

/** The URL of another database of the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A name that no other test of the run has. */
export const uniqueName = (): string => `test_${randomBytes(6).toString('hex')}`;

/** Runs one statement on a connection of its own. */
export async function admin<Row extends object>(
  server: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  return client.query<Row>(statement, values).then(
    ({ rows }) => client.end().then(() => rows),
    (error: unknown) =>
      client.end().then(() => {
        throw error;
      }),
  );
}

/** A migrated database, or a namespace that can be used; null when none waits. */
export async function takeReadyMade(server: string, kind: Kind): Promise<string | null> {
  const [row] = await admin<{ name: string }>(
    server,
    `with taken as (
       delete from ready_made where name in
         (select name from ready_made where kind = $1 limit 1 for update skip locked)
       returning name)
     select name, pg_notify('${CHANNEL}', '') from taken`,
    [kind],
  );
  return row?.name ?? null;
}

/** Has a database dropped when there is time for it. */
export async function dropLater(server: string, name: string): Promise<void> {
  await admin(server, `insert into ready_made (kind, name) values ('done', $1)`, [name]);
}

/** Keeps the table filled until `stop` is called. */
export async function keepReady(servers: Servers): Promise<{ stop(): Promise<void> }> {
  const maker = new Maker(servers);
  await maker.open();
  return maker;
}

class Maker {
  readonly #server: string;
  readonly #listener: pg.Client;
  readonly #pool: pg.Pool;
  readonly #temporal: Client;
  #taken = Promise.withResolvers<void>();
  #stopped = false;
  #loops: Promise<void>[] = [];

  constructor({ databaseUrl: server, temporalAddress }: Servers) {
    this.#server = server;
    this.#listener = new pg.Client({ connectionString: server });
    this.#pool = new pg.Pool({ connectionString: server, max: 4 });
    this.#temporal = new Client({ connection: Connection.lazy({ address: temporalAddress }) });
  }

  async open(): Promise<void> {
    // The end of the server ends these connections; the loops then report what they miss.
    this.#pool.on('error', () => this.#look());
    this.#listener.on('error', () => this.#look());
    await this.#listener.connect();
    this.#listener.on('notification', () => this.#look());
    await this.#pool.query('create table ready_made (kind text not null, name text primary key)');
    await this.#listener.query(`listen ${CHANNEL}`);
    await makeTemplate(this.#server);
    // One namespace takes a second of waiting until the whole server knows it.
    this.#loops = [
      this.#keep('database', () => this.#makeDatabase()),
      ...[1, 2, 3].map(() => this.#keep('namespace', () => this.#makeNamespace())),
    ];
    // Without these, each test makes its own.
    for (const loop of this.#loops) {
      loop.catch((error: Error) =>
        process.stderr.write(`nothing is made ahead any more: ${error.message}\n`),
      );
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#look();
    await Promise.allSettled(this.#loops);
    await Promise.all([this.#listener.end(), this.#pool.end(), this.#temporal.connection.close()]);
  }

  #look(): void {
    this.#taken.resolve();
    this.#taken = Promise.withResolvers();
  }

  async #keep(kind: Kind, make: () => Promise<string>): Promise<void> {
    while (!this.#stopped) {
      const taken = this.#taken.promise;
      if ((await this.#names(kind)).length >= AHEAD[kind]) {
        await taken;
        continue;
      }
      const name = await make();
      await this.#pool.query('insert into ready_made (kind, name) values ($1, $2)', [kind, name]);
    }
  }

  async #names(kind: string): Promise<string[]> {
    const { rows } = await this.#pool.query<{ name: string }>('select name from ready_made where kind = $1', [
      kind,
    ]);
    return rows.map(({ name }) => name);
  }

  async #makeDatabase(): Promise<string> {
    const used = await this.#names('done');
    if (used.length >= DROPS) {
      for (const name of used) await this.#pool.query(`drop database if exists ${name} with (force)`);
      await this.#pool.query('delete from ready_made where name = any($1)', [used]);
    }
    const name = uniqueName();
    await this.#pool.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    return name;
  }

  async #makeNamespace(): Promise<string> {
    const name = uniqueName();
    await ensureNamespace(this.#temporal, name);
    return name;
  }
}

async function makeTemplate(server: string): Promise<void> {
  await admin(server, `create database ${TEMPLATE}`);
  const database = await connectDatabase({
    url: databaseUrl(server, TEMPLATE),
    poolSize: 2,
    applicationName: 'crier-test',
  });
  await migrate(database).finally(() => database.close());
}
