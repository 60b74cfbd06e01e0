/** Flags a channel that its network no longer accepts. */
import type { Statement } from '../platform/database.ts';
import type { ChannelDeps, SealedChannel } from './refresh-credentials.ts';

const FLAG: Statement = {
  name: 'flag-channel',
  text: `with i as (update integration set refresh_needed = true, updated_at = now() where id = $1 and not refresh_needed and credentials_version = $3 returning id, organization_id, name),
  notified as (insert into notification (organization_id, kind, integration_id, content)
    select organization_id, 'channel_disconnected', id, 'The channel "' || name || '" must be reconnected: ' || $2::text || '. Its posts wait for that' from i)
  select id from i`,
};

/** Marks a channel as disconnected, once; does nothing if it has been reconnected since `seen` was read. */
export async function flagChannel(
  deps: Pick<ChannelDeps, 'database' | 'log'>,
  seen: Pick<SealedChannel, 'id' | 'credentialsVersion'>,
  reason: string,
): Promise<void> {
  const flagged = await deps.database.query(FLAG, [seen.id, reason, seen.credentialsVersion]);
  if (flagged.length) deps.log.warn({ channelId: seen.id, reason }, 'channel must be reconnected');
}
