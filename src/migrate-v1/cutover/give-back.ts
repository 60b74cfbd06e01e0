/** What a cutover does when it fails after it has stopped v1: nobody would publish. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseDown } from '../../platform/database-errors.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Migration } from '../v1-source.ts';
import { noteProblem, readOrganizations, type MigratedOrganization } from './organizations.ts';
import { rollBack } from './roll-back.ts';
import type { StopOptions } from './stop-all.ts';

const TRIES = 5;
const PAUSE_MS = 1000;

/**
 * Gives the organisation back to v1, with some patience for servers that were away for a moment. A step
 * that was asked to end is left as it is: the caller who asked takes it up again.
 *
 * @returns the error to throw: why the cutover failed, whether v1 publishes again, and what to type if not
 */
export async function giveBackAfter(
  migration: Migration,
  organization: MigratedOrganization,
  { error, options }: { error: unknown; options: Pick<StopOptions, 'signal' | 'frozenSource'> },
): Promise<unknown> {
  if (options.signal?.aborted) return error;
  const why = messageOf(error);
  const { id, name, takenOverBeforeMs } = organization;
  const ending = takenOverBeforeMs === null ? await tryToGiveBack(migration, organization) : 'no way back';
  const message = {
    'given back': `${why}. ${options.frozenSource ? 'Nothing was changed in v1' : `v1 publishes for "${name}" again`}. Repeat the cutover when this is fixed`,
    'taken over': `${why}. Crier has taken "${name}" over all the same: see "migrate-v1 status"`,
    'no way back': `${why}. Nobody publishes for "${name}" now: type the cutover again to go on`,
    stuck: `${why}. Nobody publishes for "${name}" now, since v1 could not be resumed: type "migrate-v1 rollback --organization ${id} --yes" to give it back to v1, or the cutover again to go on`,
  }[ending];
  if (ending !== 'taken over') {
    await noteProblem(migration.context.database, id, message).catch((failed: unknown) => {
      if (!isDatabaseDown(failed)) throw failed;
    });
  }
  if (error instanceof ApiError) return new ApiError(error.code, { inEnglish: message, cause: error });
  if (isDatabaseDown(error)) return new ApiError('unavailable', { inEnglish: message, cause: error });
  return new Error(message, { cause: error });
}

async function tryToGiveBack(
  migration: Migration,
  { id }: MigratedOrganization,
): Promise<'given back' | 'taken over' | 'stuck'> {
  for (let tried = 1; ; tried++) {
    try {
      const all = await readOrganizations(migration.context.database, migration.sourceId);
      const now = all.find((one) => one.id === id);
      if (!now || now.publishes === 'crier') return 'taken over';
      await rollBack(migration, now);
      return 'given back';
    } catch {
      // Why it could not be given back is mostly why it could not be cut over, which is reported.
      if (tried === TRIES) return 'stuck';
      await sleep(PAUSE_MS);
    }
  }
}

/** Without a full stop at the end. */
function messageOf(error: unknown): string {
  if (isDatabaseDown(error) && !(error instanceof ApiError)) return 'The database of Crier does not answer';
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
