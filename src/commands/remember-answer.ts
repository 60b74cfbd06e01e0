import type { EntityManager } from '../db.ts';

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
