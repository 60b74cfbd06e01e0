/**
 * What the calendar shows: posts within a range by their first line, the dates of repeated posts, and the
 * posting times that are free.
 */
import { eitherTaken, readComingTaken } from '../../channels/coming-repeats.ts';
import { freeSlots, type Slot } from '../../channels/coming-slots.ts';
import { postingTimesOf } from '../../channels/posting-times.ts';
import { IN_SERIES } from '../series/in-series.ts';
import type { Database, Statement } from '../../platform/database.ts';
import type { PostMedia } from '../../platform/entities/post.ts';
import type { PostState } from '../../../temporal/contract/post-states.ts';
import { occurrencesOf } from '../../platform/repeat/occurrences.ts';

/** The choice of posts. Both dates are included; without a filter, all of the organisation's. */
export interface CalendarFilter {
  readonly organizationId: string;
  readonly from: Date;
  readonly to: Date;
  readonly channelIds?: readonly string[];
  readonly customerId?: string;
  readonly tagId?: string;
  readonly states?: readonly PostState[];
  readonly personId?: string;
}

/** One post on one date. `content` is the beginning of the first part. */
export interface CalendarRecord {
  readonly id: string;
  readonly groupId: string;
  readonly publishAt: Date;
  readonly state: PostState;
  readonly content: string;
  readonly media: readonly PostMedia[];
  readonly revision: number;
  readonly intervalDays: number | null;
  readonly repeatTime: string | null;
  readonly repeatRule: string | null;
  readonly inSeries: boolean;
  readonly timeZone: string;
  readonly channel: { id: string; identifier: string; name: string; picture: string | null };
  readonly tags: readonly { id: string; name: string; color: string }[];
  readonly createdBy: { id: string; name: string } | null;
  /** A coming date of a repeated post, which has no row yet. */
  readonly isRepeat: boolean;
}

/** Posts of one answer at most; a month of a busy organisation has fewer. */
export const MAX_POSTS = 2000;
const MAX_SLOTS = 1000;

// A first line of 140 characters stands within these, also with much markup.
const COLUMNS = `p.id, p.post_group_id as "groupId", p.state, p.revision,
    p.interval_days as "intervalDays", p.repeat_time::text as "repeatTime",
    p.repeat_rule as "repeatRule", ${IN_SERIES} as "inSeries", o.time_zone as "timeZone",
    (extract(epoch from p.publish_at) * 1000)::float8 as "publishMs",
    left(coalesce(i.content, ''), 1500) as content, coalesce(i.media, '[]') as media,
    json_build_object('id', c.id, 'identifier', c.provider, 'name', c.name, 'picture', c.picture) as channel,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "createdBy",
    coalesce((
      select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by pt.position)
      from post_tag pt
      join tag t on t.id = pt.tag_id
      where pt.post_id = p.id
    ), '[]') as tags`;
const TABLES = `from post p
    join integration c on c.id = p.integration_id
    join post_group g on g.id = p.post_group_id
    join organization o on o.id = p.organization_id
    left join user_account u on u.id = g.created_by_id
    left join post_item i on i.post_id = p.id and i.position = 0`;
const FILTER = `p.organization_id = $1
      and p.deleted_at is null
      and c.deleted_at is null
      and ($4::uuid[] is null or c.id = any($4))
      and ($5::uuid is null or c.customer_id = $5)
      and ($6::uuid is null or exists (select 1 from post_tag x where x.post_id = p.id and x.tag_id = $6))
      and ($7::uuid is null or g.created_by_id = $7)`;

const POSTS: Statement = {
  name: 'calendar-posts',
  text: `select ${COLUMNS}
    ${TABLES}
    where ${FILTER}
      and p.publish_at >= $2::timestamptz
      and p.publish_at <= $3::timestamptz
      and ($8::text[] is null or p.state = any($8))
    order by p.publish_at, p.id
    limit $9`,
};
// A post that is repeated stands for its next dates too, until one of those has a post of its own.
const REPEATED: Statement = {
  name: 'calendar-repeated',
  text: `select ${COLUMNS}
    ${TABLES}
    where ${FILTER}
      and (p.interval_days is not null or p.repeat_rule is not null)
      and $2::timestamptz <= $3::timestamptz
      and p.publish_at <= $3
      and p.state not in ('draft', 'cancelled')
      and not exists (select 1 from post n where n.repeat_of = p.id)`,
};
const TAKEN: Statement = {
  name: 'calendar-taken',
  text: `select distinct integration_id as "channelId",
      extract(epoch from date_trunc('minute', publish_at))::float8 * 1000 as ms
    from post
    where organization_id = $1
      and deleted_at is null
      and publish_at >= date_trunc('minute', $2::timestamptz)
      and publish_at <= $3::timestamptz`,
};
const TIMES: Statement = {
  name: 'calendar-posting-times',
  text: `select c.id as "channelId",
      c.posting_times as "postingTimes", c.posting_local as "postingLocal", o.time_zone as zone
    from integration c
    join organization o on o.id = c.organization_id
    where c.organization_id = $1
      and c.deleted_at is null
      and not c.disabled
      and ($2::uuid[] is null or c.id = any($2))
      and ($3::uuid is null or c.customer_id = $3)
    order by c.created_at, c.id`,
};
const TAGS: Statement = {
  name: 'calendar-tags',
  text: `select id, name, color from tag where organization_id = $1 order by lower(name), id limit 500`,
};

type Row = Omit<CalendarRecord, 'publishAt' | 'isRepeat'> & { readonly publishMs: number };

/** The posts by date, at most `MAX_POSTS`; `truncated` when there are more. */
export async function readCalendar(
  database: Database,
  filter: CalendarFilter,
): Promise<{ posts: CalendarRecord[]; truncated: boolean }> {
  const { organizationId, from, to, channelIds, customerId, tagId, personId, states } = filter;
  const values = [
    organizationId,
    from,
    to,
    channelIds ?? null,
    customerId ?? null,
    tagId ?? null,
    personId ?? null,
  ];
  const withRepeats = !states || states.includes('scheduled');
  const [rows, repeated] = await Promise.all([
    database.query<Row>(POSTS, [...values, states ?? null, MAX_POSTS + 1]),
    withRepeats ? database.query<Row>(REPEATED, values) : [],
  ]);
  const posts = rows.map((row) => recordOf(row));
  const coming = repeated
    .map((row) => recordOf(row))
    .flatMap((post) =>
      occurrencesOf(post, { from, to }).map((publishAt): CalendarRecord => ({
        ...post,
        publishAt,
        state: 'scheduled',
        isRepeat: true,
      })),
    );
  const all = [...posts, ...coming].toSorted(
    (a, b) => a.publishAt.getTime() - b.publishAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  return { posts: all.slice(0, MAX_POSTS), truncated: all.length > MAX_POSTS };
}

function recordOf({ publishMs, ...row }: Row): CalendarRecord {
  return { ...row, publishAt: new Date(publishMs), isRepeat: false };
}

type ChannelRow = Parameters<typeof postingTimesOf>[0] & {
  readonly channelId: string;
  readonly zone: string;
};

/** The coming posting times of the channels, each without those at which the channel has a post. */
export async function readFreeSlots(
  database: Database,
  { organizationId, from, to, channelIds, customerId }: CalendarFilter,
  now: Date,
): Promise<Slot[]> {
  const start = from > now ? from : now;
  if (start > to) return [];
  const [taken, channels] = await Promise.all([
    database.query<{ channelId: string; ms: number }>(TAKEN, [organizationId, start, to]),
    database.query<ChannelRow>(TIMES, [organizationId, channelIds ?? null, customerId ?? null]),
  ]);
  const ids = channels.map((row) => row.channelId);
  const coming = await readComingTaken(database, { organizationId, channelIds: ids }, start);
  const takenOf = (channelId: string): ReadonlySet<number> =>
    new Set(taken.filter((one) => one.channelId === channelId).map(({ ms }) => ms));
  return freeSlots(
    channels.map((row) => ({
      channelId: row.channelId,
      times: postingTimesOf(row, row.zone),
      taken: eitherTaken(takenOf(row.channelId), coming(row.channelId)),
    })),
    { from: start, to, limit: MAX_SLOTS },
  );
}

/** The organisation's tags by name, to choose one as a filter. */
export function readTags(
  database: Database,
  organizationId: string,
): Promise<{ id: string; name: string; color: string }[]> {
  return database.query(TAGS, [organizationId]);
}
