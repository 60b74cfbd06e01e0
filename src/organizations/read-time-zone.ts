import type { Database, Statement } from '../platform/database.ts';

const READ: Statement = {
  name: 'organization-time-zone',
  text: 'select time_zone as "timeZone" from organization where id = $1',
};

/** IANA name of the zone in which an organisation reads and writes dates. */
export async function readTimeZone(
  database: Pick<Database, 'query'>,
  organizationId: string,
): Promise<string> {
  const [row] = await database.query<{ timeZone: string }>(READ, [organizationId]);
  return row?.timeZone ?? 'UTC';
}
