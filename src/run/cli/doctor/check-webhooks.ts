/**
 * Checks whether the events for webhooks arrive. Nothing is sent to try them: a receiver would take it for
 * news.
 */
import type { Statement } from '../../../platform/database.ts';
import { counted } from '../../../platform/counted.ts';
import { SWITCHED_OFF } from '../../../webhooks/webhooks.ts';
import { shortDate } from '../output.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

/** How many are named; by their names, not their URLs, which may hold a secret. */
const NAMED = 3;

// What is due is tried within seconds, but for a receiver that is slow and has many before it.
const WEBHOOKS: Statement = {
  name: 'doctor-webhooks',
  text: `select w.name, o.name as organization, w.disabled_at as "disabledAt", w.disabled_reason as "disabledReason",
      w.failing_since as "failingSince", d.waiting, d.overdue
    from webhook w
    join organization o on o.id = w.organization_id
    cross join lateral (
      select count(*)::int as waiting,
        count(*) filter (where coalesce(d.next_at, d.created_at) < now() - interval '5 minutes')::int as overdue
      from webhook_delivery d
      where d.webhook_id = w.id and d.state = 'pending'
    ) d
    order by w.created_at`,
};

interface Row {
  readonly name: string;
  readonly organization: string;
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
  readonly failingSince: Date | null;
  readonly waiting: number;
  readonly overdue: number;
}

/** Nothing to report without any. */
export async function checkWebhooks({ database }: Pick<DoctorDeps, 'database'>): Promise<Finding[]> {
  const all = await database.query<Row>(WEBHOOKS);
  if (!all.length) return [];
  const on = all.filter(({ disabledAt }) => !disabledAt);
  const overdue = on.filter((row) => row.overdue > 0);
  const failing = on.filter(({ failingSince }) => failingSince);
  const ended = all.filter(({ disabledReason }) => disabledReason && disabledReason !== SWITCHED_OFF);
  const findings = [
    ...(overdue.length
      ? [
          fail(
            'Webhooks',
            `${counted(sum(overdue, 'overdue'), 'event')} should have been sent more than 5 minutes ago: ${named(overdue, ({ waiting }) => `${waiting} to be sent`)}`,
            'Workers send them: see the lines about the worker, Temporal and the outbox. Where only one receiver has many, it answers too slowly',
          ),
        ]
      : []),
    ...(failing.length
      ? [
          warn(
            'Webhooks',
            `${counted(failing.length, 'receiver')} without success: ${named(failing, (row) => `since ${shortDate(row.failingSince)}, ${row.waiting} to be sent`)}`,
            'Their log says what they answer: Settings > Developers > Webhooks. What waits is tried for three days',
          ),
        ]
      : []),
    ...(ended.length
      ? [
          warn(
            'Webhooks',
            `${counted(ended.length, 'webhook')} switched off by Crier: ${named(ended, ({ disabledReason }) => disabledReason ?? '')}`,
            'Repair the receiver, switch the webhook on and send again what has failed (Settings > Developers > Webhooks), or delete it',
          ),
        ]
      : []),
  ];
  const waiting = counted(sum(on, 'waiting'), 'event');
  return findings.length ? findings : [ok('Webhooks', `${on.length} on, ${waiting} to be sent`)];
}

const sum = (rows: readonly Row[], column: 'waiting' | 'overdue'): number =>
  rows.reduce((total, row) => total + row[column], 0);

function named(rows: readonly Row[], text: (row: Row) => string): string {
  const first = rows.slice(0, NAMED).map((row) => `"${row.name}" of ${row.organization} (${text(row)})`);
  const more = rows.length - first.length;
  return [...first, ...(more ? [`${more} more`] : [])].join(', ');
}
