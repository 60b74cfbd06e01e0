import { providerContext } from '../../providers/_kit/context.ts';
import type { Channel, Provider, RecentPost } from '../../providers/_kit/contract.ts';
import { withoutSecrets } from '../channels/without-secrets.ts';
import type { Context } from '../platform/context.ts';
import { credentialsBinding } from '../platform/secrets.ts';

const CALL_MS = 30_000;

/** A channel as it is stored: its credentials are sealed. */
export interface StoredChannel extends Channel<string> {
  readonly organizationId: string;
}

/**
 * What the account published lately, with the credentials as they are: none is renewed, since v1 may still
 * use them. Empty where the network has no such list.
 *
 * @throws ProviderError
 */
export function readRecent(
  { secrets, egress, config }: Pick<Context, 'secrets' | 'egress' | 'config'>,
  provider: Provider,
  { organizationId, ...row }: StoredChannel,
): Promise<readonly RecentPost[]> {
  const opened = secrets.open(row.credentials, credentialsBinding(organizationId, row.id));
  const channel: Channel = { ...row, credentials: JSON.parse(opened) as Record<string, string> };
  const deps = { egress, providerEnv: config.providerEnv };
  const network = providerContext(deps, provider, AbortSignal.timeout(CALL_MS));
  return withoutSecrets(provider, channel, async () => (await provider.recent?.(channel, network)) ?? []);
}
