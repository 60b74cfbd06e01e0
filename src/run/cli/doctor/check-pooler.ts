/** Where DATABASE_URL leads to a pooler: whether DATABASE_DIRECT_URL leads past it, to the same database. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Statement } from '../../../platform/database.ts';
import { POOLER_FIX } from '../../../platform/database-url.ts';
import { messageOf } from '../errors.ts';
import { DEADLINE_MS, fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

const CHECK = 'Pooler';
const LIMIT: Statement = {
  name: 'doctor-time-limit',
  text: "select current_setting('statement_timeout') as limit",
};
const NOTIFY: Statement = { name: 'doctor-notify', text: "select pg_notify('crier_doctor', $1)" };

/** Nothing without a pooler. What is announced through the pooler must arrive on the direct connection. */
export async function checkPooler({
  config,
  database,
}: Pick<DoctorDeps, 'config' | 'database'>): Promise<Finding[]> {
  if (!config.DATABASE_DIRECT_URL) return [];
  const direct = new pg.Client({
    connectionString: config.DATABASE_DIRECT_URL,
    connectionTimeoutMillis: DEADLINE_MS,
    query_timeout: DEADLINE_MS,
  });
  try {
    await direct.connect();
    const message = randomUUID();
    const arrived = new Promise<boolean>((resolve) => {
      direct.on('notification', ({ payload }) => payload === message && resolve(true));
      direct.on('error', () => resolve(false));
    });
    await direct.query('listen crier_doctor');
    await database.query(NOTIFY, [message]);
    if (!(await Promise.race([arrived, sleep(DEADLINE_MS, false, { ref: false })]))) {
      return [fail(CHECK, 'what DATABASE_URL announces does not arrive at DATABASE_DIRECT_URL', POOLER_FIX)];
    }
  } catch (error) {
    return [fail(CHECK, `DATABASE_DIRECT_URL does not answer: ${messageOf(error)}`, POOLER_FIX)];
  } finally {
    await direct.end().catch(() => undefined);
  }
  const [row] = await database.query<{ limit: string }>(LIMIT);
  return [
    row?.limit === '0'
      ? warn(
          CHECK,
          'statements through the pooler have no time limit',
          "Add connect_query='set statement_timeout = 30000' to the database's line in pgbouncer.ini",
        )
      : ok(CHECK, `statements end after ${row?.limit}; live updates arrive past it`),
  ];
}
