import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';

// A part that is tried several times is noted once.
const NOTE: Statement = {
  name: 'note-without-card',
  text: `insert into post_event (post_id, kind, detail)
    select $1, 'without_link_card', jsonb_build_object('part', $2 + 1, 'reason', $3::text) || $4::jsonb
    where not exists (
      select from post_event
      where post_id = $1 and kind = 'without_link_card' and (detail ->> 'part')::int = $2 + 1
    )`,
};

/** Notes in the timeline that a part has no link card, and why: on account of a page, if one is named. */
export async function noteWithoutCard(
  database: Pick<Database, 'query'>,
  { postId, position }: PartKey,
  { page, ...explanation }: Sentence & { readonly page?: string },
): Promise<void> {
  const reason = page ? `${page}: ${explanation.message}` : explanation.message;
  await database.query(NOTE, [postId, position, reason, JSON.stringify({ page, explanation })]);
}

const COUNT_SLOW: Statement = {
  name: 'count-slow-cards',
  text: `select count(*)::int as slow from post_event
    where post_id = $1 and kind = 'without_link_card' and detail -> 'explanation' ->> 'code' = 'page_too_slow'`,
};

/** How many pages have kept the post waiting in vain. */
export async function countSlowPages(database: Pick<Database, 'query'>, postId: string): Promise<number> {
  const [row] = await database.query<{ slow: number }>(COUNT_SLOW, [postId]);
  return row?.slow ?? 0;
}
