import type { Context } from '../context.ts';
import { startGroup, syncPost, type GroupTarget } from '../outbox/dispatch.ts';

const DEADLINE_MS = 500;

/**
 * Starts a group's run right after its commit. Failure is fine: its outbox row is there and the relay delivers it.
 *
 * @param known the group as it was just stored; read from the database when absent
 */
export async function startInline(context: Context, groupId: string, known?: readonly GroupTarget[]): Promise<void> {
  await inline({ ...context, log: context.log.child({ groupId }) }, 'start', (storeId) => startGroup(context, groupId, storeId, { known }));
}

/** Tells a run about a changed row right after its commit. Failure is fine, as above. */
export async function syncInline(context: Context, postId: string): Promise<void> {
  await inline({ ...context, log: context.log.child({ postId }) }, 'sync', (storeId) => syncPost(context, postId, storeId));
}

async function inline(context: Context, what: string, deliver: (storeId: string) => Promise<unknown>): Promise<void> {
  try {
    await context.temporal.connection.withDeadline(Date.now() + DEADLINE_MS, async () => deliver(await context.storeId()));
  } catch (error) {
    context.log.info({ reason: error instanceof Error ? error.message : String(error) }, `${what} left to the relay`);
  }
}
