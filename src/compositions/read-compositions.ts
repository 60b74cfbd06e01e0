import { KEY_SECONDS } from '../http/remember-answer.ts';
import type { Database, Statement } from '../platform/database.ts';
import type { ApiError } from '../platform/errors.ts';
import type { Document } from './document.ts';
import { foreign, missing } from '../platform/missing.ts';

/** One row of a list: enough to recognise a draft. */
export interface ListedComposition {
  readonly id: string;
  readonly text: string | null;
  readonly channels: readonly string[];
  readonly when: Document['when'];
  /** The post that it changes once it is saved. */
  readonly edits: string | null;
  readonly updatedMs: number;
  readonly updatedBy: string | null;
  /** Files of the first part; of the first of them, where it is stored. */
  readonly media: number;
  readonly file: { readonly path: string; readonly alt: string } | null;
}

export interface CompositionRow {
  readonly id: string;
  readonly organization: string;
  readonly document: Document;
  readonly revision: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly updatedById: string | null;
  readonly updatedBy: string | null;
}

export const PAGE = 50;

const LIST: Statement = {
  name: 'compositions-list',
  text: `select c.id, left(c.document #>> '{parts,0,text}', 400) as text, c.document -> 'channels' as channels,
      c.document -> 'when' as "when", c.document #>> '{edits,post}' as edits, (extract(epoch from c.updated_at) * 1000)::float8 as "updatedMs",
      u.name as "updatedBy", coalesce(jsonb_array_length(c.document #> '{parts,0,media}'), 0) as media,
      (select json_build_object('path', m.path, 'alt', c.document #>> '{parts,0,media,0,alt}')
        from media m
        where m.id = (c.document #>> '{parts,0,media,0,id}')::uuid
          and m.organization_id = c.organization_id and m.deleted_at is null) as file
    from composition c left join user_account u on u.id = c.updated_by
    where c.organization_id = $1
      and ($4::text = '' or exists (select 1
        from jsonb_path_query(c.document, '$.**.text') t
        where strpos(lower(t #>> '{}'), lower($4)) > 0))
      and ($5::text is null or (c.document #>> '{edits,post}' = $5 and c.created_by = $6))
    order by c.updated_at desc, c.id desc limit $2 offset $3`,
};

const ONE: Statement = {
  name: 'compositions-one',
  text: `select c.id, c.organization_id as organization, c.document, c.revision,
      (extract(epoch from c.created_at) * 1000)::float8 as "createdMs",
      (extract(epoch from c.updated_at) * 1000)::float8 as "updatedMs",
      u.id as "updatedById", u.name as "updatedBy"
    from composition c left join user_account u on u.id = c.updated_by
    where c.id = $1`,
};

/** One page of those whose texts contain `search`, from the newest on, and whether there is another.
 * `editsOf`: those alone by which a person changes a post. */
export async function listCompositions(
  database: Database,
  organizationId: string,
  { page, search, editsOf }: { page: number; search: string; editsOf?: { post: string; by: string } },
): Promise<{ rows: ListedComposition[]; hasMore: boolean }> {
  const found = await database.query<ListedComposition>(LIST, [
    organizationId,
    PAGE + 1,
    page * PAGE,
    search.trim(),
    editsOf?.post ?? null,
    editsOf?.by ?? null,
  ]);
  return { rows: found.slice(0, PAGE), hasMore: found.length > PAGE };
}

/** @throws ApiError `composition_not_found`, `foreign_resource` */
export async function readComposition(
  database: Database,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<CompositionRow> {
  const [row] = await database.query<CompositionRow>(ONE, [id]);
  if (!row) throw notFound(id);
  if (row.organization !== organizationId) throw notOurs(id);
  return row;
}

const notFound = (id: string): ApiError => missing('draft', id);
const notOurs = (id: string): ApiError => foreign('draft', id);

/**
 * The posts that a draft has become: what the web app's create request under the key `composition-ID`
 * answered.
 */
interface SentPosts {
  readonly posts: readonly { readonly postId: string; readonly integration: string }[];
  /** ISO 8601; null without posts. */
  readonly date: string | null;
}

const SENT: Statement = {
  name: 'compositions-sent',
  text: `select k.body, (extract(epoch from p.publish_at) * 1000)::float8 as "publishMs"
    from idempotency_record k
    left join post p on p.organization_id = k.organization_id and p.id = (k.body::jsonb #>> '{0,postId}')::uuid
    where k.organization_id = $1 and k.key = $2
      and k.created_at > now() - make_interval(secs => ${KEY_SECONDS})`,
};

/**
 * The posts that a draft has become within a day, whether or not the draft is still there.
 *
 * @throws ApiError `composition_not_found` when there is neither, `foreign_resource`
 */
export async function readSentPosts(
  database: Database,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<SentPosts> {
  const [draft] = await database.query<CompositionRow>(ONE, [id]);
  if (draft && draft.organization !== organizationId) throw notOurs(id);
  const values = [organizationId, `composition-${id}`];
  const [row] = await database.query<{ body: string; publishMs: number | null }>(SENT, values);
  if (!row && !draft) throw notFound(id);
  if (!row) return { posts: [], date: null };
  const date = row.publishMs === null ? null : new Date(row.publishMs).toISOString();
  return { posts: JSON.parse(row.body) as SentPosts['posts'], date };
}
