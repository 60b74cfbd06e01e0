/**
 * The seam "published elsewhere": another system may publish for an organisation, whose posts here are a copy
 * then. Rows of `v1_organization` plug in, one for each such organisation; without any, everything is
 * published here. It is read by the claim of a part, what starts, renews, repeats and counts, and each change
 * of what is published (`assert-published-here.ts`, `src/http/refuse-elsewhere.ts`). `moved_at` is of the
 * same kind: an organisation that went to another instance of Crier.
 */
import type { Database, Statement } from './database.ts';

/**
 * The publisher of an organisation from another system; `doubt`: after a restore, until a person has looked.
 */
export type Publisher = 'elsewhere' | 'here' | 'doubt';

/**
 * Whether another system still publishes for the organisation whose id `column` holds: an SQL condition.
 * Until Crier takes over, everything of that organisation here is a copy.
 */
export const publishesThere = (column: string): string =>
  `exists (select 1 from v1_organization w where w.organization_id = ${column} and w.publishes = 'v1')`;

/**
 * Whether a backup was restored, and nobody has looked yet who publishes for the organisation whose id
 * `column` holds, which came over: an SQL condition.
 */
export const inDoubt = (column: string): string =>
  `exists (select 1 from v1_organization w where w.organization_id = ${column} and jsonb_exists(w.detail, 'restoredAt'))`;

/**
 * The `Publisher` of the organisation whose id `column` holds; null if it was made here: an SQL expression.
 */
export const publisherOf = (column: string): string =>
  `(select case when jsonb_exists(w.detail, 'restoredAt') then 'doubt'
      when w.publishes = 'v1' then 'elsewhere' else 'here' end
    from v1_organization w where w.organization_id = ${column})`;

/**
 * Whether another system publishes, or may publish, for the organisation whose id `column` holds, or the
 * instance that it was moved to does: an SQL condition. Nothing of it is sent, started, renewed or counted
 * here.
 */
export const publishedElsewhere = (column: string): string =>
  `(exists (select 1 from v1_organization w where w.organization_id = ${column}
      and (w.publishes = 'v1' or jsonb_exists(w.detail, 'restoredAt')))
    or exists (select 1 from organization moved where moved.id = ${column} and moved.moved_at is not null))`;

/**
 * Whether another instance renews the credentials of the organisation whose id `column` holds: an SQL
 * condition. A copy renews none until it is resumed, as the original may still run, and networks that give a
 * new refresh token with each renewal would lock the original out.
 */
export const renewedElsewhere = (column: string): string =>
  `(${publishedElsewhere(column)} or exists (select 1 from instance_state copy where copy.key = 'restored'))`;

/** Whether anything was copied from another system: an SQL condition. */
export const WAS_COPIED = 'exists (select 1 from v1_source)';

/**
 * The time since which nobody has published the post `p`, which came over: an SQL expression, in seconds
 * since the epoch. Null for a post that was made here.
 */
export const stoppedThere = (post: string): string => `(
      select (w.detail ->> 'stoppedMs')::float8 / 1000
      from v1_organization w
      join legacy_id l on l.source_id = w.source_id and l.kind = 'post' and l.id = ${post}.id
      where w.organization_id = ${post}.organization_id
      limit 1
    )`;

/** Shown wherever the freeze of such an organisation is shown. */
export const DOUBT_REASON =
  'Restored from a backup, since which v1 may have been stopped, or may publish again: the operator has to look there ("migrate-v1 after-restore")';

/**
 * Puts organisations that came over in doubt, after a restore was noted (`restored.ts`): a cutover, or a
 * rollback, that the copy does not know of may have changed who publishes, as the other system shows. After
 * the end of a migration there was no way back. Written for any driver.
 */
export const DOUBT_PUBLISHERS = `
  with doubted as (
    update v1_organization w
    set detail = w.detail || jsonb_build_object('restoredAt',
      least((w.detail ->> 'restoredAt')::timestamptz, (i.value ->> 'at')::timestamptz))
    from v1_source s, instance_state i
    where s.id = w.source_id and s.finished_at is null and not jsonb_exists(w.detail, 'finished')
      and i.key = 'restored'
    returning w.organization_id)
  update organization o
  set frozen_at = coalesce(o.frozen_at, clock_timestamp()),
    frozen_reason = coalesce(o.frozen_reason, '${DOUBT_REASON}')
  from doubted d where o.id = d.organization_id`;

const COUNT_DOUBT: Statement = {
  name: 'restored-count-doubt',
  text: `select count(*)::int as count from v1_organization
    where jsonb_exists(detail, 'restoredAt') and ($1::uuid is null or organization_id = $1)`,
};

/** The number of organisations that came over and are in doubt; of one, 1 or 0. */
export async function countInDoubt(
  database: Pick<Database, 'query'>,
  organizationId: string | null,
): Promise<number> {
  return (await database.query<{ count: number }>(COUNT_DOUBT, [organizationId]))[0]?.count ?? 0;
}
