/**
 * After a restore: who publishes for an organisation that came from v1. The backup says who did when it was
 * made; since then a cutover may have stopped v1, or a rollback let it go on, and v1 itself shows which.
 */
import { START_WAITING } from '../../platform/outbox/start-waiting.ts';
import { counted, queryInside } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { DOUBT_REASON } from '../../platform/published-elsewhere.ts';
import { PRESUME_SENT } from '../../posts/decide/presume-sent.ts';
import type { Migration } from '../v1-source.ts';
import { lookAtNetworks } from './look-at-networks.ts';
import type { MigratedOrganization } from './organizations.ts';
import { assertStopped } from './prove-stop.ts';
import { rollBack } from './roll-back.ts';
import { StillWorks } from './still-works.ts';
import { readMarks, type Marks } from './stop-v1.ts';
import { takeOver } from './take-over.ts';

/**
 * Who publishes, as v1 shows. `nobody`: v1 is stopped, and this instance knows of no cutover that was
 * completed.
 */
export type Publisher = 'crier' | 'v1' | 'nobody';

/** Where v1 is; `migration` is null when it is gone, which only a person can know. */
export interface AfterRestore {
  readonly context: Migration['context'];
  readonly sourceId: string;
  readonly migration: Migration | null;
  /** Its containers are stopped permanently. */
  readonly frozenSource: boolean;
}

/**
 * Whether there is anything to look at: a restore, or a cutover of which this instance does not know, as
 * when the backup was made before the first copy.
 */
export async function isInDoubt(
  { migration }: Pick<AfterRestore, 'migration'>,
  organization: MigratedOrganization,
): Promise<boolean> {
  const { publishes, restoredAt, stoppedMs, takenOverBeforeMs } = organization;
  if (restoredAt !== null) return true;
  if (publishes === 'crier') return false;
  if (!migration) return takenOverBeforeMs !== null;
  if (stoppedMs !== null || takenOverBeforeMs !== null) return false;
  return (await readMarks(migration, organization)).byOthers > 0;
}

/**
 * Looks in v1, and changes nothing.
 *
 * @throws ApiError `invalid_request` when v1 shows nothing, or works although its containers are said to be
 * stopped: the message says what to type
 */
export async function whoPublishes(
  { migration, frozenSource }: AfterRestore,
  organization: MigratedOrganization,
): Promise<Publisher> {
  const known = organization.publishes === 'crier' ? 'crier' : 'nobody';
  if (!migration) return known;
  if (frozenSource) {
    await assertStopped(migration, organization);
    return known;
  }
  const shown = publisherBy(await readMarks(migration, organization), organization);
  if (shown) return shown;
  if (await works(migration, organization)) return 'v1';
  throw new ApiError('invalid_request', {
    inEnglish: `Nothing in v1 says who publishes for "${organization.name}": nothing of it is stopped in its database, and v1 does not work at this moment. If its containers are stopped permanently, repeat this with --frozen-source; if v1 is to publish, start it, and repeat this`,
  });
}

/** Null where only a v1 that works can be the one that publishes, as after a cutover with --frozen-source. */
function publisherBy(marks: Marks, { publishes }: MigratedOrganization): Publisher | null {
  const { stopped, goesOn, noted, left } = marks;
  if (publishes === 'v1') {
    if (stopped > 0) return 'nobody';
    return left === 0 ? 'v1' : null;
  }
  if (goesOn > 0) return 'v1';
  if (stopped > 0) return 'crier';
  if (noted > 0) return 'v1';
  return left === 0 ? 'crier' : null;
}

async function works(migration: Migration, organization: MigratedOrganization): Promise<boolean> {
  try {
    await assertStopped(migration, organization);
    return false;
  } catch (error) {
    if (error instanceof StillWorks) return true;
    throw error;
  }
}

const KNOWN = `update v1_organization set detail = detail - 'restoredAt', updated_at = now()
  where organization_id = ? and publishes = ?`;
const TAKEN_OVER_BEFORE = `update v1_organization
  set phase = 'stopping', updated_at = now(),
    detail = detail - '{restoredAt,stoppedMs}'::text[] || jsonb_build_object('problem', ?::text,
      'takenOverBeforeMs', floor(extract(epoch from clock_timestamp()) * 1000))
  where organization_id = ? and publishes = 'v1'`;
// What a person has frozen stays so.
const UNFREEZE = `update organization set frozen_at = null, frozen_reason = null
  where id = ? and frozen_reason = ? and moved_at is null`;

/**
 * Acts on what v1 has shown: goes on publishing from here, where what is due is looked up on its network
 * first; or gives the organisation back; or makes it ready for the next cutover, which asks in the same way
 * about what was due until now. Of a v1 that is gone, it takes over. May be repeated.
 *
 * @throws ApiError as `rollBack`
 */
export async function settleDoubt(
  source: AfterRestore,
  organization: MigratedOrganization,
  publisher: Publisher,
): Promise<void> {
  const { context, migration } = source;
  const { id, publishes, phase } = organization;
  if (publisher === 'crier') return goOn(source, organization);
  if (publisher === 'v1' && migration && (publishes === 'crier' || phase !== 'copying')) {
    await rollBack(migration, { ...organization, restoredAt: null });
  }
  await context.database.fork().transactional(async (tx) => {
    if (publisher === 'v1') await tx.execute(KNOWN, [id, 'v1']);
    else await tx.execute(TAKEN_OVER_BEFORE, [problemOf(source, organization), id]);
    await tx.execute(UNFREEZE, [id, DOUBT_REASON]);
  });
  if (publisher === 'nobody' && !migration) await takeOverAlone(context, id);
}

const problemOf = ({ frozenSource }: AfterRestore, { id }: MigratedOrganization): string =>
  `v1 was stopped for it by a cutover that this instance does not know of, and nobody publishes now: type "migrate-v1 cutover --organization ${id}${frozenSource ? ' --frozen-source' : ''} --yes". What was due since is looked up on its network, or asked about`;

async function goOn({ context }: AfterRestore, { id, restoredAt }: MigratedOrganization): Promise<void> {
  await context.database.fork().transactional(async (tx) => {
    await tx.execute(KNOWN, [id, 'crier']);
    await tx.execute(UNFREEZE, [id, DOUBT_REASON]);
    // In the same transaction: nothing of it may leave before.
    await queryInside(tx, PRESUME_SENT, [restoredAt, 'now', null, id]);
    await counted(tx, START_WAITING, [id]);
  });
}

const STOPPED_NOW = `update v1_organization
  set phase = 'looking', detail = detail || jsonb_build_object('stoppedMs', detail -> 'takenOverBeforeMs')
  where organization_id = ? and publishes = 'v1'
  returning (detail ->> 'stoppedMs')::float8 as "stoppedMs"`;

async function takeOverAlone(context: Migration['context'], id: string): Promise<void> {
  const { database } = context;
  const [row] = await database
    .fork()
    .transactional((tx) => tx.execute<{ stoppedMs: number }[]>(STOPPED_NOW, [id]));
  if (!row) return;
  const doubt = { stoppedMs: row.stoppedMs, doubtMs: 0 };
  const looked = await lookAtNetworks({ context }, { id }, { doubt });
  await takeOver(database, id, { rule: 'ask', doubtMs: 0, looked });
}
