/** Posts as v1 has them and as they are here, side by side: what an operator looks at before a cutover. */
import { cleanEscaped } from '../platform/clean-html.ts';
import type { Statement } from '../platform/database.ts';
import type { SourceRow } from './source/open-source.ts';
import type { Migration } from './v1-source.ts';

/** One post. Dates in ISO 8601, UTC. `v1` is null when it is no longer there. */
export interface Sample {
  readonly id: string;
  readonly organization: string;
  readonly channel: string;
  readonly here: { readonly text: string; readonly date: string; readonly state: string };
  readonly v1: { readonly text: string; readonly date: string; readonly state: string } | null;
}

// The next that are due, one of each channel.
const HERE: Statement = {
  name: 'migrate-v1-samples',
  text: `select distinct on (p.publish_at, p.integration_id) p.id, l.legacy_id as "legacyId", o.name as organization,
      i.name as channel, left(pi.content, 300) as text, p.state,
      (extract(epoch from p.publish_at) * 1000)::float8 as "dateMs"
    from legacy_id l
    join post p on p.id = l.id and p.deleted_at is null and p.state = 'scheduled'
    join post_item pi on pi.post_id = p.id and pi.position = 0
    join integration i on i.id = p.integration_id
    join organization o on o.id = p.organization_id
    where l.source_id = $1 and l.kind = 'post'
    order by p.publish_at, p.integration_id limit $2`,
};
const THERE = `select id, to_jsonb(p) as row from "Post" p where id = any($1)`;

interface HereRow {
  readonly id: string;
  readonly legacyId: string;
  readonly organization: string;
  readonly channel: string;
  readonly text: string;
  readonly state: string;
  readonly dateMs: number;
}

/** The next posts of all organisations, at most `limit`. */
export async function readSamples(
  { context, source, sourceId }: Migration,
  limit: number,
): Promise<Sample[]> {
  const rows = await context.database.query<HereRow>(HERE, [sourceId, limit]);
  const there = await source.query<{ id: string; row: SourceRow }>(THERE, [
    rows.map(({ legacyId }) => legacyId),
  ]);
  const v1 = new Map(there.map(({ id, row }) => [id, row]));
  return Promise.all(
    rows.map(async ({ id, legacyId, organization, channel, text, state, dateMs }) => ({
      id,
      organization,
      channel,
      here: { text, state, date: new Date(dateMs).toISOString() },
      v1: await shownOf(v1.get(legacyId)),
    })),
  );
}

/** v1 kept any markup that it was given, and a page shall not see scripts. */
async function shownOf(row: SourceRow | undefined): Promise<Sample['v1']> {
  if (!row) return null;
  const text = await cleanEscaped(textOf(row.content), 'content');
  return { text, state: textOf(row.state), date: dateOf(row.publishDate) };
}

const SHOWN = 300;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, SHOWN) : '');
/** v1 keeps times in UTC without a zone. */
const dateOf = (value: unknown): string => new Date(`${textOf(value)}Z`).toISOString();
