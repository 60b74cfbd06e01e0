import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { sendFile } from '../send-file.ts';

/**
 * GET /uploads/signed/…: a stored file by an address that a network was given to fetch it from. Refuses with
 * upload_not_found, whether the address is forged, has expired, or the file was deleted. Nothing in the
 * answer tells the name under which the file is public for good.
 */
export function serveSignedRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const file = await context.storage.openSigned(`signed/${String(ctx.params.path ?? '')}`);
    if (!file) throw new ApiError('upload_not_found');
    await sendFile(ctx, file, { tag: file.id, cache: 'private' });
  };
}
