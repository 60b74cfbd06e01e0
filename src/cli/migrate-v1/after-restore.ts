import type { Context } from '../../context.ts';
import {
  isInDoubt,
  settleDoubt,
  whoPublishes,
  type AfterRestore,
  type Publisher,
} from '../../migrate-v1/cutover/after-restore.ts';
import { readOrganizations, type MigratedOrganization } from '../../migrate-v1/cutover/organizations.ts';
import { openMigrationOf, readUnfinished, type Migration } from '../../migrate-v1/v1-source.ts';
import { ApiError } from '../../platform/errors.ts';
import { PROGRAM } from '../command.ts';
import { CliError } from '../errors.ts';
import { type Answer } from '../output.ts';

export interface AfterRestoreTyped {
  readonly organization?: string;
  readonly frozenSource?: boolean;
  readonly yes?: boolean;
}

/** What v1 shows of one, or why that cannot be said or acted on. */
interface Shown {
  readonly of: AfterRestore;
  readonly organization: MigratedOrganization;
  readonly publisher?: Publisher;
  readonly refused?: string;
}

/** `after-restore`: shows what v1 says of each organisation that is in doubt, and acts on it with --yes. */
export async function afterRestore(context: Context, options: AfterRestoreTyped): Promise<Answer> {
  const { organization: named } = options;
  const opened: Migration[] = [];
  try {
    const shown: Shown[] = [];
    for (const sourceId of await readUnfinished(context)) {
      const all = await readOrganizations(context.database, sourceId);
      const meant = all.filter(
        ({ id, legacyId, name }) => named === undefined || [id, legacyId, name].includes(named),
      );
      if (meant.length) shown.push(...(await look(await open(context, sourceId, options), meant, opened)));
    }
    if (!shown.length) return nothing(named);
    if (!options.yes) {
      throw new CliError('not_confirmed', `${shown.map(sentence).join('. ')}. Add --yes to act on that`);
    }
    const done: Shown[] = [];
    for (const one of shown) done.push(await settle(one));
    return {
      json: {
        organizations: done.map(({ organization: { id, name }, publisher, refused }) => ({
          id,
          name,
          publisher: publisher ?? null,
          refused: refused ?? null,
        })),
      },
      lines: [...done.map((one) => `${sentence(one)}.`), NEXT],
      failed: done.some(({ refused }) => refused !== undefined),
    };
  } finally {
    await Promise.all(opened.map((migration) => migration.close()));
  }
}

/** A source, and why it could not be opened. */
interface Source extends AfterRestore {
  readonly refused?: string;
}

/** Without v1 where it is said to be stopped, and its database is gone. */
async function open(context: Context, sourceId: string, options: AfterRestoreTyped): Promise<Source> {
  const { frozenSource = false } = options;
  const gone = { context, sourceId, frozenSource, migration: null };
  try {
    const migration = await openMigrationOf(context, sourceId);
    if (migration || frozenSource) return { ...gone, migration };
    throw new ApiError('invalid_request', { message: 'Nothing says where v1 is' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (frozenSource) return gone;
    const refused = `${error.message}. Repeat this when it can be read, or, if v1 is stopped for good, with --frozen-source`;
    return { ...gone, refused };
  }
}

async function look(
  { refused, ...of }: Source,
  organizations: readonly MigratedOrganization[],
  opened: Migration[],
): Promise<Shown[]> {
  if (of.migration) opened.push(of.migration);
  const shown: Shown[] = [];
  for (const organization of organizations) {
    if (!(await isInDoubt(of, organization))) continue;
    const one = { of, organization };
    if (refused !== undefined) shown.push({ ...one, refused });
    else {
      shown.push(
        await unlessRefused(one, async () => ({ ...one, publisher: await whoPublishes(of, organization) })),
      );
    }
  }
  return shown;
}

const settle = (one: Shown): Promise<Shown> =>
  unlessRefused(one, async () => {
    if (one.publisher) await settleDoubt(one.of, one.organization, one.publisher);
    return one;
  });

/** What is refused for one organisation holds up no other. */
async function unlessRefused(one: Shown, work: () => Promise<Shown>): Promise<Shown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...one, publisher: undefined, refused: error.message };
  }
}

const nothing = (named: string | undefined): Answer => ({
  json: { organizations: [] },
  lines: [
    `Nothing is in doubt${named === undefined ? '' : ` for "${named}"`}: see migrate-v1 status for who publishes.`,
  ],
});

function sentence({ of, organization, publisher, refused }: Shown): string {
  const { id, name, publishes } = organization;
  if (refused !== undefined) return `${name}: ${refused}`;
  if (publisher === 'crier') {
    return `${name}: v1 is stopped, and Crier publishes. What is due is looked for at its network first`;
  }
  if (publisher === 'v1') {
    return `${name}: v1 publishes${publishes === 'crier' ? ', so it is given back here' : ''}`;
  }
  return of.migration
    ? `${name}: v1 is stopped, and this backup knows of no cutover, so nobody publishes: type migrate-v1 cutover --organization ${id}${of.frozenSource ? ' --frozen-source' : ''} --yes next. What was due until now is looked for at its network, or asked about`
    : `${name}: v1 is gone, so Crier takes over. What was due until now is looked for at its network, or asked about`;
}

const NEXT = `Next: migrate-v1 status, and ${PROGRAM} resume --all if publishing is frozen.`;
