/** The numbers of all channels of an organisation over some days, and how they changed. */
import type { Provider } from '../../providers/_kit/contract.ts';
import type { ProviderDeps } from '../../providers/_kit/context.ts';
import type { Reader, Statement } from '../platform/database.ts';
import { numbersKind } from './daily-numbers.ts';

/** Which channels: all of the organisation, or those of one network, or one alone. */
export interface ChannelFilter {
  readonly organizationId: string;
  readonly channelId: string | null;
  readonly network: string | null;
}

/** One number of a channel as stored: totals by day, twice as many days as are shown. */
interface StoredMetric {
  readonly label: string;
  readonly perDay: boolean;
  readonly days: Readonly<Record<string, number>>;
}

interface ChannelRow {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly picture: string | null;
  readonly isConnected: boolean;
  readonly readMs: number | null;
  readonly problem: string | null;
  readonly metrics: readonly StoredMetric[];
}

/** The channels `i` of a filter, whose values are the first three of a statement. */
export const FILTERED = `i.organization_id = $1
      and i.deleted_at is null
      and ($2::uuid is null or i.id = $2)
      and ($3::text is null or i.provider = $3)`;
export const filterValues = ({ organizationId, channelId, network }: ChannelFilter): unknown[] => [
  organizationId,
  channelId,
  network,
];

const READ: Statement = {
  name: 'read-all-numbers',
  text: `with metric as (
      select m.integration_id, m.label, bool_or(m.per_day) as per_day, max(m.place) as place,
        jsonb_object_agg(m.day, m.total) as days
      from metric_day m
      join integration i on i.id = m.integration_id
      where ${FILTERED} and m.post_id is null and m.day > (now() at time zone 'UTC')::date - 2 * $4::int
      group by m.integration_id, m.label
    )
    select i.id, i.name, i.provider, i.picture, not i.disabled and not i.refresh_needed as "isConnected",
      floor(extract(epoch from r.read_at) * 1000)::float8 as "readMs", r.problem,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('label', label, 'perDay', per_day, 'days', days) order by place, label)
        from metric
        where integration_id = i.id
      ), '[]') as metrics
    from integration i
    left join numbers_run r on r.integration_id = i.id
    where ${FILTERED}
    order by i.created_at, i.id`,
};

/** What the web app needs of the context. */
interface NumbersDeps extends ProviderDeps {
  readonly database: Reader;
  readonly providers: ReadonlyMap<string, Provider>;
}

/** The channels with their numbers of the last days, today (UTC) included, as the web app shows them. */
export async function readAllNumbers(deps: NumbersDeps, filter: ChannelFilter, days: number) {
  const rows = await deps.database.query<ChannelRow>(READ, [...filterValues(filter), days]);
  const period = daysUntil(Date.now(), days);
  return rows.map(({ provider: identifier, readMs, metrics, ...row }) => {
    const provider = deps.providers.get(identifier);
    return {
      ...row,
      identifier,
      network: provider?.name ?? identifier,
      kind: numbersKind(deps, provider),
      ofPostsOnly: !provider?.analytics,
      readAt: readMs === null ? null : new Date(readMs).toISOString(),
      metrics: metrics.flatMap((metric) => summarize(metric, period) ?? []),
    };
  });
}

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** The days of a period of this length; the day of `nowMs` is the last one. */
export const daysUntil = (nowMs: number, count: number): string[] =>
  Array.from({ length: count }, (_, n) => dayOf(nowMs - (count - 1 - n) * DAY_MS));

/**
 * A number over the days of a period. `before`: what `total` is compared with. For numbers that can be added,
 * the sum over the same days of the period before, if all of them are known (networks report the newest days
 * late). Otherwise the number as it was before the period, or first within it. null where nothing is known.
 */
export function summarize({ label, perDay, days }: StoredMetric, period: readonly string[]) {
  const series = period.map((day) => days[day] ?? null);
  const known = series.filter((total) => total !== null);
  const last = known.at(-1);
  if (last === undefined) return undefined;
  const [first = ''] = period;
  const earlier = Object.keys(days)
    .filter((day) => day < first)
    .toSorted();
  if (!perDay) {
    const before = days[earlier.at(-1) ?? ''] ?? (known.length > 1 ? (known[0] ?? null) : null);
    return { label, perDay, total: last, before, series };
  }
  const sum = (totals: readonly number[]): number => totals.reduce((all, one) => all + one, 0);
  const counterparts = period
    .filter((day) => days[day] !== undefined)
    .map((day) => days[dayOf(Date.parse(day) - period.length * DAY_MS)]);
  const isWhole = counterparts.every((total) => total !== undefined);
  return { label, perDay, total: sum(known), before: isWhole ? sum(counterparts) : null, series };
}
