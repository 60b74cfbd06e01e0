import { createHash } from 'node:crypto';
import type { AppContext, Middleware } from './types.ts';
import { IdempotencyConflict } from './remember-answer.ts';
import type { Database, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';

const FIND: Statement = {
  name: 'idempotency-find',
  text: "select request_hash as hash, status, body from idempotency_record where organization_id = $1 and key = $2 and created_at > now() - interval '24 hours'",
};

/**
 * The same Idempotency-Key with the same body gives the first answer, byte for byte, for 24 hours; with
 * another body 422 (draft-ietf-httpapi-idempotency-key-header). The record is written in the transaction that
 * does the work, so an answer exists exactly when the work does; a parallel request waits for that
 * transaction.
 */
export function idempotency(database: Database): Middleware {
  return async (ctx, next) => {
    const key = ctx.get('idempotency-key');
    if (ctx.headers['idempotency-key'] === undefined) return next();
    if (!key || key.length > 255) throw new ApiError('invalid_idempotency_key');
    ctx.state.idempotency = {
      key,
      requestHash: createHash('sha256')
        .update(`${ctx.method} ${ctx.path}\n${ctx.state.rawBody}`)
        .digest('hex'),
    };
    if (await replay(ctx, database)) return;
    try {
      await next();
    } catch (error) {
      if (!(error instanceof IdempotencyConflict) || !(await replay(ctx, database))) throw error;
    }
  };
}

async function replay(ctx: AppContext, database: Database): Promise<boolean> {
  const { key, requestHash } = ctx.state.idempotency ?? { key: '', requestHash: '' };
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
