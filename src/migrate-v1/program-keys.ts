/** API keys of v1: programs go on with them here, under another URL. */
import type { Database, Statement } from '../platform/database.ts';
import { idHere } from './id-here.ts';
import type { MigratedOrganization } from './cutover/organizations.ts';
import type { SourceDatabase } from './source/open-source.ts';
import { has } from './source/version.ts';

/** The organisations that have a key in v1, by their names. */
export interface PlannedKeys {
  /** Their keys work here as they are. */
  readonly works: readonly string[];
  /** Several have the same key, which works here for one of them: the others need a new one. */
  readonly shared: readonly string[];
}

const KEYS = `select o.id, o.name, exists (
      select 1 from "Organization" x where x.id <> o.id and x."apiKey" = o."apiKey") as shared
  from "Organization" o where coalesce(o."apiKey", '') <> '' order by lower(o.name), o.id`;

/**
 * The oldest releases have no keys (before v1.11.1).
 *
 * @param live the organisations that would be copied
 */
export async function planKeys(source: SourceDatabase, live: ReadonlySet<string>): Promise<PlannedKeys> {
  const rows = has(source.shape, 'Organization', 'apiKey')
    ? await source.query<{ id: string; name: string; shared: boolean }>(KEYS)
    : [];
  const names = (shared: boolean): string[] =>
    rows.filter((row) => live.has(row.id) && row.shared === shared).map(({ name }) => name);
  return { works: names(false), shared: names(true) };
}

/** A key of v1 that works here. */
export interface KeyHere {
  readonly organizationId: string;
  readonly name: string;
  /** When a program last came here with it; null = none has yet. */
  readonly usedMs: number | null;
}

export const keyIdHere = (sourceId: string, organizationId: string): string =>
  idHere(sourceId, 'organization', `api_key:${organizationId}`);

const HERE: Statement = {
  name: 'migrate-v1-keys',
  text: `select organization_id as "organizationId", (extract(epoch from last_used_at) * 1000)::float8 as "usedMs"
    from api_key where id = any($1) and revoked_at is null`,
};

/** The keys that came over with these organisations, in their order. */
export async function readKeysHere(
  database: Pick<Database, 'query'>,
  sourceId: string,
  organizations: readonly Pick<MigratedOrganization, 'id' | 'name'>[],
): Promise<KeyHere[]> {
  const ids = organizations.map(({ id }) => keyIdHere(sourceId, id));
  const rows = await database.query<Omit<KeyHere, 'name'>>(HERE, [ids]);
  const used = new Map(rows.map(({ organizationId, usedMs }) => [organizationId, usedMs]));
  return organizations.flatMap(({ id, name }) => {
    const usedMs = used.get(id);
    return usedMs === undefined ? [] : [{ organizationId: id, name, usedMs }];
  });
}
