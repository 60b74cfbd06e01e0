import { deliverInline, type InlineDeps } from './start-inline.ts';
import { syncPost } from './notify-run.ts';

/**
 * Notifies a run right after the commit that its row has changed. A failure does no harm, as in startInline.
 */
export async function syncInline(context: InlineDeps, postId: string): Promise<void> {
  await deliverInline(context, { what: 'sync', fields: { postId } }, (storeId) =>
    syncPost(context, postId, storeId),
  );
}
