/** Changes what an organisation decides about a channel: whether it is used, its times, its group. */
import type { Person } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import { Customer, Integration } from '../platform/entities/integration.ts';
import { askForRun } from '../platform/outbox/runs.ts';
import { recordAudit } from '../platform/audit.ts';
import { findOwnGroup } from './channel-groups.ts';
import { assertOwnChannel } from './own-channel.ts';
import { toStored, type PresentedTime } from './posting-times.ts';

/** What is left away stays. `postingTimes`: by the clock of the organisation. */
export interface ChannelChange {
  readonly disabled?: boolean;
  readonly groupId?: string | null;
  readonly postingTimes?: readonly PresentedTime[];
  readonly shortLinks?: boolean;
}

/**
 * Changes the channel in one transaction.
 *
 * @throws ApiError `integration_not_found`, `group_not_found`, `foreign_resource`
 */
export async function updateChannel(
  { database }: Pick<Context, 'database'>,
  { organizationId, userId }: Pick<Person, 'organizationId' | 'userId'>,
  { channelId, change }: { channelId: string; change: ChannelChange },
): Promise<void> {
  const { disabled, groupId, postingTimes, shortLinks } = change;
  await database.fork().transactional(async (tx) => {
    await tx.execute('select 1 from integration where id = ? for update', [channelId]);
    const channel = await tx.findOne(Integration, { id: channelId });
    assertOwnChannel(organizationId, channel, channelId);
    if (groupId) await findOwnGroup(tx, organizationId, groupId);
    const enabled = channel.disabled && disabled === false;
    if (disabled !== undefined) channel.disabled = disabled;
    if (shortLinks !== undefined) channel.shortLinks = shortLinks;
    if (groupId !== undefined) channel.customer = groupId ? tx.getReference(Customer, groupId) : null;
    if (postingTimes) {
      channel.postingTimes = toStored(postingTimes);
      channel.postingLocal = true;
    }
    await tx.flush();
    // The run that renews its credentials ended when the channel was disabled.
    if (enabled && channel.expiresAt) await askForRun(tx, 'refresh_token', channelId);
    await recordAudit(tx, {
      organizationId,
      userId,
      kind: 'channel_changed',
      subjectId: channelId,
      detail: { name: channel.name, ...change },
    });
  });
}
