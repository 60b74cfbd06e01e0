/**
 * Files of the library: from a folder, linked where both are on one disk, else copied and compared; or
 * fetched from a URL.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EntityManager } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { idHere } from '../id-here.ts';
import { pictures } from '../../platform/media/pictures.ts';
import { isDiskFull, isStoredPath } from '../../platform/media/storage.ts';
import { thumbnailId } from '../map/references.ts';
import { createdOf, shortOf, textOf } from '../map/values.ts';
import { isUrl } from '../source/check-uploads.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import { fetcherOf } from './fetch-file.ts';
import { findTaken } from './clashes.ts';
import { nameOfCopy, newName, pathInUploads, relativeOf, type Taken } from './file-names.ts';
import type { CopyDeps, CopyKind } from './kind.ts';
import { common } from './people.ts';
import { findStored, removeArrived, toStorage } from './to-storage.ts';
import { upsert, type NewRow } from './upsert.ts';

/** Looked at this many at once: most of the time goes to the disk. */
const AT_ONCE = 8;

export const media: CopyKind = {
  kind: 'media',
  table: 'Media',
  batch: 200,
  isWanted: ({ uploads }) => uploads !== null,
  organizationOf: common.organizationOf,
  isLive: common.isLive,
  async prepare(deps, records) {
    const { uploads } = deps;
    const arrive =
      uploads && isUrl(uploads) ? fetcherOf(deps, uploads) : (record: SourceRecord) => takeFile(deps, record);
    const take = async (record: SourceRecord): Promise<Taken> =>
      (await findStored(deps, record)) ?? toStorage(deps, await arrive(record));
    const found: Found[] = [];
    const all = records.flatMap((record) => [record, ...thumbnailOf(record)]);
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE);
      found.push(...(await Promise.all(some.map(async (record) => ({ record, taken: await take(record) })))));
    }
    await removeArrived(
      deps,
      found.map(({ taken }) => taken),
    );
    return found;
  },
  async write(tx, deps, records, prepared) {
    const { sourceId } = deps;
    const found = prepared as readonly Found[];
    const rows = found.flatMap(({ record: { id, row }, taken }) =>
      taken && 'path' in taken
        ? [
            {
              id: idHere(sourceId, 'media', id),
              organization_id: idHere(sourceId, 'organization', textOf(row.organizationId)),
              path: taken.path,
              name: basename(taken.path),
              original_name: shortOf(textOf(row.originalName) || row.name, 255) || null,
              mime: taken.facts.mime,
              size: taken.size,
              width: taken.facts.width ?? null,
              height: taken.facts.height ?? null,
              duration_ms: taken.facts.durationMs ?? null,
              video: taken.facts.video,
              pages: taken.facts.pages,
              alt: textOf(row.alt) || null,
              // Unless it is known: as it is in v1.
              cleaned_at: taken.stored?.cleanedAt ?? null,
              storage: taken.stored ? 's3' : 'local',
              sha256: taken.stored?.sha256 ?? null,
              created_at: createdOf(row),
            },
          ]
        : [],
    );
    await upsert(
      tx,
      { table: 'media', keep: ['created_at', 'path', 'name'] },
      await withOwnFiles(tx, deps, rows),
    );
    return records.map((record) => {
      const problems = found.flatMap(({ record: { id }, taken }) => {
        if (!('problem' in taken)) return [];
        if (id === record.id) return taken.problem;
        return id === thumbnailId(record.id) ? `its thumbnail: ${taken.problem}` : [];
      });
      return {
        legacyId: record.id,
        id: idHere(sourceId, 'media', record.id),
        organizationId: idHere(sourceId, 'organization', textOf(record.row.organizationId)),
        problem: problems.join('; ') || null,
        // It may turn up: the next pass looks again.
        retry: problems.length > 0,
      };
    });
  },
  async remove(tx, ids) {
    await tx.execute(
      `update media set deleted_at = now()
        where id in (select value::uuid from jsonb_array_elements_text(?::jsonb)) and deleted_at is null`,
      [JSON.stringify(ids)],
    );
  },
};

/** A file of v1, and what happened to it. */
interface Found {
  readonly record: SourceRecord;
  readonly taken: Taken;
}

/**
 * The picture that stands for a video: v1 stores it beside its library (media.settings.component.tsx:
 * `preventSave`) and knows its URL alone. Here it is an upload like any other.
 */
function thumbnailOf({ id, row }: SourceRecord): SourceRecord[] {
  const path = textOf(row.thumbnail);
  if (!path) return [];
  return [{ id: thumbnailId(id), row: { ...row, path, originalName: null, name: '', alt: null } }];
}

/**
 * v1 may have one file twice. Each row here has its own: to delete one takes no file from the other.
 */
async function withOwnFiles<
  Row extends NewRow & {
    readonly id: string;
    readonly path: string;
    readonly size: number;
    readonly mime: string;
    readonly sha256: string | null;
  },
>(tx: EntityManager, { context, sourceId }: CopyDeps, rows: readonly Row[]): Promise<Row[]> {
  const taken = await findTaken(tx, { table: 'media', columns: ['path'] }, rows);
  return Promise.all(
    rows.map(async (row) => {
      if (!taken.has(row.id)) return row;
      const path = `${dirname(row.path)}/${nameOfCopy(sourceId, row.id)}${extname(row.path)}`;
      const { current } = context.storage.stores;
      if (row.sha256) {
        const { mime, size, sha256 } = row;
        await current.put(path, await current.onDisk(row.path, row), { mime, size, sha256 });
      } else {
        await place(join(context.uploadFolder, row.path), join(context.uploadFolder, path), row.size);
      }
      return { ...row, path, name: basename(path) };
    }),
  );
}

async function takeFile({ uploads, context, sourceId }: CopyDeps, record: SourceRecord): Promise<Taken> {
  const { path: url } = record.row;
  const named = pathInUploads(textOf(url)) ?? relativeOf(textOf(url));
  const from = named && uploads ? await insideOf(uploads, named) : undefined;
  if (!named || !from) {
    return { problem: `the file ${named ?? textOf(url)} is not in the folder of uploads` };
  }
  try {
    const { size } = await stat(from);
    const facts = await pictures.look(textOf(record.row.organizationId), { file: { path: from, size } });
    const path = isStoredPath(named) ? named : `${newName(sourceId, record)}.${facts.extension}`;
    const isPlaced = await place(from, join(context.uploadFolder, path), size);
    return { path, size, facts, isCopy: isPlaced || path !== named };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'storage_full') throw error;
    return { problem: `the file ${named} is not taken: ${error.message}` };
  }
}

/** The file below a folder; undefined when there is none, or a link leads out of the folder. */
async function insideOf(folder: string, path: string): Promise<string | undefined> {
  const [root, real] = await Promise.all([realpath(folder), realpath(join(folder, path)).catch(() => '')]);
  return real.startsWith(root + sep) && (await stat(real)).isFile() ? real : undefined;
}

/** Whether it was not there yet. */
async function place(from: string, to: string, size: number): Promise<boolean> {
  if ((await stat(to).catch(() => null))?.size === size) return false;
  await mkdir(dirname(to), { recursive: true });
  const draft = `${to}.part`;
  await rm(draft, { force: true });
  try {
    await linkOrCopy(from, draft);
  } catch (error) {
    await rm(draft, { force: true });
    throw isDiskFull(error)
      ? new ApiError('storage_full', {
          inEnglish: `The disk is full: there is no space for ${to}`,
          cause: error,
        })
      : error;
  }
  await rename(draft, to);
  return true;
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Another disk, or one without links.
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw error;
    }
    await copyFile(from, to);
    const [before, after] = await Promise.all([hashOf(from), hashOf(to)]);
    if (before !== after) {
      throw new Error(`The copy of ${from} differs from it: look at the disk`, { cause: error });
    }
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
