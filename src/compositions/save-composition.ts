import type { Database, Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { LOCKED_MEDIA_OF_DRAFT, assertMediaKept } from '../uploads/lock-media.ts';
import { serialize, type Document } from './document.ts';
import { readComposition, type CompositionRow } from './read-compositions.ts';
import { sentence } from '../platform/sentences.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';

/** Whose draft it is, and who writes. */
interface Of {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
}

interface Outcome {
  readonly saved: boolean;
  readonly gone: boolean;
}

const OUTCOME = 'select exists (select from saved) as saved, exists (select from gone_media) as gone';
const INSERT: Statement = {
  name: 'compositions-insert',
  text: `with ${LOCKED_MEDIA_OF_DRAFT},
  saved as (
    insert into composition (id, organization_id, document, created_by, updated_by)
    select $1::uuid, $2::uuid, $3::jsonb, $4::uuid, $4::uuid
    where not exists (select from gone_media)
    on conflict (id) do nothing
    returning id
  )
  ${OUTCOME}`,
};
const UPDATE: Statement = {
  name: 'compositions-update',
  text: `with ${LOCKED_MEDIA_OF_DRAFT},
  saved as (
    update composition
    set document = $3::jsonb, revision = revision + 1, updated_at = clock_timestamp(), updated_by = $4
    where id = $1 and organization_id = $2 and revision = $5 and not exists (select from gone_media)
    returning id
  )
  ${OUTCOME}`,
};
const DELETE: Statement = {
  name: 'compositions-delete',
  text: 'delete from composition where id = $1 and organization_id = $2',
};

/**
 * Stores a draft under the id that its writer chose. A repeat, because the first answer was lost, finds the
 * draft as it is.
 *
 * @throws ApiError `invalid_request`, `foreign_resource`; `media_not_stored` when an upload is being deleted
 */
export async function createComposition(
  database: Database,
  ref: Of,
  document: Document,
): Promise<CompositionRow> {
  const values = [ref.id, ref.organizationId, serialize(document), ref.userId];
  const [outcome] = await database.query<Outcome>(INSERT, values);
  assertMediaKept(outcome?.gone);
  return readComposition(database, ref);
}

/**
 * Stores a draft if nobody has saved it since it was read at `revision`.
 *
 * @throws ApiError `composition_changed`, `composition_not_found`, `foreign_resource`, `invalid_request`;
 * `media_not_stored` when an upload is being deleted
 */
export async function saveComposition(
  database: Database,
  ref: Of,
  { document, revision }: { document: Document; revision: number },
): Promise<CompositionRow> {
  const [outcome] = await database.query<Outcome>(UPDATE, [
    ref.id,
    ref.organizationId,
    serialize(document),
    ref.userId,
    revision,
  ]);
  const row = await readComposition(database, ref);
  assertMediaKept(outcome?.gone);
  if (outcome?.saved) return row;
  throw new ApiError('composition_changed', whoChanged(row, ref.userId));
}

/** @throws ApiError `composition_not_found`, `foreign_resource` */
export async function deleteComposition(database: Database, ref: Omit<Of, 'userId'>): Promise<void> {
  await readComposition(database, ref);
  await database.query(DELETE, [ref.id, ref.organizationId]);
}

function whoChanged({ updatedMs, updatedById, updatedBy }: CompositionRow, userId: string | null): Sentence {
  const at = new Date(updatedMs).toISOString();
  if (updatedById === userId) return sentence('draft_changed_by_you', { at });
  return updatedBy
    ? sentence('draft_changed_by', { name: updatedBy, at })
    : sentence('draft_changed', { at });
}
