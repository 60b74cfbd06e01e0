import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

// A part that is tried several times is noted once.
const NOTE: Statement = {
  name: 'note-loss',
  text: `insert into post_event (post_id, kind, detail)
    select $1, $3::text, jsonb_build_object('part', $2 + 1) || $4::jsonb
    where not exists (
      select from post_event
      where post_id = $1 and kind = $3::text and (detail ->> 'part')::int = $2 + 1
    )`,
};

/** What a part is published without, as the timeline names it. */
type Loss = 'without_link_card' | 'without_subtitles';

interface Detail {
  readonly reason: string;
  /** What explains a missing card in other languages: the page, the sentence. */
  readonly page?: string | undefined;
  readonly explanation?: Sentence;
}

/** Notes in the timeline what a part is published without; `detail.reason`: why, in English. */
export async function noteLoss(
  database: Pick<Database, 'query'>,
  { postId, position }: PartKey,
  { loss, detail }: { readonly loss: Loss; readonly detail: Detail },
): Promise<void> {
  await database.query(NOTE, [postId, position, loss, JSON.stringify(detail)]);
}
