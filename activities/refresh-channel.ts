/** Renews the credentials of a channel before they expire. */
import { providerContext } from '../providers/_kit/context.ts';
import type { Provider } from '../providers/_kit/contract.ts';
import { ChannelGone, ProviderError, RateLimited, TokenExpired } from '../providers/_kit/errors.ts';
import { flagChannel } from '../src/channels/flag-channel.ts';
import { refreshCredentials, type SealedChannel } from '../src/channels/refresh-credentials.ts';
import type { Statement } from '../src/platform/database.ts';
import { renewedElsewhere } from '../src/platform/published-elsewhere.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { CredentialsState, RefreshRef } from '../temporal/contract/refresh-token.ts';
import type { ActivityDeps } from './deps.ts';
import { failure } from './provider-call.ts';

interface ChannelRow extends SealedChannel {
  readonly provider: string;
  readonly deleted: boolean;
  readonly disabled: boolean;
  readonly refreshNeeded: boolean;
  readonly elsewhere: boolean;
  readonly expiresMs: number | null;
  readonly expiresInMs: number | null;
}

const READ: Statement = {
  name: 'refresh-read-channel',
  text: `select id, provider, internal_id as "internalId", name, profile, details, credentials,
      credentials_version as "credentialsVersion", deleted_at is not null as deleted, disabled,
      refresh_needed as "refreshNeeded", ${renewedElsewhere('organization_id')} as "elsewhere",
      floor(extract(epoch from expires_at) * 1000)::float8 as "expiresMs",
      floor(extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as "expiresInMs"
    from integration
    where id = $1`,
};

/** The activity `readCredentials`: whether a channel's credentials expire, and when. */
export async function readCredentials(
  deps: ActivityDeps,
  { integrationId }: { readonly integrationId: string },
  renewed = false,
): Promise<CredentialsState> {
  return stateOf(deps, (await deps.database.query<ChannelRow>(READ, [integrationId]))[0], renewed);
}

/** One call of a refresh activity. `signal` aborts when the worker shuts down or the activity times out. */
export interface RefreshCall {
  readonly deps: ActivityDeps;
  readonly provider: Provider;
  readonly channel: RefreshRef;
  readonly signal: AbortSignal;
}

/**
 * The activity `<provider>.refresh`: renews the credentials that expire at `expiresMs`, unless they have been
 * renewed since or the channel needs none. If the network refuses permanently, the channel is flagged and its
 * people are notified, once.
 *
 * @throws ApplicationFailure `NotRenewed` or `RateLimited` (both retried by Temporal) when the network cannot
 * answer now
 */
export async function refreshChannel({
  deps,
  provider,
  channel,
  signal,
}: RefreshCall): Promise<CredentialsState> {
  const [row] = await deps.database.query<ChannelRow>(READ, [channel.integrationId]);
  const state = stateOf(deps, row, false);
  if (!row || state.status === 'ended' || state.expiresMs !== channel.expiresMs) return state;
  try {
    await refreshCredentials(deps, provider, row, providerContext(deps, provider, signal));
    return await readCredentials(deps, channel, true);
  } catch (error) {
    if (error instanceof RateLimited) {
      throw failure(FAILURE.rateLimited, error, error.resetAt.getTime() - Date.now());
    }
    if (error instanceof ChannelGone || error instanceof TokenExpired) {
      await flagChannel(deps, row, error.message);
      return readCredentials(deps, channel);
    }
    if (error instanceof ProviderError) throw failure(FAILURE.notRenewed, error);
    // The database's message may quote the row, and more people can read a history than the log.
    deps.log.error({ err: error }, 'credentials could not be renewed');
    throw failure(
      FAILURE.notRenewed,
      new Error('The renewal failed inside Crier; the log of the worker says why'),
    );
  }
}

function stateOf(
  { providers }: ActivityDeps,
  row: ChannelRow | undefined,
  renewed: boolean,
): CredentialsState {
  const reason = endOf(providers, row);
  if (reason !== null || !row || row.expiresMs === null || row.expiresInMs === null) {
    return { status: 'ended', reason: reason ?? 'the credentials do not expire', renewed };
  }
  return { status: 'live', expiresMs: row.expiresMs, expiresInMs: row.expiresInMs, renewed };
}

/** Why there is nothing to renew; null when there is. */
function endOf(providers: ActivityDeps['providers'], row: ChannelRow | undefined): string | null {
  if (!row || row.deleted) return 'the channel was deleted';
  if (row.disabled) return 'the channel is disabled';
  if (row.elsewhere) return 'another instance publishes for it, or may since a backup was restored';
  if (row.refreshNeeded) return 'the channel must be reconnected';
  if (row.expiresMs === null) return 'the credentials do not expire';
  return providers.get(row.provider)?.refresh ? null : 'the network renews nothing';
}
