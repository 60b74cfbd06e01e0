/**
 * What a repetition of a create request gets: the first answer, or a refusal that names the posts of the
 * first.
 */
import { createHash } from 'node:crypto';
import { queryInside, type Database, type EntityManager, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';

/** Thrown when a parallel request has taken the key; the client gets the answer of that one. */
export class IdempotencyConflict extends Error {}

/** The key of a request, and the hash of what it asks for. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: string;
}

/** An answer to keep under the key of its request; after `seconds` another request may have the key. */
export interface AnswerToKeep extends IdempotencyKey {
  readonly body: string;
  readonly seconds: number;
}

/** How long the answer under an Idempotency-Key is kept. */
export const KEY_SECONDS = 86_400;
/**
 * Within this time an identical request without a key counts as an accident: a double click, or a client that
 * retries after a timeout.
 */
export const DUPLICATE_SECONDS = 10;

/** The key of a request that came without an Idempotency-Key: what it asks for. */
export function duplicateKey(input: unknown): IdempotencyKey {
  const requestHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  return { key: `request:${requestHash}`, requestHash };
}

const KEEP: Statement = {
  name: 'remember-answer',
  text: `insert into idempotency_record (organization_id, key, request_hash, status, body)
    values ($1, $2, $3, 201, $4)
    on conflict (organization_id, key) do update
      set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body,
        created_at = clock_timestamp()
      where idempotency_record.created_at <= clock_timestamp() - make_interval(secs => $5::float8)
    returning key`,
};

/** Keeps the answer to the work of the same transaction. False when the key is taken. */
export async function rememberAnswer(
  tx: EntityManager,
  organizationId: string,
  { key, requestHash, body, seconds }: AnswerToKeep,
): Promise<boolean> {
  const kept = await queryInside(tx, KEEP, [organizationId, key, requestHash, body, seconds]);
  return kept.length > 0;
}

const FIRST: Statement = {
  name: 'duplicate-first',
  text: 'select body from idempotency_record where organization_id = $1 and key = $2',
};

/**
 * The refusal of a request that asks for the very same as one just before it. A client that means both sends
 * an Idempotency-Key with each.
 */
export async function duplicateRefusal(
  database: Database,
  organizationId: string,
  key: string,
): Promise<ApiError> {
  const [first] = await database.query<{ body: string }>(FIRST, [organizationId, key]);
  const ids = first
    ? (JSON.parse(first.body) as { postId: string }[]).map((p) => p.postId).join(', ')
    : 'unknown';
  return new ApiError('duplicate_request', sentence('accepted_before', { seconds: DUPLICATE_SECONDS, ids }));
}
