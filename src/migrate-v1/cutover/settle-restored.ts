/** After a restore: what v1 says of each organisation that is in doubt, and acting on it. */
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { openMigrationOf, readUnfinished, type Migration } from '../v1-source.ts';
import { isInDoubt, settleDoubt, whoPublishes, type AfterRestore, type Publisher } from './after-restore.ts';
import { readOrganizations, type MigratedOrganization } from './organizations.ts';

/** Whom it is about, what is known of v1, and whether to act. */
export interface Look {
  /** The one with this name or id, here or in v1; without it, all. */
  readonly organization?: string | undefined;
  /** The containers of v1 are stopped permanently; its database may be gone. */
  readonly frozenSource?: boolean | undefined;
  /** Acts on what v1 says; without it nothing is changed. */
  readonly act?: boolean | undefined;
}

/**
 * What follows from what v1 says. `crier`: v1 is stopped, and Crier publishes; `v1`: v1 publishes, as before;
 * `given_back`: v1 publishes, and the organisation is given back here; `cut_over`: v1 is stopped and nobody
 * publishes, so it has to be cut over again; `taken_over`: v1 is gone, and Crier takes over; `refused`: this
 * cannot be said, or not be acted on.
 */
export const OUTCOMES = ['crier', 'v1', 'given_back', 'cut_over', 'taken_over', 'refused'] as const;

/** What v1 says of one organisation. `refused`: why that cannot be said or acted on. */
export interface Said {
  readonly organization: MigratedOrganization;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly publisher: Publisher | null;
  readonly refused: string | null;
}

interface Seen {
  readonly source: AfterRestore;
  readonly organization: MigratedOrganization;
  readonly publisher?: Publisher;
  readonly refused?: string;
}

/** Looks in v1 at every organisation that is in doubt, or at one; empty when none is. */
export async function settleRestored(context: Context, look: Look): Promise<Said[]> {
  const { organization: named, act = false } = look;
  const opened: Migration[] = [];
  try {
    const seen: Seen[] = [];
    for (const sourceId of await readUnfinished(context)) {
      const all = await readOrganizations(context.database, sourceId);
      const chosen = all.filter(
        ({ id, legacyId, name }) => named === undefined || [id, legacyId, name].includes(named),
      );
      if (chosen.length) seen.push(...(await lookAt(await open(context, sourceId, look), chosen, opened)));
    }
    const done: Seen[] = [];
    for (const one of seen) done.push(act ? await settle(one) : one);
    return done.map(saidOf);
  } finally {
    await Promise.all(opened.map((migration) => migration.close()));
  }
}

/** A source, and why it could not be opened. */
interface Source extends AfterRestore {
  readonly refused?: string;
}

/** Without v1 where it is said to be stopped, and its database is gone. */
async function open(context: Context, sourceId: string, { frozenSource = false }: Look): Promise<Source> {
  const gone = { context, sourceId, frozenSource, migration: null };
  try {
    const migration = await openMigrationOf(context, sourceId);
    if (migration || frozenSource) return { ...gone, migration };
    throw new ApiError('invalid_request', { inEnglish: 'Nothing says where v1 is' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (frozenSource) return gone;
    const refused = `${error.message}. Repeat this when it can be read, or, if v1 is stopped permanently, with --frozen-source`;
    return { ...gone, refused };
  }
}

async function lookAt(
  { refused, ...source }: Source,
  organizations: readonly MigratedOrganization[],
  opened: Migration[],
): Promise<Seen[]> {
  if (source.migration) opened.push(source.migration);
  const seen: Seen[] = [];
  for (const organization of organizations) {
    if (!(await isInDoubt(source, organization))) continue;
    const one = { source, organization };
    if (refused !== undefined) seen.push({ ...one, refused });
    else {
      seen.push(
        await unlessRefused(one, async () => ({
          ...one,
          publisher: await whoPublishes(source, organization),
        })),
      );
    }
  }
  return seen;
}

const settle = (one: Seen): Promise<Seen> =>
  unlessRefused(one, async () => {
    if (one.publisher) await settleDoubt(one.source, one.organization, one.publisher);
    return one;
  });

/** What is refused for one organisation holds up no other. */
async function unlessRefused(one: Seen, work: () => Promise<Seen>): Promise<Seen> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...one, publisher: undefined, refused: error.message };
  }
}

const saidOf = (one: Seen): Said => ({
  organization: one.organization,
  outcome: outcomeOf(one),
  publisher: one.publisher ?? null,
  refused: one.refused ?? null,
});

function outcomeOf({ source, organization, publisher }: Seen): Said['outcome'] {
  if (publisher === undefined) return 'refused';
  if (publisher === 'crier') return 'crier';
  if (publisher === 'v1') return organization.publishes === 'crier' ? 'given_back' : 'v1';
  return source.migration ? 'cut_over' : 'taken_over';
}
