/** Renews a channel's credentials, one renewal at a time for each channel. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, Provider, ProviderContext } from '../../providers/_kit/contract.ts';
import { ChannelGone, Unsent } from '../../providers/_kit/errors.ts';
import { credentialsBinding, type Secrets } from '../platform/secrets.ts';
import type { Database } from '../platform/database.ts';
import { isDatabaseDown } from '../platform/database-errors.ts';
import type { Logger } from '../platform/logger.ts';
import {
  RENEWAL_MS,
  failRenewal,
  lookAtLease,
  storeRenewed,
  takeLease,
  type LeaseState,
} from './renewal-lease.ts';
import { renewalEnv, stillGranted } from './connect/own-app.ts';
import { withoutSecrets } from './without-secrets.ts';
import { sentence } from '../platform/sentences.ts';

/** What both worker and API have. */
export interface ChannelDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
}

/** A channel as read: its sealed credentials and their version. */
export type SealedChannel = Omit<Channel, 'credentials'> & {
  readonly credentials: string;
  readonly credentialsVersion: number;
};

/** How often a waiter looks whether the renewal has ended: soon at first, then this often. */
const LOOK_MS = 500;
/** For so long a waiter waits; a post that waited in vain is tried again. */
const PATIENCE_MS = 10_000;

/**
 * Renews the credentials unless another process has done so since `seen` was read. One call is made for all
 * who ask: the others wait, without a connection, for the new version or for the failure that this one got.
 *
 * @throws ChannelGone when the network refuses to renew; Unsent when another process's renewal takes too long
 */
export async function refreshCredentials(
  deps: ChannelDeps,
  provider: Provider,
  seen: SealedChannel,
  context: ProviderContext,
): Promise<void> {
  if (!provider.refresh) {
    throw new ChannelGone(sentence('token_not_accepted', { network: provider.name }));
  }
  const owner = randomUUID();
  const endMs = performance.now() + PATIENCE_MS;
  for (let state = await takeLease(deps.database, seen, owner), lookMs = 50; ;) {
    if (state.status === 'renewed') return;
    if (state.status === 'failed') throw state.failure;
    if (state.status === 'taken') return renew({ deps, provider, seen, context }, owner, state);
    if (performance.now() > endMs || context.signal.aborted) {
      throw new Unsent(sentence('token_being_renewed', { network: provider.name }), {
        networkCode: 'renewal_under_way',
      });
    }
    await sleep(lookMs);
    lookMs = Math.min(LOOK_MS, lookMs * 2);
    state = (await lookAtLease(deps.database, seen)) ?? (await takeLease(deps.database, seen, owner));
  }
}

interface Renewal {
  readonly deps: ChannelDeps;
  readonly provider: Provider;
  readonly seen: SealedChannel;
  readonly context: ProviderContext;
}

/**
 * The one call. It has a time limit of its own: a caller that is cut off must not cut off a call after which
 * the old credentials may no longer be valid.
 */
async function renew(
  { deps, provider, seen, context }: Renewal,
  owner: string,
  lease: Extract<LeaseState, { status: 'taken' }>,
): Promise<void> {
  const { database, secrets, log } = deps;
  const binding = credentialsBinding(lease.organizationId, seen.id);
  try {
    const channel: Channel = {
      ...seen,
      credentials: JSON.parse(secrets.open(lease.credentials, binding)) as Record<string, string>,
    };
    const env = await renewalEnv(
      deps,
      { provider, organizationId: lease.organizationId },
      { credentials: channel.credentials, env: context.env },
    );
    const own: ProviderContext = { ...context, env, signal: AbortSignal.timeout(RENEWAL_MS) };
    const renewed = await withoutSecrets(provider, channel, async () => provider.refresh?.(channel, own));
    if (!renewed) return;
    const credentials = secrets.seal(
      JSON.stringify(stillGranted(renewed.credentials, channel.credentials)),
      binding,
    );
    const { expiresAt, details = {} } = renewed;
    const stored = await withRetries(() =>
      storeRenewed(database, seen, { owner, credentials, expiresAt, details }),
    );
    log.info({ channelId: seen.id, provider: provider.identifier, stored }, 'credentials renewed');
  } catch (error) {
    await failRenewal(database, seen, { owner, error }).catch((err: unknown) =>
      log.warn({ err, channelId: seen.id }, 'a failed renewal could not be noted'),
    );
    throw error;
  }
}

/** The new credentials exist only here, so a database that restarts at this moment is waited for. */
async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  for (const delay of [200, 500, 1000, 2000, 4000]) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      await sleep(delay);
    }
  }
  return write();
}
