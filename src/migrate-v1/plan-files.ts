/** Files that waiting posts of v1 need and that no copy would bring: what an operator should know before. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathInUploads, relativeOf } from './copy/file-names.ts';
import { filesOf, type NamedFile } from './map/post-media.ts';
import { inV1 } from './map/post.ts';
import { lineOf } from './missing-files.ts';
import type { Remark } from './plan-remarks.ts';
import { isUrl } from './source/check-uploads.ts';
import type { SourceDatabase } from './source/open-source.ts';
import { has } from './source/version.ts';

const series = (source: SourceDatabase): string =>
  has(source.shape, 'Post', 'intervalInDays') ? `or p.state = 'PUBLISHED' and p."intervalInDays" > 0` : '';
const postsWithFiles = (source: SourceDatabase): string => `with recursive parts as (
    select p.id as post, p.id, p."publishDate", p."organizationId", p.image, 0 as n from "Post" p
    where p."parentPostId" is null and ${inV1('p."deletedAt"')} and (p.state = 'QUEUE' ${series(source)})
    union all
    select parts.post, c.id, parts."publishDate", c."organizationId", c.image, parts.n + 1
    from "Post" c join parts on c."parentPostId" = parts.id where ${inV1('c."deletedAt"')})
  select post, image, "organizationId" as organization,
    to_char("publishDate", 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as date
  from parts where image is not null and image not in ('', '[]') order by "publishDate", post, n`;
const LIBRARY = `select id, path, "organizationId" as organization from "Media"
  where "deletedAt" is null and (id = any($1) or path = any($2))`;
const MAX = 50;

interface PartWithFiles {
  readonly post: string;
  readonly image: string;
  readonly organization: string;
  readonly date: string;
}

/**
 * Reads v1 alone. Whether a file is at a URL, only a copy finds out.
 *
 * @param uploads the folder of v1's uploads, or the URL that serves them; null = none was given
 */
export async function planFiles(source: SourceDatabase, uploads: string | null): Promise<Remark[]> {
  const parts = await source.query<PartWithFiles>(postsWithFiles(source));
  const named = parts.map((part) => ({ ...part, files: filesOf(part.image).files }));
  const all = named.flatMap(({ files }) => files);
  if (!all.length) return [];
  const library = await source.query<{ id: string; path: string; organization: string }>(LIBRARY, [
    all.flatMap(({ id }) => id ?? []),
    all.flatMap(({ path }) => path ?? []),
  ]);
  const byKey = new Map(
    library.flatMap(({ id, path, organization }) =>
      [id, path].map((key) => [`${organization} ${key}`, path] as const),
    ),
  );
  const posts = new Map<string, { post: string; date: string; files: string[] }>();
  for (const { post, date, organization, files } of named) {
    for (const file of files) {
      const known = byKey.get(`${organization} ${file.id}`) ?? byKey.get(`${organization} ${file.path}`);
      if (known !== undefined && (await isThere(uploads, known))) continue;
      const one = posts.get(post) ?? { post, date, files: [] };
      one.files.push(nameOf(file));
      posts.set(post, one);
    }
  }
  return remarksOf([...posts.values()]);
}

function remarksOf(posts: readonly { post: string; date: string; files: string[] }[]): Remark[] {
  const why = 'would not be here: give --uploads, or change the post in v1; a cutover asks about it';
  const rest = posts.length - MAX;
  return [
    ...posts.slice(0, MAX).map((one) => ({ what: lineOf(one), why, count: one.files.length })),
    ...(rest > 0 ? [{ what: 'more posts that wait for a file', why, count: rest }] : []),
  ];
}

const nameOf = ({ id, path }: NamedFile): string => path ?? `with the id ${id}`;

async function isThere(uploads: string | null, path: string): Promise<boolean> {
  if (uploads === null) return false;
  if (isUrl(uploads)) return true;
  const file = pathInUploads(path) ?? relativeOf(path);
  return file !== undefined && Boolean((await stat(join(uploads, file)).catch(() => null))?.isFile());
}
