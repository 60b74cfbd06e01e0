import type { Statement } from '../../../platform/database.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

const OLDEST: Statement = {
  name: 'doctor-outbox',
  text: `
    select count(*)::int as rows,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age,
      (select last_error from outbox where last_error is not null order by created_at limit 1) as reason
    from outbox`,
};
const LATE_SECONDS = 10;
const TOO_LATE_SECONDS = 60;

/** Messages that Temporal has not received yet. While a worker runs, each takes a second or two. */
export async function checkOutbox({ database }: Pick<DoctorDeps, 'database'>): Promise<Finding> {
  const [outbox] = await database.query<{ rows: number; age: number; reason: string | null }>(OLDEST);
  if (!outbox?.rows) return ok('Outbox', 'empty');
  const reason = outbox.reason ? `: ${outbox.reason}` : '';
  const detail = `${outbox.rows} waiting, the oldest for ${Math.round(outbox.age)} s${reason}`;
  const fix = 'A worker delivers them once Temporal answers: see the lines about the worker and Temporal';
  if (outbox.age > TOO_LATE_SECONDS) return fail('Outbox', detail, fix);
  return outbox.age > LATE_SECONDS ? warn('Outbox', detail, fix) : ok('Outbox', detail);
}
