/**
 * Files that a client puts into the bucket itself, at a URL that is signed for one file of one length. What
 * arrived is untrusted until it was looked at: it is neither served nor named by a post.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../platform/context.ts';
import { queryInside, type EntityManager, type Reader, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { withIncomingFile } from '../platform/media/incoming.ts';
import { MEDIA_REJECTED } from '../platform/media/media-rejected.ts';
import { heard } from '../platform/media/media-storage.ts';
import { assertStorageQuota } from '../platform/media/storage-quota.ts';
import { arrivedPath, type RememberMedia, type StoredMedia } from '../platform/media/storage.ts';
import { hashOfFile } from '../platform/media/stores/hash-file.ts';
import { sentence } from '../platform/sentences.ts';

type Deps = Pick<Context, 'config' | 'database' | 'publicUrl' | 'storage' | 'uploadFolder'>;

/** A file on its way. `url` takes it by PUT until `expiresAt`. */
export interface BegunUpload {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: Date;
}

const SECONDS = 3600;
/** How many uploads of one organisation may be under way. */
const AT_ONCE = 20;

/**
 * @throws ApiError `direct_upload_off` without a bucket, `too_many_uploads`, `quota_exceeded`,
 * `storage_unavailable`
 */
export async function beginDirectUpload(
  deps: Deps,
  file: { readonly organizationId: string; readonly size: number },
): Promise<BegunUpload> {
  const { current } = deps.storage.stores;
  const { direct } = current;
  if (!direct) throw new ApiError('direct_upload_off');
  const id = uuidv7();
  const expiresAt = await deps.database.fork().transactional((tx) => note(deps, tx, { ...file, id }));
  const url = await heard(() => direct.urlFor(arrivedPath(id), { size: file.size, seconds: SECONDS }));
  return { id, url, expiresAt };
}

async function note(
  deps: Deps,
  tx: EntityManager,
  { id, organizationId, size }: { id: string; organizationId: string; size: number },
): Promise<Date> {
  await tx.execute('select 1 from organization where id = ? for no key update', [organizationId]);
  const [open] = await tx.execute<{ n: number; bytes: number }[]>(
    `select count(*)::int as n, coalesce(sum(size), 0)::float8 as bytes
      from direct_upload
      where organization_id = ? and completed_at is null and expires_at > now()`,
    [organizationId],
  );
  if ((open?.n ?? 0) >= AT_ONCE) throw new ApiError('too_many_uploads', { headers: { 'retry-after': '60' } });
  await assertStorageQuota(deps, tx, { organizationId, size: size + (open?.bytes ?? 0) });
  const [row] = await tx.execute<{ expiresAt: Date }[]>(
    `insert into direct_upload (id, organization_id, size, expires_at)
      values (?, ?, ?, now() + ? * interval '1 second') returning expires_at as "expiresAt"`,
    [id, organizationId, size, SECONDS],
  );
  if (!row) throw new Error('the row was just inserted');
  return new Date(row.expiresAt);
}

/** A file that is still arriving when its URL expires gets this time. */
const ENDED: Statement = {
  name: 'direct-upload-ended',
  text: "select id from direct_upload where expires_at < now() - interval '10 minutes' limit 100",
};
const FORGET: Statement = {
  name: 'direct-upload-forget',
  text: 'delete from direct_upload where id = any($1)',
};

/** The pass of the reconciler does not wait longer for a bucket that is silent. */
const SWEEP_MS = 10_000;

/**
 * Deletes what was not completed in time, and what was sent once more to the URL of an upload that was over.
 * What cannot be deleted within `withinMs` is left for the next time.
 */
export async function sweepDirectUploads(
  { database, storage }: Pick<Context, 'storage'> & { readonly database: Reader },
  withinMs = SWEEP_MS,
): Promise<void> {
  const ended = await database.query<{ id: string }>(ENDED);
  if (!ended.length) return;
  const gone: string[] = [];
  const all = ended.map(async ({ id }) => {
    await storage.stores.s3?.remove(arrivedPath(id));
    gone.push(id);
  });
  await Promise.race([Promise.allSettled(all), sleep(withinMs, undefined, { ref: false })]);
  await database.query(FORGET, [[...gone]]);
}

/** The upload to complete. `sha256` in hex: what the file must have, if the client names it. */
export interface CompleteUpload {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string | null;
  readonly sha256: string | undefined;
  readonly remember: RememberMedia | undefined;
}

/**
 * Looks at what arrived, as at any upload, and stores it. A file that is refused is deleted.
 *
 * @throws ApiError `foreign_resource`; `upload_not_found` where nothing has arrived, or it was completed;
 * `invalid_request` with another SHA-256; as `MediaStorage.take`
 */
export async function completeDirectUpload(deps: Deps, upload: CompleteUpload): Promise<StoredMedia> {
  const { current } = deps.storage.stores;
  const [row] = await deps.database.query<{ size: number; organization: string; completed: boolean }>(
    {
      name: 'direct-upload-find',
      text: `select size::float8 as size, organization_id as organization,
          completed_at is not null as completed
        from direct_upload
        where id = $1 and expires_at > now()`,
    },
    [upload.id],
  );
  if (row && row.organization !== upload.organizationId) throw new ApiError('foreign_resource');
  if (row?.completed) throw wasCompleted();
  const path = arrivedPath(upload.id);
  const size = row && (await heard(() => current.facts(path)))?.size;
  if (!row || size !== row.size) throw notArrived();
  const stored = await withIncomingFile(deps.uploadFolder, async (file) => {
    await pipeline(await heard(() => current.read(path)), createWriteStream(file, { flags: 'wx' }));
    if (upload.sha256 && (await hashOfFile(file)) !== upload.sha256) {
      throw new ApiError('invalid_request', {
        issues: [{ path: 'sha256', ...sentence('not_of_the_arrived_file') }],
      });
    }
    const { organizationId, name: originalName } = upload;
    return deps.storage.take({ path: file, size, originalName, organizationId }, async (tx, media) => {
      // A parallel request was first.
      if (!(await end(tx, upload.id))) throw wasCompleted();
      await upload.remember?.(tx, media);
    });
  }).catch(async (error: unknown) => {
    if (error instanceof ApiError && FINAL.has(error.code)) await refuse(deps, upload, error);
    throw error;
  });
  await current.remove(path).catch(() => undefined); // found by `storage check`
  return stored;
}

/**
 * Ends an upload, and returns whether this call did. Its URL stays valid for a while: what is sent there
 * again is swept with the row.
 */
async function end(tx: EntityManager, id: string): Promise<boolean> {
  const ended = await tx.execute<unknown[]>(
    'update direct_upload set completed_at = now() where id = ? and completed_at is null returning 1',
    [id],
  );
  return ended.length > 0;
}

/** What no second look would change. */
const FINAL = new Set<string>(['unsupported_file', 'file_too_large']);

/** The upload may be begun by one person and completed by another. */
async function refuse(
  { database, storage }: Deps,
  { id, organizationId, name }: CompleteUpload,
  { code, message }: ApiError,
): Promise<void> {
  await database.fork().transactional(async (tx) => {
    if (await end(tx, id)) await queryInside(tx, MEDIA_REJECTED, [organizationId, id, name, code, message]);
  });
  await storage.stores.current.remove(arrivedPath(id)).catch(() => undefined); // found by `storage check`
}

const notArrived = (): ApiError => new ApiError('upload_not_found', sentence('file_not_arrived'));
/** Whose answer was lost finds the file in the library; with an Idempotency-Key, it is given again. */
const wasCompleted = (): ApiError => new ApiError('upload_not_found', sentence('upload_completed_before'));
