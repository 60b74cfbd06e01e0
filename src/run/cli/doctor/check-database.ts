/** PostgreSQL: whether it answers, has the tables of this version, and agrees on the time. */
import { migrations } from '../../../../migrations/index.ts';
import type { Statement } from '../../../platform/database.ts';
import { POOLER_FIX, isPoolerRefusal } from '../../../platform/database-url.ts';
import { hasSpace } from '../../../platform/database-space.ts';
import { messageOf } from '../errors.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'config' | 'database'>;

const VERSION: Statement = {
  name: 'doctor-version',
  text: "select current_setting('server_version') as version",
};

/** The other checks of the database are made only if this one is `ok`. */
export async function checkDatabase({ config, database }: Deps): Promise<Finding> {
  try {
    const [row] = await database.query<{ version: string }>(VERSION);
    return ok('Database', `PostgreSQL ${row?.version} answers at ${hostOf(config.DATABASE_URL)}`);
  } catch (error) {
    return fail(
      'Database',
      `${hostOf(config.DATABASE_URL)} does not answer: ${messageOf(error)}`,
      isPoolerRefusal(error)
        ? POOLER_FIX
        : 'Start PostgreSQL, or correct DATABASE_URL (user, password, host, port, database)',
    );
  }
}

/** Only a full disk is reported. */
export async function checkDatabaseSpace({ database }: Pick<Deps, 'database'>): Promise<Finding[]> {
  if (await hasSpace(database)) return [];
  return [
    fail(
      'Disk of the database',
      'it is full: nothing can be stored, and nothing is sent without being recorded first',
      'Free up space on the disk of PostgreSQL; everything then continues automatically',
    ),
  ];
}

const APPLIED: Statement = { name: 'doctor-migrations', text: 'select name from migration' };
const HAS_TABLE: Statement = {
  name: 'doctor-has-migrations',
  text: "select to_regclass('migration') is not null as there",
};

/** Whether the tables are those of this version. */
export async function checkMigrations({ database }: Pick<Deps, 'database'>): Promise<Finding> {
  const [table] = await database.query<{ there: boolean }>(HAS_TABLE);
  const applied = new Set(
    table?.there ? (await database.query<{ name: string }>(APPLIED)).map((m) => m.name) : [],
  );
  const known = migrations.map((m) => m.name);
  const missing = known.filter((name) => !applied.has(name));
  const newer = [...applied].filter((name) => !known.includes(name));
  if (newer.length) {
    return fail(
      'Migrations',
      `the database was migrated by a newer version of Crier (${newer.join(', ')})`,
      'Run that version, or restore a backup from before the update',
    );
  }
  if (missing.length) {
    return fail(
      'Migrations',
      `${missing.length} of ${known.length} are missing`,
      'Run npm run migrate (npm start does it for you)',
    );
  }
  return ok('Migrations', `all applied (${known.length})`);
}

const CLOCK: Statement = {
  name: 'doctor-clock',
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
};

/** How far this machine's clock is from the database's, which decides when a post is due. */
export async function checkClock(
  { database }: Pick<Deps, 'database'>,
  now: () => number = Date.now,
): Promise<Finding> {
  await database.query(CLOCK); // the first call opens a connection, which takes time
  const before = now();
  const [row] = await database.query<{ now: number }>(CLOCK);
  // The database read its clock somewhere between the call and its answer.
  const skewMs = Math.round((row?.now ?? 0) - (before + now()) / 2);
  const detail = `${Math.abs(skewMs)} ms between this machine and the database`;
  return Math.abs(skewMs) > 1000
    ? warn(
        'Clock',
        detail,
        'Turn on time synchronisation (NTP) on both machines: posts are published by these clocks',
      )
    : ok('Clock', detail);
}

/** The URL of a database without user and password. */
function hostOf(url: string | undefined): string {
  if (!url || !URL.canParse(url)) return 'the URL in DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
