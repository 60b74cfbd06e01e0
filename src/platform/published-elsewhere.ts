/**
 * Whether v1 still publishes for the organisation whose id `column` holds: an SQL condition. Until Crier
 * takes over, everything of that organisation here is a copy.
 */
export const onV1 = (column: string): string =>
  `exists (select 1 from v1_organization w where w.organization_id = ${column} and w.publishes = 'v1')`;

/**
 * Whether v1, or the instance that it was moved to, publishes for the organisation whose id `column` holds:
 * an SQL condition. Nothing of it is sent, started, renewed or counted here.
 */
export const publishedElsewhere = (column: string): string =>
  `(${onV1(column)}
    or exists (select 1 from organization moved where moved.id = ${column} and moved.moved_at is not null))`;
