/** What is known of the records that were copied: their ids here, and what they were when they were read. */
import { createHash } from 'node:crypto';
import { sendInside, type Database, type EntityManager, type Statement } from '../../platform/database.ts';
import type { OldIdKind } from '../../platform/old-ids.ts';
import type { MissingFile } from '../map/references.ts';
import type { SourceRecord } from '../source/read-batch.ts';

/** Changes when the same record is mapped otherwise, so that the next pass writes all of them again. */
const MAPPING = '5';

/** The digest of a record as it was read. */
export const digestOf = ({ row, parts = [], tags = [] }: SourceRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([MAPPING, row, parts, tags]))
    .digest('base64url');

/** Instead of a digest: what of it was not there may be there by the next pass. */
export const LOOK_AGAIN = 'look again';

/** The digest of a record that is here, but refers to a file that may be there by the next pass. */
export const refersLater = (digest: string): string => `${digest}?`;

/** A record that is written now. */
export interface NowKnown {
  readonly legacyId: string;
  readonly id: string;
  readonly organizationId: string | null;
  readonly digest: string;
  readonly problem: string | null;
  /** Null when no file of it is missing. */
  readonly missing: readonly MissingFile[] | null;
}

const DIGESTS: Statement = {
  name: 'migrate-v1-digests',
  text: `select legacy_id as "legacyId", digest from legacy_id
    where source_id = $1 and kind = $2 and legacy_id = any($3)`,
};

/** The digests of what was copied before, by the old id. */
export async function readDigests(
  database: Pick<Database, 'query'>,
  source: { sourceId: string; kind: OldIdKind },
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ legacyId: string; digest: string }>(DIGESTS, [
    source.sourceId,
    source.kind,
    ids,
  ]);
  return new Map(rows.map(({ legacyId, digest }) => [legacyId, digest]));
}

const IDS: Statement = {
  name: 'migrate-v1-ids',
  text: 'select legacy_id as "legacyId", id from legacy_id where source_id = $1 and kind = $2 and legacy_id = any($3)',
};

/** The ids here of what was copied, by the old id. */
export async function readIds(
  database: Pick<Database, 'query'>,
  source: { sourceId: string; kind: OldIdKind },
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ legacyId: string; id: string }>(IDS, [
    source.sourceId,
    source.kind,
    ids,
  ]);
  return new Map(rows.map(({ legacyId, id }) => [legacyId, id]));
}

const REMEMBER = `insert into legacy_id (source_id, kind, legacy_id, id, organization_id, digest, problem, missing)
  select $1::uuid, $2, n."legacyId", n.id, n."organizationId", n.digest, n.problem, n.missing
  from jsonb_to_recordset($3::jsonb)
    as n("legacyId" text, id uuid, "organizationId" uuid, digest text, problem text, missing jsonb)
  on conflict (source_id, kind, legacy_id) do update
    set id = excluded.id, organization_id = excluded.organization_id, digest = excluded.digest,
      problem = excluded.problem, missing = excluded.missing, copied_at = now()`;

/** Remembers records, in the transaction that writes them. */
export async function remember(
  tx: EntityManager,
  source: { sourceId: string; kind: OldIdKind },
  records: readonly NowKnown[],
): Promise<void> {
  if (records.length) await sendInside(tx, REMEMBER, [source.sourceId, source.kind, JSON.stringify(records)]);
}

/** The records of these ids are no longer there. */
export async function forget(
  tx: EntityManager,
  source: { sourceId: string; kind: OldIdKind },
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await tx.execute(
    'delete from legacy_id where source_id = ? and kind = ? and legacy_id in (select jsonb_array_elements_text(?::jsonb))',
    [source.sourceId, source.kind, JSON.stringify(ids)],
  );
}
