/** Posts as lists of the web app show them: the beginning of the text, a picture, the channel. */
import type { HoldReason, PostState } from '../../../temporal/contract/post-states.ts';
import type { PostMedia } from '../../platform/entities/post.ts';
import type { Database, Statement } from '../../platform/database.ts';
import { IN_SERIES } from '../series/in-series.ts';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';

/** The summary of a post that a list shows. */
export interface SummaryRow {
  readonly id: string;
  readonly content: string;
  readonly status: PostState;
  readonly hold: HoldReason | null;
  readonly error: string | null;
  /** The error as a sentence, where it is one. */
  readonly explanation: Sentence | null;
  readonly publishMs: number;
  readonly publishedMs: number | null;
  readonly releaseUrl: string | null;
  readonly revision: number;
  /** Whether more posts of its series wait. */
  readonly inSeries: boolean;
  readonly media: readonly PostMedia[];
  readonly parts: number;
  readonly channel: { id: string; identifier: string; name: string; picture: string | null };
}

export interface SummaryFilter {
  readonly organizationId: string;
  readonly states?: readonly PostState[];
  /** Also those that wait for their channel, in any state. */
  readonly held?: boolean;
  readonly channelId?: string;
  readonly from?: Date;
  readonly to?: Date;
  /** Text that one of its parts contains, in any case. */
  readonly search?: string;
  readonly oldestFirst?: boolean;
  /** The last post of the page before. */
  readonly after?: { readonly publishAt: Date; readonly id: string };
  readonly limit: number;
}

/** A post that was cancelled is deleted for clients of the API; people look for it by its state. */
type Which = 'live' | 'cancelled';

const tablesOf = (which: Which): string => `from post p
    join integration c on c.id = p.integration_id
    left join post_item i on i.post_id = p.id and i.position = 0
    where p.organization_id = $1
      and ${which === 'live' ? 'p.deleted_at is null' : "p.state = 'cancelled'"}
      and c.deleted_at is null
      and ($2::text[] is null or p.state = any($2) or ($3 and p.hold = 'channel'))
      and ($4::uuid is null or p.integration_id = $4)
      and ($5::timestamptz is null or p.publish_at >= $5)
      and ($6::timestamptz is null or p.publish_at <= $6)
      and ($7::text is null
        or exists (select 1 from post_item s where s.post_id = p.id and s.content ilike $7))`;
const COLUMNS = `p.id, left(coalesce(i.content, ''), 1000) as content, p.state as status, p.hold, p.error,
      (select e.detail -> 'explanation'
        from post_event e
        where e.post_id = p.id and e.detail -> 'explanation' ->> 'message' = p.error
        order by e.id desc
        limit 1) as explanation,
      (extract(epoch from p.publish_at) * 1000)::float8 as "publishMs",
      (extract(epoch from p.published_at) * 1000)::float8 as "publishedMs",
      p.release_url as "releaseUrl", p.revision, ${IN_SERIES} as "inSeries", coalesce(i.media, '[]') as media,
      (select count(*)::int from post_item n where n.post_id = p.id) as parts,
      json_build_object('id', c.id, 'identifier', c.provider, 'name', c.name, 'picture', c.picture) as channel`;

const pageOf = (which: Which, order: 'oldest' | 'newest'): Statement => ({
  name: `summaries-${order}-${which}`,
  text: `select ${COLUMNS}
    ${tablesOf(which)}
      and ($8::timestamptz is null or (p.publish_at, p.id) ${order === 'oldest' ? '>' : '<'} ($8, $9::uuid))
    order by ${order === 'oldest' ? 'p.publish_at, p.id' : 'p.publish_at desc, p.id desc'}
    limit $10`,
});
/** Beyond it, the exact number helps nobody. */
export const MAX_COUNTED = 1000;
const countOf = (which: Which): Statement => ({
  name: `summaries-count-${which}`,
  text: `select count(*)::int as total
    from (
      select 1
      ${tablesOf(which)}
      limit ${MAX_COUNTED}
    ) found`,
});
const statementsOf = (which: Which) => ({
  oldest: pageOf(which, 'oldest'),
  newest: pageOf(which, 'newest'),
  count: countOf(which),
});
const STATEMENTS = { live: statementsOf('live'), cancelled: statementsOf('cancelled') };

/** A page of posts, and how many there are on all pages, up to `MAX_COUNTED`. */
export async function readSummaries(
  database: Database,
  filter: SummaryFilter,
): Promise<{ rows: SummaryRow[]; total: number }> {
  const { after, limit, oldestFirst = false } = filter;
  const isCancelled = filter.states?.length === 1 && filter.states[0] === 'cancelled';
  const statement = STATEMENTS[isCancelled ? 'cancelled' : 'live'];
  const matching = [
    filter.organizationId,
    filter.states ?? null,
    filter.held ?? false,
    filter.channelId ?? null,
    filter.from ?? null,
    filter.to ?? null,
    filter.search ? `%${filter.search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null,
  ];
  const [rows, [counted]] = await Promise.all([
    database.query<SummaryRow>(oldestFirst ? statement.oldest : statement.newest, [
      ...matching,
      after?.publishAt ?? null,
      after?.id ?? null,
      limit,
    ]),
    database.query<{ total: number }>(statement.count, matching),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
