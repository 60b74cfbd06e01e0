import { BreakerOpen } from '../platform/breaker.ts';
import type { Context } from '../context.ts';
import { startGroup, syncPost, type GroupTarget } from './dispatch.ts';

const DEADLINE_MS = 500;

/**
 * Starts a group's run right after its commit. Failure is fine: its outbox row is there and the relay
 * delivers it. While Temporal is away, most requests do not even ask it (breaker.ts).
 *
 * @param known the group as it was just stored; read from the database when absent
 */
export async function startInline(
  context: Context,
  groupId: string,
  known?: readonly GroupTarget[],
): Promise<void> {
  await inline(context, { what: 'start', of: { groupId } }, (storeId) =>
    startGroup(context, groupId, storeId, { known }),
  );
}

/** Tells a run about a changed row right after its commit. Failure is fine, as above. */
export async function syncInline(context: Context, postId: string): Promise<void> {
  await inline(context, { what: 'sync', of: { postId } }, (storeId) => syncPost(context, postId, storeId));
}

async function inline(
  context: Context,
  { what, of }: { what: string; of: object },
  deliver: (storeId: string) => Promise<unknown>,
): Promise<void> {
  const { temporal, temporalBreaker, log } = context;
  try {
    await temporalBreaker(() => {
      const delivery = temporal.connection.withDeadline(Date.now() + DEADLINE_MS, async () =>
        deliver(await context.storeId()),
      );
      context.inBackground(delivery);
      return inTime(delivery);
    });
  } catch (error) {
    // That it is away was said by those that asked.
    log[error instanceof BreakerOpen ? 'debug' : 'info'](
      { ...of, reason: error instanceof Error ? error.message : String(error) },
      `${what} left to the relay`,
    );
  }
}

/**
 * The client's own deadline ends calls, not the pauses between its retries: with those, a request waited for
 * almost a second.
 */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${DEADLINE_MS} ms`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
