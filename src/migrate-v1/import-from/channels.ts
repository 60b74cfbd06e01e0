/** Channels: one that is connected here already is used; any other becomes one that has to be connected. */
import { channelRow } from '../copy/channels.ts';
import { upsert } from '../copy/upsert.ts';
import { providerOf } from '../map/account.ts';
import { assertChannelQuota } from '../../billing/quotas.ts';
import { isUnknownAccount, looksLike, unknownAccount } from '../../channels/unknown-account.ts';
import { ApiError } from '../../platform/errors.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { EntityManager, Statement } from '../../platform/database.ts';
import { chosenChannels, type ChannelChoice } from './chosen-channels.ts';
import type { ImportDeps } from './deps.ts';
import { importedId, readImported, rememberImported, rememberSource } from './known.ts';
import type { TheirChannel } from './read-api.ts';

/** The result for a channel. `id`: here; null when it was removed here after an earlier import. */
export interface PlannedChannel {
  readonly their: TheirChannel;
  readonly network: string;
  readonly id: string | null;
  readonly action: 'known' | 'matched' | 'new' | 'removed';
  /** Why its posts will not be published here as things are; null for a channel that works. */
  readonly problem: string | null;
}

interface OurChannel {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  readonly profile: string | null;
  readonly internalId: string;
  readonly refreshNeeded: boolean;
}

const OURS: Statement = {
  name: 'import-our-channels',
  text: `select id, provider, name, profile, internal_id as "internalId", refresh_needed as "refreshNeeded"
    from integration where organization_id = $1 and deleted_at is null order by created_at`,
};

/**
 * Decides about each channel; nothing is written.
 *
 * @throws ApiError `invalid_request` for a choice that cannot be
 */
export async function planChannels(
  { context, organizationId, sourceId }: ImportDeps,
  theirs: readonly TheirChannel[],
  choices: readonly ChannelChoice[] = [],
): Promise<PlannedChannel[]> {
  const [ours, known] = await Promise.all([
    context.database.query<OurChannel>(OURS, [organizationId]),
    readImported(
      context.database,
      { sourceId, kind: 'channel' },
      theirs.map(({ id }) => id),
    ),
  ]);
  const networkOf = (their: TheirChannel): string => providerOf({ providerIdentifier: their.network });
  const chosen = chosenChannels(choices, { theirs, ours }, networkOf);
  assertNotImported(theirs, { chosen, known });
  const taken = new Set([...[...known.values()].map(({ id }) => id), ...chosen.values()]);
  return theirs.map((their): PlannedChannel => {
    const network = networkOf(their);
    const before = known.get(their.id);
    const wanted = before?.id ?? chosen.get(their.id);
    const here = wanted ? ours.find(({ id }) => id === wanted) : matching(ours, { their, network, taken });
    if (here) taken.add(here.id);
    const problem = context.providers.has(network)
      ? (here?.refreshNeeded ?? true)
        ? 'has to be connected'
        : null
      : `Crier does not have the network ${network}`;
    if (before && !here) return { their, network, id: null, action: 'removed', problem };
    if (here) return { their, network, id: here.id, action: before ? 'known' : 'matched', problem };
    return { their, network, id: importedId(sourceId, 'channel', their.id), action: 'new', problem };
  });
}

/** Its posts are in the channel that it became then. */
function assertNotImported(
  theirs: readonly TheirChannel[],
  { chosen, known }: { chosen: ReadonlyMap<string, string>; known: ReadonlyMap<string, { id: string }> },
): void {
  for (const { id, name } of theirs) {
    const [wanted, before] = [chosen.get(id), known.get(id)];
    if (!wanted || !before || wanted === before.id) continue;
    throw new ApiError('invalid_request', {
      inEnglish: `"${name}" of the other instance was imported before, as another channel`,
    });
  }
}

/** The one channel that is connected here and looks like theirs; several are none. */
function matching(
  ours: readonly OurChannel[],
  candidate: { their: TheirChannel; network: string; taken: ReadonlySet<string> },
): OurChannel | undefined {
  const [only, another] = ours.filter(
    (one) =>
      one.provider === candidate.network &&
      !candidate.taken.has(one.id) &&
      !isUnknownAccount(one.internalId) &&
      looksLike(one, candidate.their),
  );
  return another ? undefined : only;
}

/** Writes what was planned, with its groups: all of it or nothing. @throws ApiError `quota_exceeded` */
export async function writeChannels(
  deps: ImportDeps,
  planned: readonly PlannedChannel[],
  groups: readonly string[],
): Promise<void> {
  const { context, organizationId, sourceId, base } = deps;
  await context.database.fork().transactional(async (tx) => {
    await rememberSource(tx, { sourceId, organizationId, base });
    const names = [...new Set([...groups, ...planned.flatMap(({ their }) => their.group ?? [])])];
    const groupIds = await writeGroups(tx, organizationId, names);
    const now = new Date().toISOString();
    for (const { their, network, id, action } of planned) {
      if (action !== 'new' || !id) continue;
      await assertChannelQuota(context, tx, { organizationId, provider: network });
      const { row } = channelRow(
        { sourceId, context },
        {
          id,
          row: {
            organizationId,
            providerIdentifier: network,
            internalId: unknownAccount(id),
            name: their.name,
            picture: their.picture,
            profile: their.profile,
            disabled: their.disabled,
            customerId: their.group ? groupIds.get(their.group) : null,
            createdAt: now,
          },
        },
        { kind: 'reconnect', why: 'has to be connected' },
      );
      await upsert(tx, { table: 'integration' }, [row]);
    }
    const written = planned.filter(({ action }) => action === 'new' || action === 'matched');
    await rememberImported(
      tx,
      { sourceId, kind: 'channel' },
      written.flatMap(({ their, id, problem }) =>
        id ? [{ theirId: their.id, id, digest: '', waits: false, problem }] : [],
      ),
    );
    if (written.length) {
      await recordAudit(tx, {
        organizationId,
        userId: null,
        kind: 'imported_from_api',
        subjectId: sourceId,
        detail: { address: base, channels: written.length },
      });
    }
  });
}

/** Groups by their names, those that are here already included. */
async function writeGroups(
  tx: EntityManager,
  organizationId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.execute<{ id: string; name: string }[]>(
    `insert into customer (id, organization_id, name)
      select gen_random_uuid(), ?, name from jsonb_array_elements_text(?::jsonb) as n(name) order by name
      on conflict (organization_id, name) do update set name = excluded.name returning id, name`,
    [organizationId, JSON.stringify(names)],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}
