/**
 * What a repetition of a create request gets: the first answer, or a refusal that names the first one's
 * posts.
 */
import { createHash } from 'node:crypto';
import { queryInside, type Database, type EntityManager, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';

/** Thrown for a key that a parallel request has taken; the answer of that one is given. */
export class IdempotencyConflict extends Error {}

/** The key of a request and the hash of what it asked. */
export interface IdempotencyKey {
  readonly key: string;
  readonly requestHash: string;
}

/** How long an Idempotency-Key is remembered. */
export const KEY_SECONDS = 86_400;
/**
 * Within this time an identical request without a key is taken for an accident (a double click, a client that
 * retries after a timeout).
 */
export const DUPLICATE_SECONDS = 10;

/** The key under which a request without an Idempotency-Key is remembered: what it asks for. */
export function duplicateKey(input: unknown): IdempotencyKey {
  const requestHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  return { key: `request:${requestHash}`, requestHash };
}

const TAKE: Statement = {
  name: 'remember-answer',
  text: `insert into idempotency_record (organization_id, key, request_hash, status, body) values ($1, $2, $3, 201, $4)
    on conflict (organization_id, key) do update set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = clock_timestamp()
      where idempotency_record.created_at <= clock_timestamp() - make_interval(secs => $5::float8) returning key`,
};

/**
 * Keeps the answer of the work that the same transaction does; false when the key has one. Null = there is
 * nothing to keep.
 */
export async function rememberAnswer(
  tx: EntityManager,
  organizationId: string,
  answer: (IdempotencyKey & { readonly body: string }) | null,
  seconds = KEY_SECONDS,
): Promise<boolean> {
  if (!answer) return true;
  return (
    (await queryInside(tx, TAKE, [organizationId, answer.key, answer.requestHash, answer.body, seconds]))
      .length > 0
  );
}

const FIRST: Statement = {
  name: 'duplicate-first',
  text: 'select body from idempotency_record where organization_id = $1 and key = $2',
};

/**
 * The refusal of a request that asks for the very same as one just before it. A caller who means it sends an
 * Idempotency-Key with each.
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
  return new ApiError('duplicate_request', {
    message: `The same request was accepted less than ${DUPLICATE_SECONDS} seconds ago (post ${ids}); nothing was stored a second time. Send an Idempotency-Key of its own with each request that you mean`,
  });
}
