import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import { noteLoss } from './note-loss.ts';
import type { PartKey } from './part-key.ts';

/** Notes in the timeline that a part has no link card, and why: on account of a page, if one is named. */
export async function noteWithoutCard(
  database: Pick<Database, 'query'>,
  key: PartKey,
  { page, ...explanation }: Sentence & { readonly page?: string },
): Promise<void> {
  const reason = page ? `${page}: ${explanation.message}` : explanation.message;
  await noteLoss(database, key, { loss: 'without_link_card', detail: { reason, page, explanation } });
}

const COUNT_SLOW: Statement = {
  name: 'count-slow-cards',
  text: `select count(*)::int as slow from post_event
    where post_id = $1 and kind = 'without_link_card' and detail -> 'explanation' ->> 'code' = 'page_too_slow'`,
};

/** The number of pages that have kept the post waiting in vain. */
export async function countSlowPages(database: Pick<Database, 'query'>, postId: string): Promise<number> {
  const [row] = await database.query<{ slow: number }>(COUNT_SLOW, [postId]);
  return row?.slow ?? 0;
}
