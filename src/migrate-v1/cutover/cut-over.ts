/**
 * The cutover of one organisation: everything is copied and compared, and only then, in phases that are
 * kept in its row, v1 is stopped, what it was sending is waited for, what it sent is read, and Crier
 * takes over. It may be interrupted anywhere and repeated; where it fails after the stop, it gives the
 * organisation back.
 */
import { testChannels } from '../copy/test-channels.ts';
import { ApiError } from '../../platform/errors.ts';
import { inspectTemporal } from '../source/inspect-temporal.ts';
import { schedulesWithTemporal } from '../source/version.ts';
import { assertFilesHere } from '../missing-files.ts';
import type { Migration } from '../v1-source.ts';
import { copyAndCompare, copyOrganization } from './copy-and-compare.ts';
import { giveBackAfter } from './give-back.ts';
import { lookAtNetworks } from './look-at-networks.ts';
import { assertNoDoubt, notePhase, type MigratedOrganization } from './organizations.ts';
import { assertProof, assertStopped, type ProofOptions } from './prove-stop.ts';
import { stopAgain } from './restored-source.ts';
import { assertQueueAnswers } from './stop-jobs.ts';
import { stopOnce, waitForV1, type StopOptions } from './stop-all.ts';
import { readMarks } from './stop-v1.ts';
import type { OverdueRule } from '../../posts/decide/overdue-rule.ts';
import { takeOver, type TakenOver } from './take-over.ts';

/** What the operator chose. */
export interface CutoverOptions extends StopOptions, ProofOptions {
  readonly overdue: OverdueRule;
  /** Posts are published without the files that were not copied; default: they end the cutover. */
  readonly withoutMissingFiles?: boolean;
}

/** v1 looks at posts 15 to 30 minutes after their date once more, so one of that time may be under way. */
const LATE_REPAIR_MS = 30 * 60_000;
/**
 * From v2.21.8 on, up to two days after it (`posts.repository.ts`); its runs say which, where they are
 * known.
 */
const LATE_RUN_MS = 2 * 86_400_000;
const doubtOf = ({ source, access }: Migration): number =>
  schedulesWithTemporal(source.shape) && !access.temporal ? LATE_RUN_MS : LATE_REPAIR_MS;

/**
 * Cuts one organisation over.
 *
 * @returns what Crier took over; null when it publishes for the organisation already: what a v1 that was
 * restored would send of it is stopped again
 * @throws ApiError `invalid_request` when nothing proves that v1 cannot publish any more, it cannot be
 * stopped, or a later step failed: the message says whether v1 publishes again, and if not, what to type;
 * `publisher_in_doubt` after a restore, and where another cutover has stopped v1 for it
 */
export async function cutOver(
  opened: Migration,
  organization: MigratedOrganization,
  options: CutoverOptions,
): Promise<TakenOver | null> {
  const migration = options.withoutRedis ? withoutQueue(opened) : opened;
  assertNoDoubt(organization);
  if (organization.publishes === 'crier') {
    await stopAgain(migration, organization, options);
    return null;
  }
  assertProof(migration, options);
  const { name, stoppedMs } = organization;
  await assertNoOtherStop(migration, organization);
  if (options.frozenSource) await assertStopped(migration, organization);
  if (stoppedMs === null) {
    // Where nothing waited when it was given, nothing showed whether it is that of this v1.
    if (migration.access.temporal && !options.frozenSource) {
      await inspectTemporal(migration.source, migration.access);
    }
    options.say(`${name}: copying what has changed in v1, and comparing`);
    await copyAndCompare(migration, organization, options.signal);
    await assertFilesHere(migration, organization, options);
    // A network that hangs costs half a minute: v1 still publishes.
    await testChannels(migration, { organizationId: organization.id });
    if (!options.frozenSource) await assertQueueAnswers(migration);
  }
  try {
    return await stopAndTakeOver(migration, organization, options);
  } catch (error) {
    throw await giveBackAfter(migration, organization, { error, options });
  }
}

/** A Redis that was given with an earlier step may be gone by now. */
function withoutQueue({ access: { redis: _, ...access }, ...migration }: Migration): Migration {
  return { ...migration, access };
}

/** What another cutover had stopped, of which this instance does not know, may have been sent since. */
async function assertNoOtherStop(migration: Migration, organization: MigratedOrganization): Promise<void> {
  const { id, name, stoppedMs, takenOverBeforeMs } = organization;
  if (stoppedMs !== null || takenOverBeforeMs !== null) return;
  if ((await readMarks(migration, organization)).byOthers === 0) return;
  throw new ApiError('publisher_in_doubt', {
    inEnglish: `v1 was stopped for "${name}" already, by a cutover that this instance does not know of: it was restored from an older backup, or another instance publishes for it. If no other one does, type "migrate-v1 after-restore --organization ${id} --yes"`,
  });
}

async function stopAndTakeOver(
  migration: Migration,
  organization: MigratedOrganization,
  options: CutoverOptions,
): Promise<TakenOver | null> {
  const { database } = migration.context;
  const { id, name } = organization;
  // What v1 was given after the first stop is stopped and waited for as well.
  let stop = await stopOnce(migration, organization, options);
  do {
    await notePhase(database, id, 'waiting');
    await waitForV1(migration, organization, { options, stop });
    await notePhase(database, id, 'looking');
    const stopped = { ...organization, stoppedMs: stop.stoppedMs };
    stop = await stopOnce(migration, stopped, { ...options, looksAgain: true });
  } while (stop.stopped > 0);
  options.say(`${name}: reading what v1 has sent and changed until now`);
  await copyOrganization(migration, organization, options.signal);
  await assertFilesHere(migration, organization, options);
  // Mostly none: those that were connected in v1 since the test above.
  await testChannels(migration, { organizationId: id, onlyForms: true });
  const doubtMs = doubtOf(migration);
  const doubt = { stoppedMs: stop.stoppedMs, doubtMs };
  const looked = await lookAtNetworks(migration, organization, { doubt, signal: options.signal });
  const taken = await takeOver(database, id, { ...options, rule: options.overdue, doubtMs, looked });
  if (taken) {
    options.say(
      `${name}: Crier publishes now. ${taken.waiting} posts wait, ${taken.overdue} were overdue, ${taken.found} were found on their network, ${taken.doubtful} need a look`,
    );
  }
  return taken;
}
