import type { AppContext } from '../../http/types.ts';
import { IdempotencyConflict, KEY_SECONDS, rememberAnswer } from '../../http/remember-answer.ts';
import { presentMedia } from '../present-media.ts';
import type { RememberMedia } from '../../platform/media/storage.ts';

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
      seconds: KEY_SECONDS,
    });
    if (!kept) throw new IdempotencyConflict('The key has an answer already');
  };
}
