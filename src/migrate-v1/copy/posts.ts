/** Posts with their threads and tags. */
import { queryInside, type EntityManager, type Statement } from '../../platform/database.ts';
import { idHere } from '../id-here.ts';
import { isInV1, mapPost, type MappedPost } from '../map/post.ts';
import { textOf } from '../map/values.ts';
import { readPosts, type SourceRecord } from '../source/read-batch.ts';
import { schedulesWithTemporal } from '../source/version.ts';
import type { CopyKind } from './kind.ts';
import { forget } from './known.ts';
import { ownerOf, readReferences } from './read-references.ts';
import { upsert } from './upsert.ts';

const PROVIDERS: Statement = {
  name: 'migrate-v1-providers',
  text: 'select id, provider from integration where id = any($1)',
};
const MAY_BE_PUBLISHED: Statement = {
  name: 'migrate-v1-may-be-out',
  text: `select legacy_id as id from v1_job
    where source_id = $1 and legacy_id = any($2) and begun and jsonb_exists(job, 'taskQueue')`,
};
// An older copy may have had more parts, and other tags.
const CLEAR = `with ids as (select value::uuid as id from jsonb_array_elements_text(?::jsonb)),
  items as (delete from post_item i using ids where i.post_id = ids.id)
  delete from post_tag t using ids where t.post_id = ids.id`;
const TAGGED = `insert into post_tag (post_id, tag_id, position)
  select t.post, t.tag, t.position from jsonb_to_recordset(?::jsonb) as t(post uuid, tag uuid, position int)
  join tag on tag.id = t.tag on conflict do nothing`;
const EVENTS: Statement = {
  name: 'migrate-v1-events',
  text: `insert into post_event (post_id, kind, detail)
    select p.id, 'accepted', jsonb_build_object('type', $2::text, 'publishAt', to_char(p.publish_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from post p where p.id in (select value::uuid from jsonb_array_elements_text($1::jsonb))
      and not exists (select 1 from post_event e where e.post_id = p.id)`,
};

/**
 * Writes posts with their parts, tags and the first line of their timeline; those that are there are
 * replaced. `type`: where they come from, as that line says it.
 */
export async function writePosts(
  tx: EntityManager,
  mapped: readonly MappedPost[],
  type: 'v1' | 'import',
): Promise<void> {
  await upsert(
    tx,
    { table: 'post_group' },
    mapped.map(({ group }) => group),
  );
  await upsert(
    tx,
    { table: 'post', keep: ['created_at'] },
    mapped.map(({ post }) => post),
  );
  const ids = JSON.stringify(mapped.map(({ post }) => post.id));
  await tx.execute(CLEAR, [ids]);
  await upsert(
    tx,
    { table: 'post_item', owner: null },
    mapped.flatMap(({ items }) => items),
  );
  const tagged = mapped.flatMap(({ post, tagIds }) =>
    tagIds.map((tag, position) => ({ post: post.id, tag, position })),
  );
  if (tagged.length) await tx.execute(TAGGED, [JSON.stringify(tagged)]);
  await queryInside(tx, EVENTS, [ids, type]);
}

export const posts: CopyKind = {
  kind: 'post',
  table: 'Post',
  batch: 500,
  read: readPosts,
  organizationOf: ({ row }) => ownerOf(row),
  isLive: ({ row }) => isInV1(row),
  async prepare(deps, records) {
    const { context, source, sourceId } = deps;
    const countsFromSaved = schedulesWithTemporal(source.shape);
    const ids = [
      ...new Set(records.map(({ row }) => idHere(sourceId, 'integration', textOf(row.integrationId)))),
    ];
    const rows = await context.database.query<{ id: string; provider: string }>(PROVIDERS, [ids]);
    const providers = new Map(rows.map(({ id, provider }) => [id, provider]));
    const networkOf = (id: string) => context.providers.get(providers.get(id) ?? '');
    const referencesOf = await readReferences(deps, records);
    const begun = await context.database.query<{ id: string }>(MAY_BE_PUBLISHED, [
      sourceId,
      records.map(({ id }) => id),
    ]);
    const mayBePublished = new Set(begun.map(({ id }) => id));
    return Promise.all(
      records.map((record) =>
        mapPost(
          {
            sourceId,
            networkOf,
            countsFromSaved,
            mayBePublished,
            references: referencesOf(ownerOf(record.row)),
          },
          record,
        ),
      ),
    );
  },
  async write(tx, deps, records, prepared) {
    const mapped = prepared as readonly MappedPost[];
    await writePosts(tx, mapped, 'v1');
    await dropParts(tx, deps.sourceId, records);
    return mapped.map(({ post, problem, waits, missing }, i) => ({
      legacyId: records[i]?.id ?? '',
      id: String(post.id),
      organizationId: String(post.organization_id),
      problem,
      refersLater: waits,
      missing,
    }));
  },
  remove,
};

async function remove(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await tx.execute(
    `update post set deleted_at = now(), updated_at = now()
      where id in (select value::uuid from jsonb_array_elements_text(?::jsonb)) and deleted_at is null`,
    [JSON.stringify(ids)],
  );
}

/**
 * Who moves the first part of a thread down in v1 makes another one the first, which is the post then
 * (v1.35.1: add.edit.model.tsx, changePosition; posts.repository.ts, createOrUpdatePost).
 */
async function dropParts(
  tx: EntityManager,
  sourceId: string,
  records: readonly SourceRecord[],
): Promise<void> {
  const parts = records.flatMap((record) => (record.parts ?? []).map(({ id }) => textOf(id)));
  if (!parts.length) return;
  await remove(
    tx,
    parts.map((id) => idHere(sourceId, 'post', id)),
  );
  await forget(tx, { sourceId, kind: 'post' }, parts);
}
