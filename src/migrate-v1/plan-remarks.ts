/** What is copied with changes, or not at all: what an operator should know before the copy. */
import { inV1 } from './map/post.ts';
import type { SourceDatabase } from './source/open-source.ts';
import { has, schedulesWithTemporal } from './source/version.ts';

/** Something that a person should know before the copy, and how often it is the case. */
export interface Remark {
  readonly what: string;
  readonly why: string;
  readonly count: number;
}

// v1 keeps one row for a series, with its first date, and touches it whenever a date is sent (v1.65.7,
// v2.11.3, v2.12.0, v2.23.0: posts.repository.ts, updatePost). A date of the last hour may still be on its
// way.
const SERIES = `select
    count(*) filter (where state <> 'ERROR' and state <> 'DRAFT')::int as going,
    count(*) filter (where state = 'ERROR')::int as ended,
    count(*) filter (where state = 'QUEUE' and "publishDate" < n.now)::int as overdue,
    count(*) filter (where state = 'PUBLISHED' and "publishDate" <= d.last and d.last <= n.now - interval '1 hour'
      and coalesce("updatedAt", "createdAt") < d.last - interval '1 hour')::int as skipped
  from "Post" p
  cross join (select now() at time zone 'UTC' as now) n
  cross join lateral (select "publishDate" + floor(
      extract(epoch from n.now - "publishDate") / (86400.0 * "intervalInDays")
    ) * "intervalInDays" * interval '1 day' as last) d
  where "intervalInDays" > 0 and "parentPostId" is null
    and ${inV1()}`;

export async function readSeries(source: SourceDatabase): Promise<Remark[]> {
  if (!has(source.shape, 'Post', 'intervalInDays')) return [];
  const [row] = await source.query<{ going: number; ended: number; overdue: number; skipped: number }>(
    SERIES,
  );
  const { going = 0, ended = 0, overdue = 0, skipped = 0 } = row ?? {};
  // Its run begins when the post is saved, and counts the days from then (v2.12.0, v2.23.0: post.workflow,
  // `startTime`); a queue counted from the date.
  const shifted = schedulesWithTemporal(source.shape) ? going : 0;
  return [
    {
      what: 'series that go on',
      why: 'v1 counts the days from the moment at which the post was saved, Crier from its date: the first date here comes at least half an interval after the last one there',
      count: shifted,
    },
    { what: 'series that v1 gave up after a failure', why: 'stay ended', count: ended },
    {
      what: 'series that are overdue',
      why: '--overdue of the cutover decides about the date that was missed, as it does for posts; the next dates follow, but of a draft only once a person schedules it',
      count: overdue,
    },
    {
      what: 'series of which v1 seems not to have sent the last date',
      why: 'go on with the next date after the cutover; the missed one is not sent',
      count: skipped,
    },
  ].filter(({ count }) => count > 0);
}

/** What is not read at all, as v1 does not show it any more; nothing in releases that mark none. */
export async function readDeleted(source: SourceDatabase): Promise<Remark[]> {
  const remarks: Remark[] = [];
  for (const [table, what] of [
    ['Organization', 'organisations that were deleted in v1'],
    ['User', 'people whose account was deleted in v1'],
  ] as const) {
    if (!has(source.shape, table, 'deletedAt')) continue;
    const [row] = await source.query<{ count: number }>(
      `select count(*)::int as count from "${table}" where "deletedAt" is not null`,
    );
    if (row?.count) remarks.push({ what, why: 'v1 does not show them either', count: row.count });
  }
  return remarks;
}

/**
 * Programs that registered themselves as OAuth clients (the release after v2.23.0: oauth.repository.ts,
 * `dynamic`).
 */
export async function readOwnClients(source: SourceDatabase): Promise<Remark[]> {
  if (!has(source.shape, 'OAuthApp', 'dynamic')) return [];
  const [row] = await source.query<{ count: number }>(
    'select count(*)::int as count from "OAuthApp" where "organizationId" is null and "deletedAt" is null',
  );
  const why = 'Crier has no apps without an organisation: make an app here, and approve it again';
  return row?.count ? [{ what: 'apps that registered themselves', why, count: row.count }] : [];
}

/** People who see all organisations in v1 (v1.0.0 to v2.23.0: schema.prisma, User.isSuperAdmin). */
export async function readSuperadmins(source: SourceDatabase): Promise<Remark[]> {
  const [row] = await source.query<{ count: number }>(
    'select count(*)::int as count from "User" where "isSuperAdmin"',
  );
  const why =
    'are members as the others are; where they run this instance: npm run crier -- users make-operator <email>';
  return row?.count ? [{ what: 'people who are superadmin of v1', why, count: row.count }] : [];
}

const COLORS = `select count(*)::int as count from "Tags" where "deletedAt" is null and color !~* '^#([0-9a-f]{3}|[0-9a-f]{6})$'`;

/** v1 keeps any text as a colour (v2.23.0: create.tag.dto.ts). */
export async function readColors(source: SourceDatabase): Promise<Remark[]> {
  if (!has(source.shape, 'Tags', 'color')) return [];
  const [row] = await source.query<{ count: number }>(COLORS);
  const why = 'get the default colour, as Crier knows colours like #4c6ef5 alone';
  return row?.count ? [{ what: 'tags with a colour of another kind', why, count: row.count }] : [];
}

// Settings as v1 stores them: `"plug--NAME--integrations":[{"id":…}]` (v1.15.2 to v2.23.0: posts.service.ts,
// checkInternalPlug).
const PLUGGED = `select count(*)::int as count from "Post"
  where state = 'QUEUE' and "parentPostId" is null and settings ~ '"plug--[^"]+--integrations": ?\\[ ?\\{' and ${inV1()}`;

/** Posts that wait and that other channels are to repost or comment on. */
export async function readPlugged(source: SourceDatabase): Promise<Remark[]> {
  const [row] = await source.query<{ count: number }>(PLUGGED);
  const what = 'waiting posts that other channels are to repost or comment on';
  return row?.count ? [{ what, why: 'are copied without that: Crier has no plugs', count: row.count }] : [];
}
