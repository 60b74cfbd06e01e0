/** The organisations of a migration, and where each of them is. */
import type { Database, Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { NEEDS_FILES } from '../missing-files.ts';

/** `stopping` → `waiting` → `looking` → `cut_over`; a rollback leads back to `copying`. */
export type CutoverPhase = 'copying' | 'stopping' | 'waiting' | 'looking' | 'cut_over';

export interface MigratedOrganization {
  readonly id: string;
  readonly legacyId: string;
  readonly name: string;
  readonly publishes: 'v1' | 'crier';
  readonly phase: CutoverPhase;
  /** When v1 was stopped, by the clock of this database; null before. */
  readonly stoppedMs: number | null;
  readonly cutOverMs: number | null;
  /** Since when Crier had published, while a rollback is under way; null otherwise. */
  readonly givenBackFromMs: number | null;
  /** Posts that wait to be published. */
  readonly waiting: number;
  /** Posts that are to be sent yet and need a file that is not here. */
  readonly withoutFiles: number;
  /** Why its last step was not completed. */
  readonly problem: string | null;
  /** Its migration was finished: nobody knows any more what was stopped in v1. */
  readonly finished: boolean;
  /**
   * Of a restored instance, the moment of its backup (ISO 8601): who publishes is in doubt until a person
   * looks in v1 (`after-restore.ts`); null otherwise.
   */
  readonly restoredAt: string | null;
  /**
   * Until when a cutover that this instance does not know of may have had its posts sent; null without one.
   */
  readonly takenOverBeforeMs: number | null;
}

const LIST: Statement = {
  name: 'migrate-v1-organizations',
  text: `select w.organization_id as id, w.legacy_id as "legacyId", o.name, w.publishes, w.phase,
      (w.detail ->> 'stoppedMs')::float8 as "stoppedMs",
      (w.detail ->> 'cutOverMs')::float8 as "givenBackFromMs",
      w.detail ->> 'problem' as problem,
      coalesce((w.detail ->> 'finished')::boolean, false) as finished,
      w.detail ->> 'restoredAt' as "restoredAt",
      (w.detail ->> 'takenOverBeforeMs')::float8 as "takenOverBeforeMs",
      (extract(epoch from w.cut_over_at) * 1000)::float8 as "cutOverMs",
      (select count(*)::int from post p
        where p.organization_id = o.id and p.state = 'scheduled' and p.deleted_at is null) as waiting,
      (select count(*)::int from post p join legacy_id l on l.id = p.id
        where p.organization_id = o.id and l.source_id = w.source_id and ${NEEDS_FILES}) as "withoutFiles"
    from v1_organization w join organization o on o.id = w.organization_id
    where w.source_id = $1 order by lower(o.name), o.id`,
};

export async function readOrganizations(
  database: Pick<Database, 'query'>,
  sourceId: string,
): Promise<MigratedOrganization[]> {
  const all = await database.query<MigratedOrganization>(LIST, [sourceId]);
  return all.map((one) => (one.restoredAt === null ? one : { ...one, problem: doubtOf(one) }));
}

const doubtOf = ({ id, restoredAt }: MigratedOrganization): string =>
  `Since the backup of ${restoredAt}, which was restored, it may have been taken over from v1, or given back: type "migrate-v1 after-restore --organization ${id} --yes", which looks in v1, as the page in the web app does. Until then nobody publishes for it here`;

/**
 * Before anything that changes who publishes.
 *
 * @throws ApiError `publisher_in_doubt` while nobody has looked in v1 after a restore
 */
export function assertNoDoubt(organization: MigratedOrganization): void {
  if (organization.restoredAt === null) return;
  throw new ApiError('publisher_in_doubt', { inEnglish: `"${organization.name}": ${doubtOf(organization)}` });
}

/**
 * Those that a person means: all, or the one of this name or id (here or in v1).
 *
 * @throws ApiError `invalid_request` when none, or more than one, is matching
 */
export async function chooseOrganizations(
  database: Pick<Database, 'query'>,
  sourceId: string,
  named?: string,
): Promise<MigratedOrganization[]> {
  const all = await readOrganizations(database, sourceId);
  if (named === undefined) return all;
  const matching = all.filter((one) => [one.id, one.legacyId, one.name].includes(named));
  if (matching.length === 1) return matching;
  throw new ApiError('invalid_request', {
    inEnglish: matching.length
      ? `Several organisations are called "${named}": give the id of one`
      : `No organisation that was copied from v1 is called "${named}"`,
  });
}

const PHASE: Statement = {
  name: 'migrate-v1-phase',
  text: `update v1_organization set phase = $2, detail = detail || $3::jsonb, updated_at = now()
    where organization_id = $1 and publishes = 'v1' and (not $4 or detail ? 'stoppedMs')
    returning 1`,
};

/**
 * Notes how far the cutover of an organisation is, so that it goes on there after a crash. `goesOn`: v1 was
 * stopped before.
 *
 * @throws ApiError `invalid_request` when it goes on, and was rolled back meanwhile
 */
export async function notePhase(
  database: Pick<Database, 'query'>,
  organizationId: string,
  phase: Exclude<CutoverPhase, 'cut_over'>,
  { goesOn = phase !== 'stopping', ...detail }: { goesOn?: boolean; stoppedMs?: number } = {},
): Promise<void> {
  const values = [organizationId, phase, JSON.stringify(detail), goesOn];
  if ((await database.query(PHASE, values)).length || !goesOn) return;
  throw new ApiError('invalid_request', { inEnglish: 'The cutover was rolled back meanwhile' });
}

const PROBLEM: Statement = {
  name: 'migrate-v1-problem',
  text: `update v1_organization
    set detail = detail - 'problem' || jsonb_strip_nulls(jsonb_build_object('problem', $2::text)), updated_at = now()
    where organization_id = $1`,
};

/** Keeps why a step of an organisation did not come to its end, for the operator; null when it did. */
export async function noteProblem(
  database: Pick<Database, 'query'>,
  organizationId: string,
  problem: string | null,
): Promise<void> {
  await database.query(PROBLEM, [organizationId, problem]);
}
