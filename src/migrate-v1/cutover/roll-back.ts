/** Back to v1, as long as Crier has sent nothing for the organisation. */
import { recordAudit } from '../../platform/audit.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { untilDecided } from '../../platform/freeze.ts';
import type { Migration } from '../v1-source.ts';
import { assertNoDoubt, type MigratedOrganization } from './organizations.ts';
import { RENEWED_HERE } from './renewed-channels.ts';
import { restartFeeds } from './stop-feeds.ts';
import { restartJobs } from './stop-jobs.ts';
import { restartPlugs } from './stop-plugs.ts';
import { restartRest } from './stop-rest.ts';
import { restartRuns } from './stop-runs.ts';
import { restartV1 } from './restart-v1.ts';
import { forgetStopped } from './stopped-rows.ts';

// What was sent, and what exists here alone: v1 knows of neither.
const SINCE: Statement = {
  name: 'migrate-v1-since',
  text: `select
      (select count(distinct p.id)::int from post p
        join post_item i on i.post_id = p.id join publish_attempt a on a.post_item_id = i.id
        where p.organization_id = $1 and a.sent_at > w.cut_over_at) as sent,
      (select count(*)::int from post p where p.organization_id = $1 and p.deleted_at is null
        and p.created_at > w.cut_over_at and p.repeat_of is null) as made,
      (select count(*)::int from post p where p.organization_id = $1 and p.revision > 1) as changed
    from v1_organization w where w.organization_id = $1`,
};
// Until its posts wait in v1 again, the rollback can be repeated; until it is certain that nothing was sent
// from here, it is known since when Crier published.
const FLIP = `update v1_organization
  set publishes = 'v1', phase = 'stopping', cut_over_at = null,
    updated_at = now(),
    detail = jsonb_strip_nulls(
      jsonb_build_object('cutOverMs', ?::float8, 'restoredAt', detail -> 'restoredAt'))
  where organization_id = ? and publishes = 'crier' returning 1`;
// A cutover that is under way goes on no more, and one that takes over at this moment is waited for.
const WITHDRAW = `update v1_organization
  set phase = 'stopping', detail = detail - 'stoppedMs', updated_at = now()
  where organization_id = ? and publishes = 'v1' returning 1`;
const FORGET_TIME = `update v1_organization set detail = detail - 'cutOverMs' where organization_id = ?`;
const BACK = `update v1_organization
  set publishes = 'crier', phase = 'cut_over', cut_over_at = ?::timestamptz, updated_at = now()
  where organization_id = ? and publishes = 'v1'`;
// The next pass writes all of them again, as v1 has them: some became drafts here, or were asked about. Not
// the tokens that were renewed here, unless v1 has changed its own since: no others may work.
const COPY_AGAIN = `update legacy_id l set digest = '' where l.organization_id = ?
  and not (l.kind = 'integration' and exists (select 1 from integration i where i.id = l.id and ${RENEWED_HERE}))`;
const NO_ATTEMPTS = `delete from publish_attempt a using post_item i, post p
  where i.id = a.post_item_id and p.id = i.post_id and p.organization_id = ?`;
const NO_REPETITIONS = `delete from post
  where organization_id = ? and repeat_of is not null and created_at > ?::timestamptz`;
const GIVEN_BACK = `update v1_organization set phase = 'copying', detail = '{}', updated_at = now()
  where organization_id = ? and publishes = 'v1'`;
const NO_STARTS = `delete from outbox
  where kind = 'start_group' and post_group_id in (select id from post_group where organization_id = ?)`;

/**
 * Gives an organisation back to v1: nothing leaves here any more, and what was stopped there goes on. Also
 * ends a cutover that has not come to its end.
 *
 * @returns how many posts wait in v1 again
 * @throws ApiError `invalid_request` when a cutover took it over meanwhile; `no_way_back` when something
 * was sent, made or changed here since, or nobody knows whether; `publisher_in_doubt` after a restore.
 * Nothing has changed then
 */
export async function rollBack(migration: Migration, organization: MigratedOrganization): Promise<number> {
  const { database } = migration.context;
  const { id, publishes, cutOverMs, givenBackFromMs } = organization;
  assertNoDoubt(organization);
  assertWayBack(organization);
  if (publishes === 'crier') {
    await assertUntouched(migration, organization);
    await database.fork().transactional(async (tx) => {
      await tx.execute(FLIP, [cutOverMs ?? 0, id]);
      await tx.execute(NO_STARTS, [id]);
    });
  } else await withdraw(migration, organization);
  const sinceMs = publishes === 'crier' ? (cutOverMs ?? 0) : givenBackFromMs;
  if (sinceMs !== null) await undoTakeover(migration, organization, new Date(sinceMs));
  // The rows first: a job or a run whose row is marked does nothing.
  const restarted = await restartV1(migration, organization);
  await restartFeeds(migration, organization);
  await restartPlugs(migration, organization);
  await restartJobs(migration, organization);
  await restartRest(migration, organization);
  await restartRuns(migration, organization);
  await forgetStopped(migration, organization);
  await database.fork().transactional((tx) => tx.execute(GIVEN_BACK, [organization.id]));
  return restarted;
}

function assertWayBack({ name, finished, takenOverBeforeMs }: MigratedOrganization): void {
  if (!finished && takenOverBeforeMs === null) return;
  const why = finished
    ? 'its migration was finished, and what was stopped in v1 is no longer known'
    : 'a cutover that this instance does not know of had taken it over, and nobody knows here what was sent since';
  throw new ApiError('no_way_back', { inEnglish: `"${name}" cannot go back to v1: ${why}` });
}

async function withdraw({ context }: Migration, { id, name }: MigratedOrganization): Promise<void> {
  const open = await context.database.fork().transactional((tx) => tx.execute<object[]>(WITHDRAW, [id]));
  if (open.length) return;
  throw new ApiError('invalid_request', {
    inEnglish: `Crier has taken "${name}" over at this moment: type the rollback again`,
  });
}

async function undoTakeover(
  migration: Migration,
  organization: MigratedOrganization,
  cutOverAt: Date,
): Promise<void> {
  const { database } = migration.context;
  const { id } = organization;
  // A claim that began before may end in a send after the flip: only then is it certain what was sent.
  try {
    await untilDecided(database);
    await assertUntouched(migration, organization, cutOverAt);
  } catch (error) {
    await database.fork().transactional((tx) => tx.execute(BACK, [cutOverAt, id]));
    throw error;
  }
  await database.fork().transactional(async (tx) => {
    await tx.execute(NO_REPETITIONS, [id, cutOverAt]);
    await tx.execute(NO_ATTEMPTS, [id]);
    await tx.execute(COPY_AGAIN, [id]);
    await tx.execute(FORGET_TIME, [id]);
    await recordAudit(tx, { organizationId: id, userId: null, kind: 'given_back_to_v1' });
  });
}

async function assertUntouched(
  { context }: Migration,
  { id, name }: MigratedOrganization,
  cutOverAt?: Date,
): Promise<void> {
  const [found] = cutOverAt
    ? await context.database.query<{ sent: number; made: number; changed: number }>(SINCE_TIME, [
        id,
        cutOverAt,
      ])
    : await context.database.query<{ sent: number; made: number; changed: number }>(SINCE, [id]);
  const { sent = 0, made = 0, changed = 0 } = found ?? {};
  if (sent + made + changed === 0) return;
  const facts = [
    sent ? `${sent} of its posts were sent from here` : '',
    made ? `${made} were made here` : '',
    changed ? `${changed} were changed here` : '',
  ].filter(Boolean);
  throw new ApiError('no_way_back', {
    inEnglish: `"${name}" cannot go back to v1, which does not know what happened since the cutover: ${facts.join(', ')}`,
  });
}

const SINCE_TIME: Statement = {
  name: 'migrate-v1-since-time',
  text: SINCE.text.replaceAll('w.cut_over_at', '$2::timestamptz'),
};
