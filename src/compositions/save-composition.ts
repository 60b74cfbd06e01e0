import type { Database, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { serialize, type Document } from './document.ts';
import { readComposition, type CompositionRow } from './read-compositions.ts';

/** Whose draft it is, and who writes. */
interface Of {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
}

const INSERT: Statement = {
  name: 'compositions-insert',
  text: `insert into composition (id, organization_id, document, created_by, updated_by)
    values ($1, $2, $3::jsonb, $4, $4) on conflict (id) do nothing`,
};
const UPDATE: Statement = {
  name: 'compositions-update',
  text: `update composition
    set document = $3::jsonb, revision = revision + 1, updated_at = clock_timestamp(), updated_by = $4
    where id = $1 and organization_id = $2 and revision = $5
    returning id`,
};
const DELETE: Statement = {
  name: 'compositions-delete',
  text: 'delete from composition where id = $1 and organization_id = $2',
};

/**
 * Stores a draft under the id that its writer chose. A repeat, because the first answer was lost, finds the
 * draft as it is.
 *
 * @throws ApiError `invalid_request`, `foreign_resource`
 */
export async function createComposition(
  database: Database,
  of: Of,
  document: Document,
): Promise<CompositionRow> {
  await database.query(INSERT, [of.id, of.organizationId, serialize(document), of.userId]);
  return readComposition(database, of);
}

/**
 * Stores a draft if nobody has saved it since it was read at `revision`.
 *
 * @throws ApiError `composition_changed`, `composition_not_found`, `foreign_resource`, `invalid_request`
 */
export async function saveComposition(
  database: Database,
  of: Of,
  { document, revision }: { document: Document; revision: number },
): Promise<CompositionRow> {
  const saved = await database.query(UPDATE, [
    of.id,
    of.organizationId,
    serialize(document),
    of.userId,
    revision,
  ]);
  const row = await readComposition(database, of);
  if (saved.length) return row;
  const who = row.updatedById === of.userId ? 'You' : (row.updatedBy ?? 'Somebody');
  throw new ApiError('composition_changed', {
    message: `${who} changed this draft at ${new Date(row.updatedMs).toISOString()}`,
  });
}

/** @throws ApiError `composition_not_found`, `foreign_resource` */
export async function deleteComposition(database: Database, of: Omit<Of, 'userId'>): Promise<void> {
  await readComposition(database, of);
  await database.query(DELETE, [of.id, of.organizationId]);
}
