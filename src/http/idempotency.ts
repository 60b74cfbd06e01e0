import { createHash } from 'node:crypto';
import type { AppContext, Middleware } from './types.ts';
import { IdempotencyConflict, KEY_SECONDS, type IdempotencyKey } from './remember-answer.ts';
import type { Database, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';

const FIND: Statement = {
  name: 'idempotency-find',
  text: `select request_hash as hash, status, body
    from idempotency_record
    where organization_id = $1 and key = $2 and created_at > now() - make_interval(secs => ${KEY_SECONDS})`,
};

/**
 * The same Idempotency-Key with the same body gets the first answer, byte for byte, for 24 hours; with
 * another body it is refused with 422 (draft-ietf-httpapi-idempotency-key-header). The answer is kept by the
 * transaction that does the work, so it exists exactly when the work is done; a parallel request waits for
 * that transaction.
 */
export function idempotency(database: Database): Middleware {
  return async (ctx, next) => {
    const key = ctx.get('idempotency-key');
    if (ctx.headers['idempotency-key'] === undefined) return next();
    if (!key || key.length > 255) throw new ApiError('invalid_idempotency_key');
    const asked = `${ctx.method} ${ctx.path}\n${ctx.state.rawBody}`;
    const request = { key, requestHash: createHash('sha256').update(asked).digest('hex') };
    ctx.state.idempotency = request;
    if (await replay(ctx, database, request)) return;
    try {
      await next();
    } catch (error) {
      if (!(error instanceof IdempotencyConflict) || !(await replay(ctx, database, request))) throw error;
    }
  };
}

/** Answers with what is kept under the key. False when nothing is. */
async function replay(
  ctx: AppContext,
  database: Database,
  { key, requestHash }: IdempotencyKey,
): Promise<boolean> {
  const [record] = await database.query<{ hash: string; status: number; body: string }>(FIND, [
    ctx.state.caller.organizationId,
    key,
  ]);
  if (!record) return false;
  if (record.hash !== requestHash) throw new ApiError('idempotency_key_reused');
  ctx.status = record.status;
  ctx.type = 'application/json';
  ctx.set('Idempotency-Replayed', 'true');
  ctx.body = record.body;
  return true;
}
