/** What a migration would do, read from v1 alone: nothing is stored, here or there. */
import type { Provider } from '../../providers/_kit/contract.ts';
import { mapAccount, providerOf, type OldEnvironment } from './map/account.ts';
import { inV1 } from './map/post.ts';
import { planFiles } from './plan-files.ts';
import { planPeople } from './plan-people.ts';
import { planKeys, type PlannedKeys } from './program-keys.ts';
import { textOf } from './map/values.ts';
import {
  readColors,
  readDeleted,
  readOwnClients,
  readPlugged,
  readSeries,
  readSuperadmins,
  type Remark,
} from './plan-remarks.ts';
import { UnreadableSecret, type OpenSecret } from './source/legacy-cipher.ts';
import { inspectQueue, type PlannedQueue } from './source/inspect-queue.ts';
import { inspectTemporal, type PlannedRuns } from './source/inspect-temporal.ts';
import type { SourceDatabase, SourceRow } from './source/open-source.ts';
import { readBatch } from './source/read-batch.ts';
import { has, schedulesWithTemporal } from './source/version.ts';

/** What would be copied with one organisation; `overdue` of `waiting` should have been sent by now. */
export interface PlannedOrganization {
  readonly id: string;
  readonly name: string;
  readonly people: number;
  readonly channels: number;
  readonly waiting: number;
  readonly overdue: number;
  readonly posts: number;
}

export interface Plan {
  readonly version: string;
  /** What schedules there: a queue on Redis, or Temporal. */
  readonly scheduler: 'redis' | 'temporal';
  /** Null when its Redis was not given. */
  readonly queue: PlannedQueue | null;
  /** Null when its Temporal was not given. */
  readonly runs: PlannedRuns | null;
  readonly organizations: readonly PlannedOrganization[];
  /** API keys, with which programs post. */
  readonly keys: PlannedKeys;
  /** What stays behind, and why. */
  readonly left: readonly Remark[];
  /** Channels that have to be connected again. */
  readonly reconnect: readonly Remark[];
  /** What is copied with changes. */
  readonly clashes: readonly Remark[];
  readonly databaseBytes: number;
  readonly mediaFiles: number;
  /** The bytes of the files whose size v1 noted. */
  readonly mediaBytes: number;
  readonly rows: number;
  /** At the rate that `npm run bench` measures. */
  readonly seconds: number;
}

const ORGANIZATIONS = `select o.id, o.name,
    (select count(*)::int from "UserOrganization" u where u."organizationId" = o.id) as people,
    (select count(*)::int from "Integration" i where i."organizationId" = o.id and i."deletedAt" is null) as channels,
    count(p.id)::int as posts,
    count(p.id) filter (where p.state = 'QUEUE')::int as waiting,
    count(p.id) filter (where p.state = 'QUEUE' and p."publishDate" < now() at time zone 'UTC')::int as overdue
  from "Organization" o
  left join "Post" p on p."organizationId" = o.id and p."parentPostId" is null
    and ${inV1('p."deletedAt"')}
  group by o.id, o.name order by lower(o.name), o.id`;

/** Tables that have no place in Crier, and why. */
const LEFT: readonly (readonly [table: string, what: string, why: string])[] = [
  ['Plugs', 'automations after publishing', 'Crier has none; a cutover ends those that wait in v1'],
  [
    'AutoPost',
    'feeds that post by themselves',
    'Crier has none; a cutover stops them in v1, a rollback lets them go on',
  ],
  ['ThirdParty', 'accounts at makers of media', 'Crier has none'],
  ['Comments', 'comments on posts', 'Crier has none'],
  ['Orders', 'orders of the marketplace', 'v1 itself removed the marketplace'],
  ['Messages', 'messages of the marketplace', 'v1 itself removed the marketplace'],
  ['Credits', 'credits for AI', 'Crier has none'],
  ['mastra_threads', 'conversations with the AI assistant', 'Crier has none'],
];
const ROWS_PER_SECOND = 2000;

/** `providers` and `plans` are those of this instance, the rest is v1's. */
export interface PlanOptions {
  readonly open: OpenSecret;
  readonly env: OldEnvironment;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly plans: readonly { readonly name: string }[];
  /** The folder of its uploads, or the URL that serves them; null when it was not given. */
  readonly uploads: string | null;
  /** URL of its Redis. */
  readonly redis?: string;
  /** Address of its Temporal. */
  readonly temporal?: string;
}

/**
 * Reads v1 and says what would be copied.
 *
 * @throws ApiError `invalid_request` as inspectQueue and inspectTemporal
 */
export async function makePlan(source: SourceDatabase, options: PlanOptions): Promise<Plan> {
  const queue = options.redis ? await inspectQueue(source, options.redis) : null;
  const runs = options.temporal ? await inspectTemporal(source, options) : null;
  const organizations = await source.query<PlannedOrganization>(ORGANIZATIONS);
  const left: Remark[] = [...(await readDeleted(source)), ...(await readOwnClients(source))];
  for (const [table, what, why] of LEFT) {
    const count = await countOf(source, table);
    if (count) left.push({ what, why, count });
  }
  if (!options.plans.length) {
    const count = await countOf(source, 'Subscription');
    const why = 'this instance has none (CRIER_PLANS)';
    if (count) left.push({ what: 'plans of organisations', why, count });
  }
  const rows = await Promise.all(
    [
      'Organization',
      'User',
      'UserOrganization',
      'Integration',
      'Post',
      'Media',
      'Tags',
      'Sets',
      'Signatures',
    ].map((table) => countOf(source, table)),
  );
  const total = rows.reduce((sum, count) => sum + count, 0);
  const [size] = await source.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  const read = await readBatch(source, { table: 'Organization', after: '', limit: organizations.length });
  const live = new Set(read.map(({ id }) => id));
  return {
    version: source.version,
    scheduler: schedulesWithTemporal(source.shape) ? 'temporal' : 'redis',
    queue,
    runs,
    organizations: organizations.filter(({ id }) => live.has(id)),
    keys: await planKeys(source, live),
    left,
    reconnect: await readReconnects(source, options),
    clashes: [
      ...(await readSeries(source)),
      ...(await readPlugged(source)),
      ...(await readSuperadmins(source)),
      ...(await readColors(source)),
      ...(await readClashes(source)),
      ...(await planFiles(source, options.uploads)),
    ],
    databaseBytes: Number(size?.bytes ?? 0),
    mediaFiles: await countOf(source, 'Media'),
    mediaBytes: await bytesOfMedia(source),
    rows: total,
    seconds: Math.ceil(total / ROWS_PER_SECOND),
  };
}

/** The oldest releases noted no sizes. */
async function bytesOfMedia(source: SourceDatabase): Promise<number> {
  if (!has(source.shape, 'Media', 'fileSize')) return 0;
  const [files] = await source.query<{ bytes: string }>(
    'select coalesce(sum("fileSize"), 0) as bytes from "Media" where "deletedAt" is null',
  );
  return Number(files?.bytes ?? 0);
}

async function countOf(source: SourceDatabase, table: string): Promise<number> {
  if (!has(source.shape, table)) return 0;
  const live = has(source.shape, table, 'deletedAt') ? 'where "deletedAt" is null' : '';
  const [row] = await source.query<{ count: number }>(
    `select count(*)::int as count from "${table}" ${live}`,
  );
  return row?.count ?? 0;
}

async function readReconnects(
  source: SourceDatabase,
  { open, env, providers }: PlanOptions,
): Promise<Remark[]> {
  const rows = await source.query<{ row: SourceRow }>(
    'select to_jsonb(i) as row from "Integration" i where "deletedAt" is null',
  );
  const reasons = rows.flatMap(({ row }): { what: string; why: string }[] => {
    const what = providerOf(row);
    if (!providers.has(what)) return [{ what, why: 'this instance does not have the network' }];
    if (row.refreshNeeded === true) return [{ what, why: 'v1 asks to reconnect it already' }];
    try {
      const account = mapAccount(row, { open, env });
      return account.kind === 'reconnect' ? [{ what, why: account.why }] : [];
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      return [{ what, why: 'this JWT_SECRET does not open its credentials' }];
    }
  });
  return [...Map.groupBy(reasons, ({ what, why }) => `${what}\n${why}`).values()].flatMap(
    ([first, ...more]) => (first ? [{ ...first, count: more.length + 1 }] : []),
  );
}

const SHARED = `select "providerIdentifier" || ' ' || min(name) as what, count(distinct "organizationId")::int as count
  from "Integration" where "deletedAt" is null
  group by "providerIdentifier", "internalId" having count(distinct "organizationId") > 1 order by 1`;

async function readClashes(source: SourceDatabase): Promise<Remark[]> {
  type Counted = { what: string; count: number };
  const shared = await source.query<Counted>(SHARED);
  return [
    ...shared.map(({ what, count }) => ({
      what: textOf(what),
      count,
      why: 'is a channel of several organisations, and becomes one of each',
    })),
    ...(await planPeople(source)),
  ];
}
