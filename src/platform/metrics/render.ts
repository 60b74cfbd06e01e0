/**
 * The metrics of the instance in Prometheus' text format. Names are listed in docs/operations.md; no label
 * names an organisation, a channel or a post.
 */
import { Counter, Gauge, Registry, type Histogram } from 'prom-client';
import { FINAL_STATES } from '../../../temporal/contract/post-states.ts';
import type { Database } from '../database.ts';
import { strayErrors } from '../stray-errors.ts';
import { readInstanceState, type InstanceState } from './instance-state.ts';
import { LATENESS_BOUNDS_MS, readTimelineTotals, type TimelineTotals } from './timeline-totals.ts';

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

const ATTEMPT_OUTCOMES = [
  'published',
  'unsent',
  'rate_limited',
  'token_expired',
  'rejected',
  'channel_gone',
  'outcome_unknown',
  'gave_up',
];
const LATENESS = {
  name: 'crier_post_lateness_seconds',
  help: 'Time from the date of a post to the call that published its first part',
};

type Values = Readonly<Record<string, number>>;

/** One metric: a number, or one for each value of `label`. */
interface Family {
  readonly kind: typeof Gauge | typeof Counter;
  readonly name: string;
  readonly help: string;
  readonly values: number | Values;
  readonly label?: string;
}

/**
 * Reads the database and renders. While the database is away, the text says just that (`crier_database_up
 * 0`).
 *
 * @param extra text of other exporters of this process, in the same format
 */
export async function renderMetrics(database: Database, extra = ''): Promise<string> {
  const registry = new Registry();
  const read = await Promise.all([readInstanceState(database), readTimelineTotals(database)]).catch(
    () => null,
  ); // shown as crier_database_up 0
  const families = [
    ...processFamilies(),
    gauge('crier_database_up', 'Whether the database answered this scrape', read ? 1 : 0),
    ...(read ? [...stateFamilies(read[0]), ...totalFamilies(read[1])] : []),
  ];
  for (const family of families) register(registry, family);
  if (read) registry.registerMetric(latenessHistogram(read[1]) as unknown as Histogram);
  return `${await registry.metrics()}${extra}`;
}

function register(registry: Registry, { kind, name, help, values, label }: Family): void {
  const metric = new kind({ name, help, labelNames: label ? [label] : [], registers: [registry] });
  if (typeof values === 'number') metric.inc(values);
  else for (const [value, n] of Object.entries(values)) metric.inc({ [label ?? '']: value }, n);
}

const gauge = (name: string, help: string, values: number | Values, label?: string): Family => ({
  kind: Gauge,
  name,
  help,
  values,
  label,
});
const total = (name: string, help: string, values: number | Values, label?: string): Family => ({
  kind: Counter,
  name,
  help,
  values,
  label,
});

function stateFamilies(state: InstanceState): Family[] {
  const { restarted = 0, revived = 0 } = state.reconciler ?? {};
  return [
    gauge('crier_posts_waiting', 'Posts that are scheduled or under way', state.waiting),
    gauge('crier_posts_due', 'Queue depth: posts whose date has come and that are not published', state.due),
    gauge(
      'crier_posts_due_oldest_seconds',
      'How long the oldest of them has been due',
      state.dueOldestSeconds,
    ),
    gauge('crier_posts_held', 'Posts that wait for a channel to be reconnected, or for a resume', state.held),
    gauge(
      'crier_posts_needing_person',
      'Posts that only a person can go on with',
      { unconfirmed: state.unconfirmed, missed: state.missed },
      'state',
    ),
    gauge('crier_outbox_rows', 'Messages to Temporal that are not delivered', state.outboxRows),
    gauge('crier_outbox_oldest_seconds', 'Age of the oldest of them', state.outboxOldestSeconds),
    gauge(
      'crier_channels',
      'Channels that are connected, and that must be reconnected',
      { connected: state.channelsConnected, disconnected: state.channelsDisconnected },
      'state',
    ),
    gauge('crier_workers', 'Workers that sent a heartbeat in the last 30 seconds', state.workers),
    gauge(
      'crier_frozen',
      'Whether the instance is frozen, and how many organisations are',
      { instance: state.frozenInstance, organization: state.frozenOrganizations },
      'scope',
    ),
    total(
      'crier_reconciler_repairs_total',
      'Runs that the reconciler started because they were missing',
      { restarted, revived },
      'kind',
    ),
    ...(state.reconcilerSeconds === null
      ? []
      : [
          gauge(
            'crier_reconciler_last_pass_seconds',
            'Time since the last pass of the reconciler',
            state.reconcilerSeconds,
          ),
        ]),
  ];
}

function totalFamilies(sum: TimelineTotals): Family[] {
  return [
    total(
      'crier_posts_finished_total',
      'Posts by the state in which they ended',
      // With a zero for each: an alert cannot watch a series that does not exist yet.
      { ...zeroes(FINAL_STATES), ...sum.finished },
      'state',
    ),
    total(
      'crier_attempts_total',
      'Parts of posts tried on a network, by outcome',
      { ...zeroes(ATTEMPT_OUTCOMES), ...sum.attempts },
      'outcome',
    ),
    total('crier_post_events_total', 'Lines of the timelines of all posts', sum.events, 'kind'),
  ];
}

function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage();
  return [
    total('crier_stray_errors_total', 'Errors that no code of this process caught', strayErrors(), 'kind'),
    total('process_cpu_seconds_total', 'CPU time of this process', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory of this process', process.memoryUsage.rss()),
    gauge(
      'process_start_time_seconds',
      'When this process started, in seconds since the epoch',
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
  ];
}

/** prom-client's own histogram can only observe; this one shows counts that the database kept. */
function latenessHistogram({ lateness, latenessMs }: TimelineTotals): object {
  let below = 0;
  const buckets = LATENESS_BOUNDS_MS.map((bound, index) => {
    below += lateness[index] ?? 0;
    return { metricName: `${LATENESS.name}_bucket`, labels: { le: bound / 1000 }, value: below };
  });
  const count = below + (lateness[LATENESS_BOUNDS_MS.length] ?? 0);
  const rest = [
    { metricName: `${LATENESS.name}_bucket`, labels: { le: '+Inf' }, value: count },
    { metricName: `${LATENESS.name}_sum`, labels: {}, value: latenessMs / 1000 },
    { metricName: `${LATENESS.name}_count`, labels: {}, value: count },
  ];
  return {
    ...LATENESS,
    get: () =>
      Promise.resolve({ ...LATENESS, type: 'histogram', aggregator: 'sum', values: [...buckets, ...rest] }),
  };
}

function zeroes(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, 0]));
}
