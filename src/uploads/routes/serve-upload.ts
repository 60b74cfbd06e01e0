import { basename } from 'node:path';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { sendFile } from '../send-file.ts';

/** GET /uploads/…: a stored file, public, with a long cache life. Refuses with upload_not_found. */
export function serveUploadRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const path = String(ctx.params.path ?? '');
    const file = await context.storage.open(path);
    if (!file) throw new ApiError('upload_not_found');
    await sendFile(ctx, file, { tag: basename(path), cache: 'public, max-age=31536000, immutable' });
  };
}
