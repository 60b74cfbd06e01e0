/**
 * Files of v1 that have arrived in the folder go on to the bucket, where this instance stores its files in
 * one.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoFacts } from '../../../providers/_kit/content.ts';
import type { Statement } from '../../platform/database.ts';
import { idHere } from '../id-here.ts';
import { heard } from '../../platform/media/media-storage.ts';
import { hashOfFile } from '../../platform/media/stores/hash-file.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import type { Taken } from './file-names.ts';
import type { CopyDeps } from './kind.ts';

type Deps = Pick<CopyDeps, 'context' | 'sourceId'>;

interface StoredRow {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly cleanedAt: string | null;
  readonly mime: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly video: VideoFacts | null;
  readonly pages: number | null;
}

const STORED: Statement = {
  name: 'migrate-v1-stored',
  text: `select path, size::float8 as size, sha256, cleaned_at::text as "cleanedAt", mime, width, height,
      duration_ms::float8 as "durationMs", video, pages
    from media
    where id = $1 and storage = 's3' and sha256 is not null`,
};

/** What an earlier pass has taken there, as it is now; undefined for none. */
export async function findStored(
  { context, sourceId }: Deps,
  record: SourceRecord,
): Promise<Taken | undefined> {
  const { s3 } = context.storage.stores;
  if (!s3) return undefined;
  const [row] = await context.database.query<StoredRow>(STORED, [idHere(sourceId, 'media', record.id)]);
  if (!row || (await heard(() => s3.facts(row.path)))?.size !== row.size) return undefined;
  const { path, size, sha256, cleanedAt, mime, width, height, durationMs, video, pages } = row;
  return {
    path,
    size,
    facts: { mime, extension: path.split('.').at(-1) ?? '', width, height, durationMs, video, pages },
    stored: { sha256, cleanedAt },
  };
}

/** @throws ApiError `storage_unavailable` */
export async function toStorage({ context }: Deps, taken: Taken): Promise<Taken> {
  const { current } = context.storage.stores;
  if ('problem' in taken || taken.stored || current.name === 'local') return taken;
  const { path, size, facts } = taken;
  const from = join(context.uploadFolder, path);
  const sha256 = await hashOfFile(from);
  await heard(() => current.put(path, from, { mime: facts.mime, size, sha256 }));
  return { ...taken, stored: { sha256, cleanedAt: null } };
}

const IN_FOLDER: Statement = {
  name: 'migrate-v1-in-folder',
  text: "select path from media where path = any($1) and storage = 'local'",
};

/** The copies that were on their way; a file of v1, or that a row names as one of the folder, stays. */
export async function removeArrived({ context }: Deps, all: readonly Taken[]): Promise<void> {
  const paths = all.flatMap((taken) => ('path' in taken && taken.stored && taken.isCopy ? [taken.path] : []));
  if (!paths.length) return;
  const named = await context.database.query<{ path: string }>(IN_FOLDER, [paths]);
  const kept = new Set(named.map(({ path }) => path));
  for (const path of paths) {
    if (!kept.has(path)) await rm(join(context.uploadFolder, path), { force: true });
  }
}
