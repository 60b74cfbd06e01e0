import type { Context } from '../../platform/context.ts';
import { cutOver } from '../cutover/cut-over.ts';
import {
  assertNoDoubt,
  chooseOrganizations,
  readOrganizations,
  type MigratedOrganization,
} from '../cutover/organizations.ts';
import { renewedChannels } from '../cutover/renewed-channels.ts';
import { rollBack } from '../cutover/roll-back.ts';
import { assertProof } from '../cutover/prove-stop.ts';
import { stopStatement } from '../cutover/stop-v1.ts';
import { readKeysHere } from '../program-keys.ts';
import { keysHereLines } from './key-lines.ts';
import { finish } from '../finish.ts';
import { readCurrentSource, readFinished, type Migration } from '../v1-source.ts';
import { CliError } from '../../run/cli/errors.ts';
import { counted } from '../../platform/counted.ts';
import { shortDate, table, type Answer } from '../../run/cli/output.ts';
import { say, withMigration } from './copy.ts';

/** What was typed after `cutover`. */
export interface CutoverTyped {
  readonly organization?: string;
  readonly overdue: 'send' | 'draft' | 'ask';
  readonly grace: number;
  readonly frozenSource?: boolean;
  readonly withoutRedis?: boolean;
  readonly withoutMissingFiles?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `cutover`: shows what it would write into v1, and does it with --yes. */
export function cutOverOrganizations(context: Context, options: CutoverTyped): Promise<Answer> {
  return withMigration(context, async (migration) => {
    const chosen = await chooseOrganizations(context.database, migration.sourceId, options.organization);
    chosen.forEach(assertNoDoubt);
    const included = chosen.filter(({ publishes }) => publishes === 'v1');
    const waiting = included.reduce((sum, one) => sum + one.waiting, 0);
    const { frozenSource = false, withoutRedis = false, withoutMissingFiles = false } = options;
    const how = {
      overdue: options.overdue,
      graceMs: options.grace * 1000,
      frozenSource,
      withoutRedis,
      withoutMissingFiles,
      say,
    };
    // v1 may have been restored without what an earlier cutover has stopped.
    if (options.yes) {
      for (const one of chosen) if (one.publishes === 'crier') await cutOver(migration, one, how);
    }
    if (!included.length) {
      return { json: { organizations: [] }, lines: ['Crier publishes for all of them already.'] };
    }
    assertProof(migration, { frozenSource, withoutRedis });
    if (!options.yes) {
      throw new CliError(
        'not_confirmed',
        `This takes over ${counted(included.length, 'organisation')} with ${counted(waiting, 'waiting post')}. ` +
          (frozenSource
            ? 'Nothing is written into v1, whose containers must be stopped, and must not be started again. '
            : `v1 is stopped by: ${stopStatement}${jobsToo(migration)} (migrate-v1 rollback takes that back). `) +
          'Add --yes to do it',
      );
    }
    const done: object[] = [];
    for (const organization of included) {
      const taken = await cutOver(migration, organization, how);
      done.push({ id: organization.id, name: organization.name, ...taken });
    }
    return {
      json: { organizations: done },
      lines: [
        `Crier publishes for ${counted(done.length, 'organisation')} now.`,
        'Next: look at migrate-v1 status and at the first posts; migrate-v1 rollback leads back until one is sent.',
      ],
    };
  });
}

function jobsToo({ access: { redis, temporal } }: Migration): string {
  if (temporal) return ', and by ending their runs post_<id> in its Temporal';
  return redis ? ', and by removing their jobs from the queue "post" of its Redis' : '';
}

/** `rollback`: gives back what was taken over. */
export function rollBackOrganizations(
  context: Context,
  options: { organization?: string; yes?: boolean },
): Promise<Answer> {
  return withMigration(context, async (migration) => {
    const chosen = await chooseOrganizations(context.database, migration.sourceId, options.organization);
    chosen.forEach(assertNoDoubt);
    const included = chosen.filter(({ phase }) => phase !== 'copying');
    if (!included.length) return { json: { organizations: [] }, lines: ['v1 publishes for all of them.'] };
    if (!options.yes) {
      throw new CliError(
        'not_confirmed',
        `This gives ${counted(included.length, 'organisation')} back to v1. Add --yes to do it`,
      );
    }
    const done: { id: string; name: string; restarted: number }[] = [];
    for (const organization of included) {
      const renewed =
        organization.publishes === 'crier' ? await renewedChannels(migration, organization) : [];
      const restarted = await rollBack(migration, organization);
      say(`${organization.name}: ${counted(restarted, 'post')} given back to v1`);
      if (renewed.length) say(`${organization.name}: ${renewedLine(renewed)}`);
      done.push({ id: organization.id, name: organization.name, restarted });
    }
    return {
      json: { organizations: done },
      lines: [
        'v1 publishes again. Next: migrate-v1 copy, so that the copy is complete for the next cutover.',
      ],
    };
  });
}

const renewedLine = (names: readonly string[]): string =>
  `${counted(names.length, 'channel')} got new tokens here, which v1 does not have, and may have to be connected again there: ${names.map((name) => `"${name}"`).join(', ')}`;

/** `finish`: forgets the secrets of v1. */
export function finishMigration(context: Context, options: { yes?: boolean }): Promise<Answer> {
  return withMigration(context, async (migration) => {
    if (!options.yes) {
      throw new CliError('not_confirmed', 'There is no way back to v1 after this. Add --yes to do it');
    }
    const count = await finish(migration);
    return {
      json: { organizations: count },
      lines: [
        `Done: ${counted(count, 'organisation')} migrated. The secrets of v1 are forgotten; old ids and keys keep working.`,
      ],
    };
  });
}

/** Who publishes for each organisation, since when, and how many of its posts wait. */
export async function migrationStatus(context: Context): Promise<Answer> {
  const finishedAt = (await readCurrentSource(context)) ? null : await readFinished(context);
  if (finishedAt) {
    return {
      json: { finishedAt: finishedAt.toISOString(), organizations: [], keys: [] },
      lines: [
        `The migration was finished on ${shortDate(finishedAt)}. Crier publishes for all that were migrated.`,
      ],
    };
  }
  return withMigration(context, async (migration) => {
    const organizations = await readOrganizations(context.database, migration.sourceId);
    const keys = await readKeysHere(context.database, migration.sourceId, organizations);
    return {
      json: { version: migration.source.version, organizations, keys },
      lines: [
        ...table(
          ['ORGANISATION', 'PUBLISHED BY', 'PHASE', 'WAITING', 'SINCE'],
          organizations.map((one) => [
            one.name,
            one.publishes === 'v1' ? 'v1' : 'Crier',
            one.phase,
            String(one.waiting),
            shortDate(one.cutOverMs === null ? null : new Date(one.cutOverMs)),
          ]),
        ),
        ...organizations.flatMap(stateLines),
        ...keysHereLines(keys, context.apiUrl),
      ],
    };
  });
}

/** What did not come to its end, and what to type. */
function stateLines({ id, name, phase, problem }: MigratedOrganization): string[] {
  const open = phase !== 'copying' && phase !== 'cut_over';
  return [
    ...(problem ? [`${name}: ${problem}`] : []),
    ...(open && !problem
      ? [
          `${name}: its cutover is under way, or was interrupted, and v1 is stopped. Type "migrate-v1 cutover --organization ${id} --yes" to go on, or "migrate-v1 rollback --organization ${id} --yes" to give it back to v1`,
        ]
      : []),
  ];
}
