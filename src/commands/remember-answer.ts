import { createHash } from 'node:crypto';
import type { EntityManager } from '../db.ts';
import { ApiError } from '../errors.ts';

/** Thrown for a key that a parallel request has taken; the answer of that one is given. */
export class IdempotencyConflict extends Error {}

/** The key of a request and the hash of what it asked. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: string;
}

/**
 * Stores the answer in the transaction that does the work. A parallel request with the same key waits here for that
 * transaction to end; records older than 24 hours are replaced.
 *
 * @throws IdempotencyConflict when the key has an answer already; the transaction must be rolled back
 */
export async function rememberAnswer(tx: EntityManager, record: IdempotencyKey & { organizationId: string; status: number; body: string }): Promise<void> {
  const rows = await tx.execute(
    `insert into idempotency_record (organization_id, key, request_hash, status, body) values (?, ?, ?, ?, ?)
     on conflict (organization_id, key) do update set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = now()
       where idempotency_record.created_at <= now() - interval '24 hours' returning key`,
    [record.organizationId, record.key, record.requestHash, record.status, record.body],
  );
  if (rows.length === 0) throw new IdempotencyConflict('The key has an answer already');
}

/** Within this time an identical request without a key is taken for an accident (a double click, a client that retries after a timeout). */
const TWIN_SECONDS = 10;

/**
 * Refuses a request without a key that asks for the very same as one just before it; two at once wait for each other here, and one
 * wins. A caller who means it sends an Idempotency-Key with each.
 *
 * @throws ApiError `duplicate_request` naming the posts of the first; the transaction must be rolled back
 */
export async function refuseTwin(tx: EntityManager, request: { organizationId: string; input: unknown; posts: readonly { postId: string }[] }): Promise<void> {
  const { organizationId, input, posts } = request;
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const rows = await tx.execute<{ body: string; mine: boolean }[]>(
    `with taken as (insert into idempotency_record (organization_id, key, request_hash, status, body) values (?, ?, ?, 201, ?)
       on conflict (organization_id, key) do update set body = excluded.body, created_at = now() where idempotency_record.created_at <= clock_timestamp() - make_interval(secs => ?) returning key)
     select exists (select 1 from taken) as mine`,
    [organizationId, `request:${hash}`, hash, posts.map((p) => p.postId).join(', '), TWIN_SECONDS],
  );
  if (rows[0]?.mine) return;
  const first = await tx.execute<{ body: string }[]>('select body from idempotency_record where organization_id = ? and key = ?', [organizationId, `request:${hash}`]);
  throw new ApiError('duplicate_request', { message: `The same request was accepted less than ${TWIN_SECONDS} seconds ago (post ${first[0]?.body ?? 'unknown'}); nothing was stored a second time. Send an Idempotency-Key of its own with each request that you mean` });
}
