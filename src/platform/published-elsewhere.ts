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
 * Whether v1 publishes, or may publish, for the organisation whose id `column` holds, or the instance that
 * it was moved to does: an SQL condition. Nothing of it is sent, started, renewed or counted here.
 */
export const publishedElsewhere = (column: string): string =>
  `(exists (select 1 from v1_organization w where w.organization_id = ${column}
      and (w.publishes = 'v1' or jsonb_exists(w.detail, 'restoredAt')))
    or exists (select 1 from organization moved where moved.id = ${column} and moved.moved_at is not null))`;
