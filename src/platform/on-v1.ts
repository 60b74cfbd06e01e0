/**
 * Whether v1 still publishes for the organisation whose id `column` holds: an SQL condition. Until Crier
 * takes over, everything of that organisation here is a copy: nothing of it is sent, started, renewed or
 * counted.
 */
export const onV1 = (column: string): string =>
  `exists (select 1 from v1_organization w where w.organization_id = ${column} and w.publishes = 'v1')`;
