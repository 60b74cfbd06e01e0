/**
 * Channels whose account is not known yet: they were imported from another instance, whose API does not
 * include which account a channel has. Connecting the account fills them in.
 */
import type { ConnectedAccount } from '../../providers/_kit/contract.ts';
import type { EntityManager } from '../platform/database.ts';

const PREFIX = 'unknown:';

/** What such a channel has instead of the account's id. */
export const unknownAccount = (channelId: string): string => `${PREFIX}${channelId}`;
export const isUnknownAccount = (internalId: string): boolean => internalId.startsWith(PREFIX);

/** What people know of a channel or an account. */
export interface Named {
  readonly name: string;
  readonly profile?: string | null;
}

/**
 * `@Cafe@social.example`, `cafe` and `https://net.example/cafe/`: the name in it, and the server if it has
 * one.
 */
function handleOf({ profile }: Named): { user: string; server: string } {
  const last = (profile ?? '').trim().toLowerCase().replace(/\/+$/, '').replace(/^.*\//, '');
  const [user = '', server = ''] = last.replace(/^@/, '').split('@');
  return { user, server };
}

const nameOf = ({ name }: Named): string => name.trim().toLowerCase();

/** Whether both look like one account: the same handle or, where one of them has none, the same name. */
export function looksLike(one: Named, other: Named): boolean {
  const [a, b] = [handleOf(one), handleOf(other)];
  if (!a.user || !b.user) return nameOf(one) === nameOf(other);
  return a.user === b.user && (!a.server || !b.server || a.server === b.server);
}

// Locked, so that two accounts that are connected at once do not fill in the same channel.
const WAITING = `select id, name, profile from integration
  where organization_id = ? and provider = ? and internal_id like '${PREFIX}%' and deleted_at is null
  order by id for update`;

/** The one channel without an account that looks like this account's; undefined for none, and for several. */
export async function findLookalike(
  tx: EntityManager,
  wanted: { organizationId: string; provider: string; account: Pick<ConnectedAccount, 'name' | 'profile'> },
): Promise<string | undefined> {
  const rows = await tx.execute<(Named & { id: string })[]>(WAITING, [
    wanted.organizationId,
    wanted.provider,
  ]);
  const [only, another] = rows.filter((row) => looksLike(row, wanted.account));
  return another ? undefined : only?.id;
}
