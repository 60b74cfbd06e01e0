import type { Reader, Statement } from '../../platform/database.ts';
import { readShortLinks } from '../../short-links/read-links.ts';
import { IN_SERIES } from '../series/in-series.ts';
import type { PostDetailRecord } from './present-post.ts';
import { tagsOf } from './read-posts.ts';

const ms = (moment: string): string => `(extract(epoch from ${moment}) * 1000)::float8`;

// One statement, and not the model: a command that shows a post loads nothing more for it.
const ONE: Statement = {
  name: 'post-one',
  text: `select p.id, p.organization_id as organization, p.state, p.settings, p.revision, p.hold, p.error,
    p.error_code as "errorCode", p.release_url as "releaseUrl", p.release_id as "releaseId",
    p.interval_days as "intervalDays", case when not exists (select 1 from post n where n.repeat_of = p.id) then p.repeat_rule end as "repeatRule",
    ${IN_SERIES} as "inSeries",
    p.public_group as "publicGroup", p.own_group as "ownGroup",
    p.lateness_ms as "latenessMs", p.short_link as "shortLink", g.creation_method as "creationMethod",
    json_build_object('publish', ${ms('p.publish_at')}, 'published', ${ms('p.published_at')},
      'created', ${ms('p.created_at')}, 'deleted', ${ms('p.deleted_at')}) as moments,
    json_build_object('id', c.id, 'provider', c.provider, 'name', c.name, 'picture', c.picture)
      as integration,
    (select json_agg(json_build_object('id', i.id, 'position', i.position, 'content', i.content,
        'media', i.media, 'delayMinutes', i.delay_minutes, 'releaseId', i.release_id,
        'releaseUrl', i.release_url, 'publishedMs', ${ms('i.published_at')}) order by i.position)
      from post_item i where i.post_id = p.id) as items,
    (select json_agg(json_build_object('atMs', ${ms('e.at')}, 'kind', e.kind, 'detail', e.detail) order by e.id)
      from post_event e where e.post_id = p.id) as timeline,
    (select case when count(*) = 0 then 'done' when bool_or(o.attempts > 0) then 'tried' else 'untried' end
      from outbox o where o.post_group_id = g.id) as delivery
  from post p
  join post_group g on g.id = p.post_group_id
  join integration c on c.id = p.integration_id
  where p.id = $1`,
};

type Stored = PostDetailRecord & { readonly organization: string };
type Row = Omit<
  Stored,
  'publishAt' | 'publishedAt' | 'createdAt' | 'content' | 'tags' | 'items' | 'timeline' | 'shortLinks'
> & {
  readonly moments: Readonly<Record<'publish' | 'created', number>> &
    Readonly<Record<'published' | 'deleted', number | null>>;
  readonly items: readonly (Omit<Stored['items'][number], 'publishedAt'> & {
    readonly publishedMs: number | null;
  })[];
  readonly timeline: readonly (Omit<Stored['timeline'][number], 'at'> & { readonly atMs: number })[] | null;
};

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** One post with its parts, timeline and tags, of any organisation; null when there is none. */
export async function readPost(
  database: Reader,
  id: string,
): Promise<(Stored & { readonly deletedAt: Date | null }) | null> {
  const [[row], tags] = await Promise.all([database.query<Row>(ONE, [id]), tagsOf(database, [id])]);
  if (!row) return null;
  const { moments, items, timeline, ...post } = row;
  return {
    ...post,
    publishAt: new Date(moments.publish),
    publishedAt: dateOf(moments.published),
    createdAt: new Date(moments.created),
    deletedAt: dateOf(moments.deleted),
    content: items[0]?.content ?? '',
    items: items.map(({ publishedMs, ...item }) => ({ ...item, publishedAt: dateOf(publishedMs) })),
    timeline: (timeline ?? []).map(({ atMs, ...line }) => ({ ...line, at: new Date(atMs) })),
    tags: tags.get(id) ?? [],
    shortLinks: row.shortLink ? await readShortLinks(database, id) : [],
  };
}
