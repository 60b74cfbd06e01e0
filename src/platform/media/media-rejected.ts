import type { Statement } from '../database.ts';

/**
 * Notifies webhooks of a file that cannot be used, although its upload was answered. `$1` = organisation,
 * `$2` = file or upload, `$3` = its name, `$4` and `$5` = code and message of the error.
 */
export const MEDIA_REJECTED: Statement = {
  name: 'media-rejected',
  text: `select emit_webhook_event($1, 'media.rejected', null, null, null, jsonb_build_object(
      'media', jsonb_build_object('id', $2::uuid, 'name', $3::text),
      'error', jsonb_build_object('code', $4::text, 'message', $5::text)))`,
};
