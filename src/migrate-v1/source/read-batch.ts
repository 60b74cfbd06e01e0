/** Reads v1 in batches by id: each is one short statement, for tables of any size. */
import type { SourceDatabase, SourceRow } from './open-source.ts';
import { has } from './version.ts';

/** A record of v1, and what belongs to it: the parts of a thread after their first, its tags. */
export interface SourceRecord {
  readonly id: string;
  readonly row: SourceRow;
  readonly parts?: readonly SourceRow[];
  readonly tags?: readonly string[];
}

/**
 * Which records: those with a larger id than `after`; changed since `since`, and of one organisation (by its
 * old id), where these are given.
 */
export interface BatchOf {
  readonly table: string;
  readonly after: string;
  readonly limit: number;
  readonly since?: Date;
  readonly organization?: string;
}

/** Records in the order of their ids, at most `limit`. None from a table that this release does not have. */
export async function readBatch(source: SourceDatabase, batch: BatchOf): Promise<SourceRecord[]> {
  const { table, after, limit, since, organization } = batch;
  if (!has(source.shape, table)) return [];
  const changed = has(source.shape, table, 'updatedAt')
    ? `coalesce(t."updatedAt", t."createdAt") > $3::timestamp`
    : 'true';
  return source.query<SourceRecord>(
    `select b.id, to_jsonb(b) as row from (
        select t.* from "${table}" t
        where t.id > $1 and ($3::timestamp is null or ${changed}) and ${ownerOf(source, table)}
        order by t.id limit $2
      ) b order by b.id`,
    [after, limit, since ? sourceTime(since) : null, organization ?? null],
  );
}

/** v1 keeps times in UTC without a zone. */
export const sourceTime = (date: Date): string => date.toISOString().replace('Z', '');

/** People belong to no organisation: all of them are read. */
function ownerOf({ shape }: SourceDatabase, table: string): string {
  const column =
    table === 'Organization' ? 'id' : ['organizationId', 'orgId'].find((c) => has(shape, table, c));
  return `($4::text is null or ${column ? `t."${column}" = $4` : 'true'}) and ${notDeleted({ shape }, table)}`;
}

/**
 * The release after v2.23.0 marks organisations and people as deleted, and leaves what they have (`next`:
 * users.service.ts, deleteAccount): nothing of them is read.
 */
function notDeleted({ shape }: Pick<SourceDatabase, 'shape'>, table: string): string {
  const conditions = [
    { owner: 'Organization', columns: ['organizationId', 'orgId'] },
    { owner: 'User', columns: ['userId'] },
  ].flatMap(({ owner, columns }) => {
    if (!has(shape, owner, 'deletedAt')) return [];
    if (table === owner) return ['t."deletedAt" is null'];
    const deleted = `select 1 from "${owner}" x where x."deletedAt" is not null`;
    const column = columns.find((name) => has(shape, table, name));
    return column ? [`not exists (${deleted} and x.id = t."${column}")`] : [];
  });
  return conditions.length ? conditions.join(' and ') : 'true';
}

/** Which of these ids are still there. */
export async function readPresent(
  source: SourceDatabase,
  table: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (!has(source.shape, table)) return new Set(ids);
  const rows = await source.query<{ id: string }>(`select id from "${table}" where id = any($1)`, [ids]);
  return new Set(rows.map(({ id }) => id));
}

// Where v1 has no statistics, it looks at the whole table: the JSON is made of the rows that are taken, not
// of all.
const rootsWhere = (more: string): string => `select b.id, to_jsonb(b) as row from (
    select t.* from "Post" t
    where t."parentPostId" is null and t.id > $1 and ($3::text is null or t."organizationId" = $3) and ${more}
    order by t.id limit $2
  ) b order by b.id`;
// A part that was changed is found by its first one, and so is a tag that was added.
const changedWhere = (more: string): string => `with recursive up as (
    select id, "parentPostId" as parent from "Post"
    where "updatedAt" > $4::timestamp and ($3::text is null or "organizationId" = $3)
    union
    select p.id, p."parentPostId" from up join "Post" p on p.id = up.parent
  )
  select t.id, to_jsonb(t) as row from "Post" t
  where t.id in (select id from up where parent is null) and t.id > $1 and ${more}
  order by t.id limit $2`;
const PARTS = `select to_jsonb(t) as row from "Post" t where t."parentPostId" = any($1)
  order by t."createdAt", t.id`;
const TAGS = `select tp."postId" as post, tp."tagId" as tag
  from "TagsPosts" tp join "Tags" t on t.id = tp."tagId" and t."deletedAt" is null
  where tp."postId" = any($1) order by tp."createdAt", tp."tagId"`;
/** A thread that refers to itself would have no end. */
const MAX_PARTS = 100;

/** Posts by their first parts, each with the parts after it in order. */
export async function readPosts(
  source: SourceDatabase,
  batch: Omit<BatchOf, 'table'>,
): Promise<SourceRecord[]> {
  const { after, limit, since, organization = null } = batch;
  const values = [after, limit, organization, ...(since ? [sourceTime(since)] : [])];
  const roots = await source.query<SourceRecord>(
    (since ? changedWhere : rootsWhere)(notDeleted(source, 'Post')),
    values,
  );
  const parts = new Map(roots.map(({ id }) => [id, [] as SourceRow[]]));
  let level = new Map(roots.map(({ id }) => [id, id]));
  for (let depth = 1; level.size && depth < MAX_PARTS; depth++) {
    const rows = await source.query<{ row: SourceRow }>(PARTS, [[...level.keys()]]);
    const next = new Map<string, string>();
    for (const { row } of rows) {
      const root = level.get(String(row.parentPostId)) ?? '';
      parts.get(root)?.push(row);
      next.set(String(row.id), root);
    }
    level = next;
  }
  const tags = has(source.shape, 'TagsPosts')
    ? await source.query<{ post: string; tag: string }>(TAGS, [roots.map(({ id }) => id)])
    : [];
  const tagsOf = Map.groupBy(tags, ({ post }) => post);
  return roots.map((root) => ({
    ...root,
    parts: parts.get(root.id) ?? [],
    tags: (tagsOf.get(root.id) ?? []).map(({ tag }) => tag),
  }));
}
