import type { Reader, Statement } from '../../../platform/database.ts';
import { milliseconds } from '../../../platform/milliseconds.ts';
import { PROGRAM } from '../command.ts';
import type { ChosenOrganization } from '../organization.ts';
import { shortDate, table, type Answer } from '../output.ts';

interface KeyRow {
  id: string;
  name: string;
  scopes: string[];
  createdMs: number;
  lastUsedMs: number | null;
  expiresMs: number | null;
  revokedMs: number | null;
  expired: boolean;
}

const LIST: Statement = {
  name: 'cli-keys',
  text: `
    select id, name, scopes,
      (${milliseconds('created_at')})::float8 as "createdMs",
      (${milliseconds('last_used_at')})::float8 as "lastUsedMs",
      (${milliseconds('expires_at')})::float8 as "expiresMs",
      (${milliseconds('revoked_at')})::float8 as "revokedMs",
      coalesce(expires_at <= now(), false) as expired
    from api_key
    where organization_id = $1
    order by created_at`,
};

/** JSON `{"keys": […]}`, without the keys themselves: only hashes are stored. */
export async function listKeys(reader: Reader, organization: ChosenOrganization): Promise<Answer> {
  const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  const keys = (await reader.query<KeyRow>(LIST, [organization.id])).map((row) => ({
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    status: row.revokedMs !== null ? 'revoked' : row.expired ? 'expired' : 'active',
    createdAt: new Date(row.createdMs),
    lastUsedAt: dateOf(row.lastUsedMs),
    expiresAt: dateOf(row.expiresMs),
    revokedAt: dateOf(row.revokedMs),
  }));
  const cells = keys.map((k) => [
    k.id,
    k.status,
    shortDate(k.createdAt),
    shortDate(k.lastUsedAt),
    shortDate(k.expiresAt),
    k.scopes.join(','),
    k.name,
  ]);
  return {
    json: { keys },
    lines: keys.length
      ? table(['ID', 'STATUS', 'CREATED', 'LAST USED', 'EXPIRES', 'MAY', 'NAME'], cells)
      : [`"${organization.name}" has no API keys yet. To create one: ${PROGRAM} keys create --name NAME`],
  };
}
