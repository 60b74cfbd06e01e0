/** Renews a channel's credentials, one renewal at a time for each channel. */
import { LockMode } from '@mikro-orm/core';
import type { Channel, Provider, ProviderContext } from '../../providers/_kit/contract.ts';
import { ChannelGone } from '../../providers/_kit/errors.ts';
import { Integration } from '../entities/integration.ts';
import { credentialsBinding, type Secrets } from '../platform/secrets.ts';
import type { Database } from '../platform/database.ts';
import type { Logger } from '../platform/logger.ts';
import { withoutSecrets } from './without-secrets.ts';

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

/**
 * Renews the credentials unless another process has done so since `seen` was read (the second caller waits
 * for the row lock and finds the new version). The lock is held across the network call: a rotated refresh
 * token must be stored before anyone reads it.
 *
 * @throws ChannelGone when the network refuses to renew
 */
export async function refreshCredentials(
  deps: ChannelDeps,
  provider: Provider,
  seen: SealedChannel,
  context: ProviderContext,
): Promise<void> {
  const refresh = provider.refresh?.bind(provider);
  if (!refresh) throw new ChannelGone(`${provider.name} no longer accepts this account's token`);
  await deps.database.fork().transactional(async (em) => {
    const row = await em.findOneOrFail(
      Integration,
      { id: seen.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['credentials'] },
    );
    if (row.credentialsVersion !== seen.credentialsVersion) return;
    const binding = credentialsBinding(row.organization, row.id);
    const channel: Channel = {
      ...seen,
      credentials: JSON.parse(deps.secrets.open(String(row.credentials), binding)) as Record<string, string>,
    };
    const renewed = await withoutSecrets(provider, channel, () => refresh(channel, context));
    Object.assign(row, {
      credentials: deps.secrets.seal(JSON.stringify(renewed.credentials), binding),
      credentialsVersion: row.credentialsVersion + 1,
      expiresAt: renewed.expiresAt,
    });
  });
  deps.log.info({ channelId: seen.id, provider: provider.identifier }, 'credentials renewed');
}
