/**
 * Whether v1 still publishes for the organisation whose id `column` holds: an SQL condition. Until Crier
 * takes over, everything of that organisation here is a copy.
 */
export const onV1 = (column: string): string =>
  `exists (select 1 from v1_organization w where w.organization_id = ${column} and w.publishes = 'v1')`;

/**
 * Whether a backup was restored, and nobody has looked yet who publishes for the organisation whose id
 * `column` holds, which came from v1 (`src/migrate-v1/cutover/after-restore.ts`): an SQL condition.
 */
export const inDoubt = (column: string): string =>
  `exists (select 1 from v1_organization w where w.organization_id = ${column} and jsonb_exists(w.detail, 'restoredAt'))`;

/**
 * Who publishes for the organisation whose id `column` holds: an SQL expression. `v1` or `crier` if it came
 * from v1, `doubt` as `inDoubt`; null if it was made here.
 */
export const v1Or = (column: string): string =>
  `(select case when jsonb_exists(w.detail, 'restoredAt') then 'doubt' else w.publishes end
    from v1_organization w where w.organization_id = ${column})`;

/**
 * Whether v1 publishes, or may publish, for the organisation whose id `column` holds, or the instance that
 * it was moved to does: an SQL condition. Nothing of it is sent, started, renewed or counted here.
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
