/** Reads the media library of an organisation: its files, and the posts that use them. */
import type { MediaFile } from '../../providers/_kit/content.ts';
import type { PostState } from '../../temporal/contract/post-states.ts';
import type { Database, Statement } from '../platform/database.ts';

/**
 * One file as the library lists it. `posts`: how many name it; `waiting`: of these, those not yet published;
 * `drafts` of the composer are no posts yet.
 */
export interface LibraryRow {
  readonly id: string;
  readonly organizationId: string;
  readonly path: string;
  /** What the client called it, or a person renamed it to. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  /** Of a document. */
  readonly pages: number | null;
  readonly alt: string | null;
  readonly tags: readonly string[];
  readonly createdAtMs: number;
  readonly posts: number;
  readonly waiting: number;
  readonly drafts: number;
}

/** A post that names a file. */
export interface UsingPost {
  readonly id: string;
  readonly state: PostState;
  readonly publishAtMs: number;
  readonly firstLine: string;
  readonly channel: string;
  readonly provider: string;
}

/** A draft of the composer that names a file. */
export interface UsingDraft {
  readonly id: string;
  readonly firstLine: string;
  readonly updatedMs: number;
}

/** States in which a post still needs its files. */
const WAITING = "('draft', 'scheduled', 'publishing', 'processing', 'unconfirmed', 'missed')";

/** Ids of the posts that name the file `m`: each part is one look into an index. */
const POSTS_OF = `select i.post_id from post_item i
      where i.media <> '[]' and i.media @> jsonb_build_array(jsonb_build_object('id', m.id::text))
    union
    select i.post_id from post_item i
      where i.media <> '[]'
        and i.media @> jsonb_build_array(jsonb_build_object('thumbnail', jsonb_build_object('id', m.id::text)))
    union
    select s.id from post s
      where jsonb_path_exists(s.settings, '$.**{1 to 2}.id')
        and jsonb_path_query_array(s.settings, '$.**{1 to 2}.id') @> to_jsonb(m.id::text)`;

/** The draft `d` names the thumbnail of a video by its URL, which ends with where it is stored. */
const IS_COVER = `exists (select from jsonb_path_query(d.document, '$.**.thumbnail') as t(url)
            where right(t.url #>> '{}', length(m.path)) = m.path)`;

/** Drafts of the composer that name the file `m`. */
const DRAFTS_OF = `from composition d
        where d.organization_id = m.organization_id
          and (jsonb_path_query_array(d.document, '$.**.id') @> to_jsonb(m.id::text) or ${IS_COVER})`;

const USES = `(
    select count(*)::int as posts, count(*) filter (where p.state in ${WAITING})::int as waiting,
      (select count(*)::int ${DRAFTS_OF}) as drafts
    from post p
    where p.id in (${POSTS_OF}) and p.organization_id = m.organization_id and p.deleted_at is null
  )`;

/** A template does not keep a file from being deleted, but it does use the file. */
const IN_TEMPLATE = `exists (select from snippet s where s.organization_id = m.organization_id
      and jsonb_path_query_array(s.media, '$[*][*].id') @> to_jsonb(m.id::text))`;

const COLUMNS = `m.id, m.organization_id as "organizationId", m.path,
    coalesce(nullif(m.original_name, ''), m.name) as name, m.mime, m.size::float8 as bytes,
    m.width, m.height, m.duration_ms as "durationMs", m.pages, m.alt, m.tags,
    (extract(epoch from m.created_at) * 1000)::float8 as "createdAtMs", u.posts, u.waiting, u.drafts`;

// strpos, as `%` and `_` in what was typed mean themselves. Ids grow with time, so they order the pages.
const LIST: Statement = {
  name: 'library-list',
  text: `select ${COLUMNS}
  from media m
  cross join lateral ${USES} u
  where m.organization_id = $1
    and m.deleted_at is null
    and ($2::uuid is null or m.id < $2)
    and ($3::text = '' or strpos(lower(coalesce(m.original_name, '') || ' ' || m.name || ' ' || coalesce(m.alt, '')), lower($3)) > 0)
    and ($4::text is null or m.mime like case $4 when 'document' then 'application' else $4 end || '/%')
    and (not $5::boolean or u.posts + u.drafts = 0 and not ${IN_TEMPLATE})
    and ($7::text is null or m.tags @> array[$7::text])
  order by m.id desc
  limit $6`,
};

const ONE: Statement = {
  name: 'library-one',
  text: `select ${COLUMNS}
  from media m
  cross join lateral ${USES} u
  where m.id = $1 and m.deleted_at is null`,
};

const POSTS: Statement = {
  name: 'library-posts',
  text: `select p.id, p.state, (extract(epoch from p.publish_at) * 1000)::float8 as "publishAtMs",
    coalesce((select left(i.content, 2000) from post_item i where i.post_id = p.id order by i.position limit 1), '') as "firstLine",
    c.name as channel, c.provider
  from media m
  join post p on p.id in (${POSTS_OF}) and p.organization_id = m.organization_id and p.deleted_at is null
  join integration c on c.id = p.integration_id
  where m.id = $1
  order by p.state in ${WAITING} desc, p.publish_at desc
  limit $2`,
};

const DRAFTS: Statement = {
  name: 'library-drafts',
  text: `select draft.*
  from media m
  cross join lateral (
    select d.id, coalesce(left(d.document #>> '{parts,0,text}', 2000), '') as "firstLine",
      (extract(epoch from d.updated_at) * 1000)::float8 as "updatedMs"
    ${DRAFTS_OF}
  ) draft
  where m.id = $1
  order by "updatedMs" desc
  limit $2`,
};

/** Which files of an organisation; `after` is the last id of the page before. */
export interface LibraryPage {
  readonly organizationId: string;
  readonly after: string | null;
  readonly search: string;
  readonly kind: MediaFile['kind'] | null;
  readonly unused: boolean;
  readonly tag: string | null;
  readonly limit: number;
}

/** Newest first. */
export function readLibrary(database: Pick<Database, 'query'>, page: LibraryPage): Promise<LibraryRow[]> {
  const { organizationId, after, search, kind, unused, tag, limit } = page;
  return database.query<LibraryRow>(LIST, [organizationId, after, search, kind, unused, limit, tag]);
}

/** A file of any organisation; undefined when there is none, or it was deleted. */
export async function readFromLibrary(
  database: Pick<Database, 'query'>,
  mediaId: string,
): Promise<LibraryRow | undefined> {
  return (await database.query<LibraryRow>(ONE, [mediaId]))[0];
}

/** The posts that name a file, those that still need it first. */
export function readUsingPosts(
  database: Pick<Database, 'query'>,
  mediaId: string,
  limit: number,
): Promise<UsingPost[]> {
  return database.query<UsingPost>(POSTS, [mediaId, limit]);
}

/** The drafts of the composer that name a file, the one that was saved last first. */
export function readUsingDrafts(
  database: Pick<Database, 'query'>,
  mediaId: string,
  limit: number,
): Promise<UsingDraft[]> {
  return database.query<UsingDraft>(DRAFTS, [mediaId, limit]);
}
