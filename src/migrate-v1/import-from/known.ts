/** What was imported before: under which id each record of the other instance is known here. */
import { v5 as uuidv5 } from 'uuid';
import type { Database, EntityManager, Statement } from '../../platform/database.ts';
import type { ImportedKind } from '../../platform/old-ids.ts';

/**
 * A namespace for names that this file makes (RFC 9562, section 5.5); any UUID that nobody else uses will do.
 */
const NAMESPACE = '7a0e3c58-6f5f-4b7e-9d0b-6c1d6a3a54c2';

/**
 * The id that a record of the other instance gets here: never its own, which may belong to another
 * organisation here. The same record gets the same id each time.
 */
export const importedId = (sourceId: string, kind: ImportedKind | 'group', theirId: string): string =>
  uuidv5(`${kind}:${theirId}`, sourceId);

/** One record as it was imported. `waits`: the post waited there. */
export interface Imported {
  readonly theirId: string;
  readonly id: string;
  readonly digest: string;
  readonly waits: boolean;
  readonly problem: string | null;
}

const FIND_SOURCE: Statement = {
  name: 'import-source',
  text: `select s.id from import_source s join imported_record r on r.source_id = s.id
    where s.organization_id = $1 and r.kind = 'channel' and r.their_id = any($2)
    group by s.id order by count(*) desc, s.id limit 1`,
};

/**
 * The source that these channels were imported from before; else a new id. It is identified by its channels,
 * because one instance has many URLs.
 */
export async function sourceOf(
  database: Pick<Database, 'query'>,
  input: { organizationId: string; base: string; channelIds: readonly string[] },
): Promise<string> {
  const { organizationId, base, channelIds } = input;
  const [row] = await database.query<{ id: string }>(FIND_SOURCE, [organizationId, channelIds]);
  return row?.id ?? uuidv5(`${organizationId} ${base}`, NAMESPACE);
}

/** Makes the row of a source, if there is none. */
export async function rememberSource(
  tx: EntityManager,
  source: { sourceId: string; organizationId: string; base: string },
): Promise<void> {
  await tx.execute(
    'insert into import_source (id, organization_id, address) values (?, ?, ?) on conflict (id) do nothing',
    [source.sourceId, source.organizationId, source.base],
  );
}

const READ: Statement = {
  name: 'imported-records',
  text: `select their_id as "theirId", id, digest, waits, problem from imported_record
    where source_id = $1 and kind = $2 and their_id = any($3)`,
};

/** What is known of records, by their id there. */
export async function readImported(
  database: Pick<Database, 'query'>,
  source: { sourceId: string; kind: ImportedKind },
  theirIds: readonly string[],
): Promise<ReadonlyMap<string, Imported>> {
  const rows = await database.query<Imported>(READ, [source.sourceId, source.kind, theirIds]);
  return new Map(rows.map((row) => [row.theirId, row]));
}

const REMEMBER = `insert into imported_record (source_id, kind, their_id, id, digest, waits, problem)
  select ?, ?, n."theirId", n.id, n.digest, n.waits, n.problem
  from jsonb_to_recordset(?::jsonb)
    as n("theirId" text, id uuid, digest text, waits boolean, problem text)
  on conflict (source_id, kind, their_id) do update
    set id = excluded.id, digest = excluded.digest, waits = excluded.waits, problem = excluded.problem,
      imported_at = now()`;

/** Remembers records, in the transaction that writes them. */
export async function rememberImported(
  tx: EntityManager,
  source: { sourceId: string; kind: ImportedKind },
  records: readonly Imported[],
): Promise<void> {
  if (records.length) await tx.execute(REMEMBER, [source.sourceId, source.kind, JSON.stringify(records)]);
}
