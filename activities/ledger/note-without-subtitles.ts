import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

// A part that is tried several times is noted once.
const NOTE: Statement = {
  name: 'note-without-subtitles',
  text: `insert into post_event (post_id, kind, detail)
    select $1, 'without_subtitles', jsonb_build_object('part', $2 + 1, 'reason', $3::text)
    where not exists (
      select from post_event
      where post_id = $1 and kind = 'without_subtitles' and (detail ->> 'part')::int = $2 + 1
    )`,
};

/** Notes in the timeline that the video of a part has no subtitles, and why. */
export async function noteWithoutSubtitles(
  database: Pick<Database, 'query'>,
  { postId, position }: PartKey,
  reason: string,
): Promise<void> {
  await database.query(NOTE, [postId, position, reason]);
}
