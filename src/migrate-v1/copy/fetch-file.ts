/** Files of the library from where v1, or the storage that it used, serves them. */
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { idHere } from '../id-here.ts';
import { pictures } from '../../platform/media/pictures.ts';
import { isStoredPath } from '../../platform/media/storage.ts';
import { isAway, withFetchedFile, type FetchedFile } from '../../uploads/fetch-media.ts';
import { textOf } from '../map/values.ts';
import { isUrl, uploadsAt } from '../source/check-uploads.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import { leadsOut, newName, pathInUploads, withoutQuery, type Taken } from './file-names.ts';
import type { CopyDeps } from './kind.ts';

type Deps = Pick<CopyDeps, 'context' | 'sourceId'>;

/** A server that is away is asked again after these times. */
const AGAIN_MS = [1000, 4000];

/**
 * Fetches the files of one batch from `url` (https://old.example). A server that stays away is given up
 * for the rest of the batch.
 *
 * @throws ApiError `storage_full`
 */
export function fetcherOf(deps: Deps, url: string): (record: SourceRecord) => Promise<Taken> {
  const base = uploadsAt(url);
  const away = new Map<string, ApiError>();
  return async (record) => {
    const named = textOf(record.row.path);
    const there = await findFetched(deps, record);
    if (there) return there;
    let first: ApiError | undefined;
    for (const place of placesOf(base, named)) {
      try {
        // Where the first place says that it has no such file, the second one is a guess.
        const tries = first ? 1 : AGAIN_MS.length + 1;
        return await untilAnswered({ away, tries, url: place.url }, () =>
          withFetchedFile(deps.context, { url: place.url.href, organizationId: ownerOf(record) }, (file) =>
            keep(deps, record, { file, path: place.keeps }),
          ),
        );
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'storage_full') throw error;
        first ??= error;
      }
    }
    // Without the query: it may be signed.
    return { problem: `the file ${pathInUploads(named) ?? withoutQuery(named)} ${problemOf(first)}` };
  };
}

const problemOf = (error: ApiError | undefined): string => {
  if (!error) return 'has no URL';
  return error.code === 'fetch_failed'
    ? error.message.replace(/^The file /, '')
    : `is not taken: ${error.message}`;
};

/** Where a file may be. `keeps`: the path that it keeps here; what comes from elsewhere gets a new one. */
interface FilePlace {
  readonly url: URL;
  readonly keeps?: string;
}

function placesOf(base: string, named: string): FilePlace[] {
  const itself = isUrl(named) ? URL.parse(named) : null;
  const path = pathInUploads(named) ?? (itself ? undefined : withoutQuery(named).replace(/^\/+/, ''));
  const inUploads = path && !leadsOut(path) ? URL.parse(`${base}/${path}`) : null;
  return [
    ...(inUploads ? [{ url: inUploads, keeps: path }] : []),
    ...(itself && itself.origin !== inUploads?.origin ? [{ url: itself }] : []),
  ];
}

async function untilAnswered<T>(
  { away, tries, url: { origin } }: { away: Map<string, ApiError>; tries: number; url: URL },
  fetched: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    const refusal = away.get(origin);
    if (refusal) throw refusal;
    try {
      return await fetched();
    } catch (error) {
      if (!(error instanceof ApiError && isAway(error))) throw error;
      if (tried === tries) away.set(origin, error);
      else await sleep(AGAIN_MS[tried - 1]);
    }
  }
}

/** Checks a file and puts it into our folder, in the place of no other. */
async function keep(
  { context, sourceId }: Deps,
  record: SourceRecord,
  { file, path: named }: { file: FetchedFile; path?: string },
): Promise<Taken> {
  const expected = sizeOf(record);
  if (expected && expected !== file.size) {
    throw new ApiError('invalid_request', { inEnglish: `It has ${file.size} bytes, and ${expected} in v1` });
  }
  const facts = await pictures.look(ownerOf(record), { file });
  const own = `${newName(sourceId, record)}.${facts.extension}`;
  const path = named && isStoredPath(named) && !(await sizeOnDisk(context, named)) ? named : own;
  const to = join(context.uploadFolder, path);
  await mkdir(dirname(to), { recursive: true });
  await rename(file.path, to);
  return { path, size: file.size, facts, isCopy: true };
}

const OF_ANOTHER: Statement = {
  name: 'migrate-v1-file-of-another',
  text: 'select 1 from media where path = $1 and id <> $2 limit 1',
};

/** What an interrupted pass has fetched; undefined for none, and for one that is not as v1 describes it. */
async function findFetched({ context, sourceId }: Deps, record: SourceRecord): Promise<Taken | undefined> {
  const own = newName(sourceId, record);
  const names = await readdir(dirname(join(context.uploadFolder, own))).catch(() => []);
  const ofOwn = names.map((name) => join(dirname(own), name)).filter((name) => name.startsWith(`${own}.`));
  const named = pathInUploads(textOf(record.row.path)) ?? '';
  const expected = sizeOf(record);
  for (const path of isStoredPath(named) ? [...ofOwn, named] : ofOwn) {
    const size = await sizeOnDisk(context, path);
    if (!size || (expected && size !== expected)) continue;
    // To delete the other one would delete its file too.
    const id = idHere(sourceId, 'media', record.id);
    if ((await context.database.query(OF_ANOTHER, [path, id])).length) continue;
    const file = { path: join(context.uploadFolder, path), size };
    const facts = await pictures.look(ownerOf(record), { file }).catch(asNone);
    if (facts) return { path, size, facts, isCopy: path !== named };
  }
  return undefined;
}

const ownerOf = ({ row }: SourceRecord): string => textOf(row.organizationId);

/** A file that is not accepted is none. */
function asNone(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** As v1 has noted it; 0 = it has not. */
function sizeOf({ row: { fileSize } }: SourceRecord): number {
  return typeof fileSize === 'number' && fileSize > 0 ? fileSize : 0;
}

async function sizeOnDisk({ uploadFolder }: CopyDeps['context'], path: string): Promise<number> {
  const facts = await stat(join(uploadFolder, path)).catch(() => null);
  return facts?.isFile() ? facts.size : 0;
}
