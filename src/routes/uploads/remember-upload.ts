import type { AppContext } from '../../app-types.ts';
import { IdempotencyConflict, rememberAnswer } from '../../commands/remember-answer.ts';
import { presentMedia } from '../../presenters/media.ts';
import type { RememberMedia } from '../../uploads/storage.ts';

/**
 * Keeps the answer of an upload with its Idempotency-Key, in the transaction that stores it. @throws
 * IdempotencyConflict when a parallel request was first
 */
export function rememberUpload(ctx: AppContext): RememberMedia | undefined {
  const { idempotency, caller } = ctx.state;
  if (!idempotency) return undefined;
  return async (tx, media) => {
    const kept = await rememberAnswer(tx, caller.organizationId, {
      ...idempotency,
      body: JSON.stringify(presentMedia(media)),
    });
    if (!kept) throw new IdempotencyConflict('The key has an answer already');
  };
}
