import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { sendFile } from '../send-file.ts';

/**
 * GET /uploads/signed/…: a stored file at a URL that a network was given to fetch it from. Refuses with
 * upload_not_found, whether the URL is forged, has expired, or the file was deleted. Nothing in the answer
 * reveals the name under which the file is permanently public.
 */
export function serveSignedRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const file = await context.storage.openSigned(`signed/${String(ctx.params.path ?? '')}`);
    if (!file) throw new ApiError('upload_not_found');
    await sendFile(ctx, file, { tag: file.id, cache: 'private' });
  };
}
