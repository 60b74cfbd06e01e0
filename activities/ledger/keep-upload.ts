import type { Json } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

const KEEP_UPLOAD: Statement = {
  name: 'keep-upload',
  text: `update publish_attempt
  set uploads = case
    when $5::jsonb is null then coalesce(uploads, '{}') - $4::text
    else coalesce(uploads, '{}') || jsonb_build_object($4::text, jsonb_build_object(
      'value', $5::jsonb,
      'untilMs', extract(epoch from clock_timestamp()) * 1000 + $6::float8
    ))
  end
  where post_item_id = $1 and revision = $2 and fence = $3 and phase in ('intent', 'repeat')`,
};

/**
 * Remembers (or with null, forgets) what preparing the part has uploaded, for its next try. Nothing happens
 * when another worker has taken the part.
 */
export async function keepUpload(
  db: Database,
  { itemId, revision }: PartKey,
  fenceId: string,
  upload: { name: string; value: Json; forMs: number } | { name: string; value: null },
): Promise<void> {
  const value = upload.value === null ? null : JSON.stringify(upload.value);
  const forMs = 'forMs' in upload ? upload.forMs : 0;
  await db.query(KEEP_UPLOAD, [itemId, revision, fenceId, upload.name, value, forMs]);
}
