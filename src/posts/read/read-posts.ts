/** Lists of posts, with one statement each and one for their tags. */
import type { PostState } from '../../../temporal/contract/post-states.ts';
import type { Reader, Statement } from '../../platform/database.ts';
import { occurrencesOf, type Series } from '../../platform/repeat/occurrences.ts';
import type { PostRecord, TagRecord } from './present-post.ts';

/**
 * The choice of posts. Both dates are included. `after` is the last post of the previous page (newest first).
 */
export interface PostFilter {
  readonly organizationId: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly customerId?: string;
  readonly states?: readonly PostState[];
  /** Deleted posts, and so cancelled ones, are listed too. */
  readonly deleted?: boolean;
  readonly newestFirst?: boolean;
  readonly after?: { readonly publishAt: Date; readonly id: string };
  readonly limit?: number;
}

const COLUMNS = `p.id, coalesce(i.content, '') as content, p.state, p.settings,
    (extract(epoch from p.publish_at) * 1000)::float8 as "publishMs",
    p.release_url as "releaseUrl", p.release_id as "releaseId", p.interval_days as "intervalDays", p.repeat_time::text as "repeatTime", p.repeat_rule as "repeatRule", o.time_zone as "timeZone",
    p.public_group as "publicGroup", p.own_group as "ownGroup", g.creation_method as "creationMethod",
    json_build_object('id', c.id, 'provider', c.provider, 'name', c.name, 'picture', c.picture)
      as integration`;
const TABLES = `from post p
    join integration c on c.id = p.integration_id
    join post_group g on g.id = p.post_group_id
    join organization o on o.id = p.organization_id
    left join post_item i on i.post_id = p.id and i.position = 0`;
const FILTER = `p.organization_id = $1
      and ($2::timestamptz is null or p.publish_at >= $2)
      and ($3::timestamptz is null or p.publish_at <= $3)
      and ($4::uuid is null or c.customer_id = $4)
      and ($5::text[] is null or p.state = any($5))
      and (c.deleted_at is null and p.deleted_at is null or $6)`;

const OLDEST_FIRST: Statement = {
  name: 'list-posts',
  text: `select ${COLUMNS}
    ${TABLES}
    where ${FILTER}
    order by p.publish_at, p.id
    limit $7`,
};
const NEWEST_FIRST: Statement = {
  name: 'list-posts-newest',
  text: `select ${COLUMNS}
    ${TABLES}
    where ${FILTER}
      and ($8::timestamptz is null or (p.publish_at, p.id) < ($8, $9::uuid))
    order by p.publish_at desc, p.id desc
    limit $7`,
};
// A post that is repeated stands for its next dates too, until one of those has a post of its own.
const REPEATED: Statement = {
  name: 'list-repeated',
  text: `select ${COLUMNS}
    ${TABLES}
    where p.organization_id = $1
      and (p.interval_days is not null or p.repeat_rule is not null)
      and p.publish_at <= $2
      and p.state not in ('draft', 'cancelled')
      and p.deleted_at is null
      and c.deleted_at is null
      and ($3::uuid is null or c.customer_id = $3)
      and not exists (select 1 from post n where n.repeat_of = p.id)`,
};
const TAGS: Statement = {
  name: 'list-tags',
  text: `select pt.post_id as "postId", t.id, t.name, t.color, t.organization_id as "organizationId",
      (extract(epoch from t.created_at) * 1000)::float8 as "createdMs",
      (extract(epoch from t.updated_at) * 1000)::float8 as "updatedMs"
    from post_tag pt
    join tag t on t.id = pt.tag_id
    where pt.post_id = any($1::uuid[])
    order by pt.position`,
};

// Dates come as milliseconds: the pool leaves PostgreSQL's own texts as they are.
type SeriesRecord = PostRecord & Pick<Series, 'timeZone' | 'repeatTime' | 'repeatRule'>;
type Row = Omit<SeriesRecord, 'tags' | 'publishAt'> & { readonly publishMs: number };
type TagRow = Omit<TagRecord, 'createdAt' | 'updatedAt'> & {
  readonly postId: string;
  readonly createdMs: number;
  readonly updatedMs: number;
};

/** Posts by their date, oldest first unless asked otherwise, each by its first part. */
export async function listPosts(database: Reader, filter: PostFilter): Promise<PostRecord[]> {
  const {
    organizationId,
    from,
    to,
    customerId,
    states,
    deleted = false,
    newestFirst = false,
    after,
    limit,
  } = filter;
  const values = [
    organizationId,
    from ?? null,
    to ?? null,
    customerId ?? null,
    states ?? null,
    deleted,
    limit ?? null,
  ];
  const rows = newestFirst
    ? await database.query<Row>(NEWEST_FIRST, [...values, after?.publishAt ?? null, after?.id ?? null])
    : await database.query<Row>(OLDEST_FIRST, values);
  return withTags(database, rows);
}

/**
 * The dates between `from` and `to` on which posts will be repeated: a post for each date, with the stored
 * date as `actualDate`.
 */
export async function listOccurrences(
  database: Reader,
  filter: { organizationId: string; from: Date; to: Date; customerId?: string },
): Promise<PostRecord[]> {
  const { organizationId, from, to, customerId } = filter;
  const rows = await withTags(
    database,
    await database.query<Row>(REPEATED, [organizationId, to, customerId ?? null]),
  );
  return rows.flatMap((row) =>
    occurrencesOf(row, { from, to }).map((publishAt) => ({
      ...row,
      state: 'scheduled' as const,
      releaseId: null,
      releaseUrl: null,
      actualDate: row.publishAt,
      publishAt,
    })),
  );
}

async function withTags(database: Reader, rows: readonly Row[]): Promise<SeriesRecord[]> {
  const tags = await tagsOf(
    database,
    rows.map((row) => row.id),
  );
  return rows.map(({ publishMs, ...row }) => ({
    ...row,
    publishAt: new Date(publishMs),
    tags: tags.get(row.id) ?? [],
  }));
}

/** The tags of posts, in their order, by the id of the post. */
export async function tagsOf(database: Reader, ids: readonly string[]): Promise<Map<string, TagRecord[]>> {
  const rows = ids.length ? await database.query<TagRow>(TAGS, [ids]) : [];
  const tags = rows.map(({ createdMs, updatedMs, ...tag }) => ({
    ...tag,
    createdAt: new Date(createdMs),
    updatedAt: new Date(updatedMs),
  }));
  return Map.groupBy(tags, (tag) => tag.postId);
}
