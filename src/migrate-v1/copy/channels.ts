/** Channels with their accounts, sealed with our key. */
import type { Network } from '../../../providers/_kit/contract.ts';
import type { Context } from '../../platform/context.ts';
import type { EntityManager } from '../../platform/database.ts';
import { idHere } from '../id-here.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { webUrl } from '../../platform/web-url.ts';
import { accountIdOf } from '../map/account-id.ts';
import { mapAccount, providerOf, type MappedAccount } from '../map/account.ts';
import { createdOf, isRecord, jsonOf, nameOf, textOf, timeOf } from '../map/values.ts';
import { UnreadableSecret } from '../source/legacy-cipher.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import { findTaken, type Once } from './clashes.ts';
import type { CopyDeps, CopyKind } from './kind.ts';
import { upsert } from './upsert.ts';

const DEFAULT_TIMES = [{ time: 120 }, { time: 400 }, { time: 700 }];
const DAY_MINUTES = 1440;

/** Deleted channels are copied too: their posts show where they went. */
export const channels: CopyKind = {
  kind: 'integration',
  table: 'Integration',
  organizationOf: ({ row }) => textOf(row.organizationId),
  async write(tx, deps, records) {
    const { sourceId } = deps;
    const mapped = await withoutTaken(
      tx,
      records.map((record) => ({ legacyId: record.id, ...channelOf(deps, record) })),
    );
    await upsert(
      tx,
      { table: 'integration', keep: ['created_at'] },
      mapped.map(({ row }) => row),
    );
    return mapped.map(({ legacyId, row, problem, retry }) => ({
      retry,
      isHere: true,
      legacyId,
      id: idHere(sourceId, 'integration', legacyId),
      organizationId: row.organization_id,
      problem,
    }));
  },
};

const CONNECTED: Once = {
  table: 'integration',
  columns: ['organization_id', 'provider', 'internal_id'],
  where: 't.deleted_at is null',
};

/** An account is connected once: one that a person has connected here since is copied as deleted. */
async function withoutTaken<Channel extends MappedChannel>(
  tx: EntityManager,
  mapped: readonly Channel[],
): Promise<Channel[]> {
  const live = mapped.flatMap(({ row }) => (row.deleted_at === null ? [row] : []));
  const taken = await findTaken(tx, CONNECTED, live);
  return mapped.map((channel) =>
    taken.has(channel.row.id)
      ? {
          ...channel,
          row: { ...channel.row, deleted_at: new Date().toISOString() },
          problem: 'its account is connected here already: remove that channel here and copy again',
          retry: true,
        }
      : channel,
  );
}

interface MappedChannel {
  readonly row: { id: string; organization_id: string } & Record<string, unknown>;
  readonly problem: string | null;
  readonly retry: boolean;
}

function channelOf(deps: CopyDeps, record: SourceRecord): MappedChannel {
  const { open, env } = deps;
  const network = deps.context.providers.get(providerOf(record.row));
  return channelRow(
    deps,
    record,
    accountOf(network, () => mapAccount(record.row, { open, env })),
  );
}

/**
 * A channel by the names of its columns, its account sealed; one that has to be connected gets an empty one.
 */
export function channelRow(
  { sourceId, context }: Pick<CopyDeps, 'sourceId'> & { context: Pick<Context, 'providers' | 'secrets'> },
  { id: legacyId, row }: SourceRecord,
  account: MappedAccount,
): MappedChannel {
  const id = idHere(sourceId, 'integration', legacyId);
  const organizationId = idHere(sourceId, 'organization', textOf(row.organizationId));
  const identifier = providerOf(row);
  const network = context.providers.get(identifier);
  const kept =
    account.kind === 'reconnect' ? {} : account.kind === 'fields' ? account.fields : account.credentials;
  const details = account.kind === 'credentials' ? account.details : {};
  const customer = textOf(row.customerId);
  const { internalId, profile } = accountIdOf(row, identifier, id);
  return {
    problem: account.kind === 'reconnect' ? account.why : null,
    retry: account.kind === 'reconnect' && account.again === true,
    row: {
      id,
      organization_id: organizationId,
      provider: identifier,
      internal_id: internalId,
      name: nameOf(row.name, 200, 'Unnamed'),
      picture: webUrl(textOf(row.picture)),
      profile,
      disabled: row.disabled === true || row.inBetweenSteps === true || !network,
      // What a person filled in is tried on the network before it is used (test-channels.ts).
      refresh_needed: row.refreshNeeded === true || account.kind !== 'credentials',
      credentials: context.secrets.seal(JSON.stringify(kept), credentialsBinding(organizationId, id)),
      credentials_version: 1,
      details,
      host: network?.hostOf?.({ details }) ?? '',
      expires_at: timeOf(row.tokenExpiration),
      posting_times: timesOf(row.postingTimes),
      posting_local: false,
      customer_id: customer ? idHere(sourceId, 'customer', customer) : null,
      created_at: createdOf(row),
      updated_at: timeOf(row.updatedAt) ?? createdOf(row),
      deleted_at: timeOf(row.deletedAt),
    },
  };
}

function accountOf(network: Network | undefined, map: () => MappedAccount): MappedAccount {
  if (!network) return { kind: 'reconnect', why: 'Crier does not have this network' };
  try {
    return map();
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    return { kind: 'reconnect', why: 'this JWT_SECRET does not open its credentials', again: true };
  }
}

/**
 * Minutes after midnight in UTC. v1 took the browser's offset off, so some are of the day before or after.
 */
function timesOf(value: unknown): { time: number }[] {
  const { value: list } = jsonOf(value);
  if (!Array.isArray(list)) return DEFAULT_TIMES;
  const times = list.flatMap((entry: unknown) => {
    const time = isRecord(entry) ? entry.time : undefined;
    return typeof time === 'number' && Number.isInteger(time)
      ? [((time % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES]
      : [];
  });
  return [...new Set(times)].toSorted((a, b) => a - b).map((time) => ({ time }));
}
