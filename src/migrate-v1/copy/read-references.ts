/** Looks up what the posts of a batch refer to: other posts, and files of the library. */
import type { Statement } from '../../platform/database.ts';
import { idHere } from '../id-here.ts';
import { inV1 } from '../map/post.ts';
import { filesOf } from '../map/post-media.ts';
import {
  urlsIn,
  linksIn,
  thumbnailId,
  type FileInV1,
  type LinkedInV1,
  type References,
} from '../map/references.ts';
import { textOf } from '../map/values.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import type { SourceRow } from '../source/open-source.ts';
import type { CopyDeps } from './kind.ts';

// As v1 does, without a look at whether they are deleted (posts.repository.ts, getPostUrls).
const POSTS = `select id, "organizationId" as organization, "releaseURL" as url,
    ${inV1()} and "parentPostId" is null as "comesOver"
  from "Post" where id = any($1)`;
const FILES = `select id, path, "organizationId" as organization, to_jsonb(m) ->> 'thumbnail' as thumbnail
  from "Media" m
  where id = any($1) or path = any($2) or to_jsonb(m) ->> 'thumbnail' = any($2)
  order by "deletedAt" nulls first, id`;
const HERE: Statement = {
  name: 'migrate-v1-files-here',
  text: 'select id, path from media where id = any($1::uuid[]) and deleted_at is null',
};

interface Named {
  readonly organization: string;
}

/**
 * One look at v1 for all of them, and one here. `of`: the old id of the organisation that the caller means.
 */
export async function readReferences(
  { source, sourceId, context }: CopyDeps,
  records: readonly SourceRecord[],
): Promise<(organization: string) => References> {
  const rows = records.flatMap(({ row, parts = [] }) => [row, ...parts]);
  const texts = rows.map((row) => `${textOf(row.content)} ${textOf(row.settings)}`);
  const named = rows.flatMap((row) => filesOf(row.image).files);
  const linked = [...new Set(texts.flatMap(linksIn))];
  const ids = [...new Set(named.flatMap(({ id }) => id ?? []))];
  const places = named.flatMap(({ path, thumbnail }) => [path ?? [], thumbnail ?? []].flat());
  const paths = [...new Set([...places, ...texts.flatMap(urlsIn)])];
  const posts = linked.length
    ? await source.query<Named & { id: string; url: string | null; comesOver: boolean }>(POSTS, [linked])
    : [];
  const files =
    ids.length || paths.length
      ? withThumbnails(
          await source.query<Named & { id: string; path: string; thumbnail: string | null }>(FILES, [
            ids,
            paths,
          ]),
        )
      : [];
  const here = files.length
    ? await context.database.query<{ id: string; path: string }>(HERE, [
        files.map(({ id }) => idHere(sourceId, 'media', id)),
      ])
    : [];
  const urls = new Map(here.map(({ id, path }) => [id, context.storage.urlOf(path)]));
  const postsBy = new Map<string, LinkedInV1>(
    posts.map(({ id, organization, url, comesOver }) => [
      `${organization} ${id}`,
      { url: textOf(url), idHere: comesOver ? idHere(sourceId, 'post', id) : null },
    ]),
  );
  const byId = new Map<string, FileInV1>();
  const byPath = new Map<string, FileInV1>();
  for (const { id, path, organization } of files) {
    const file = { id, path, url: urls.get(idHere(sourceId, 'media', id)) ?? null };
    byId.set(`${organization} ${id}`, file);
    if (!byPath.has(`${organization} ${path}`)) byPath.set(`${organization} ${path}`, file);
  }
  return (organization) => ({
    post: (id) => postsBy.get(`${organization} ${id}`),
    file: ({ id, path }) =>
      (id ? byId.get(`${organization} ${id}`) : undefined) ??
      (path ? byPath.get(`${organization} ${path}`) : undefined),
  });
}

export const ownerOf = (row: SourceRow): string => textOf(row.organizationId);

/** A thumbnail is a file of its own here. */
const withThumbnails = <File extends { id: string; path: string; thumbnail: string | null }>(
  files: readonly File[],
): File[] =>
  files.flatMap((file) => [
    file,
    ...(file.thumbnail ? [{ ...file, id: thumbnailId(file.id), path: file.thumbnail }] : []),
  ]);
