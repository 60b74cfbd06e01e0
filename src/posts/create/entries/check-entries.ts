/** The `posts[]` entries of a create request that make new posts: finds their channels and checks each. */
import { v7 as uuidv7 } from 'uuid';
import type { Json, Network } from '../../../../providers/_kit/contract.ts';
import { assertMayPublish } from '../../../channels/policy.ts';
import type { Context } from '../../../platform/context.ts';
import type { Statement } from '../../../platform/database.ts';
import { allOrEveryProblem } from '../../../platform/every-problem.ts';
import { isUuid } from '../../../platform/validation.ts';
import { LINKS_CHOICE, areShort, type ShortLinkMode } from '../../../short-links/decide.ts';
import { ownGroupOf, type EntryInput } from '../post-body.ts';
import { checkEntry, networkOf, type CheckDeps, type CheckedEntry } from './check-entry.ts';

/** An entry with its place in the request, for the paths of the issues. */
export interface PlacedEntry {
  readonly entry: EntryInput;
  readonly path: string;
}

/** A post that is ready to be stored; `path` is the place of its entry. */
export interface NewPost extends CheckedEntry {
  readonly path: string;
  readonly postId: string;
  readonly channel: ChannelRow;
  readonly ownGroup: string | null;
}

interface ChannelRow {
  readonly id: string;
  readonly organization: string;
  readonly organizationName: string;
  readonly provider: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly refreshNeeded: boolean;
  readonly details: Record<string, Json>;
  readonly links: ShortLinkMode;
  /** Whether it has posting times, which the queue fills. */
  readonly hasTimes: boolean;
}

const CHANNELS: Statement = {
  name: 'create-post-channels',
  text: `select i.id, o.id as organization, o.name as "organizationName", i.provider, i.name, i.disabled,
      i.refresh_needed as "refreshNeeded", i.details, ${LINKS_CHOICE} as links,
      i.posting_times <> '[]'::jsonb as "hasTimes"
    from integration i join organization o on o.id = i.organization_id
    where i.id = any($1::uuid[]) and i.deleted_at is null`,
};

/**
 * Checks every entry, so that a client that sends ten hears of all the problems at once.
 *
 * @returns a new post for each entry, in order
 * @throws ApiError `integration_not_found`, `foreign_resource`, `channel_disabled`, `channel_disconnected`,
 * as checkEntry
 */
export async function checkEntries(
  context: CheckDeps,
  options: { organizationId: string; draft: boolean; shortLink?: boolean },
  entries: readonly PlacedEntry[],
): Promise<NewPost[]> {
  const { organizationId, draft } = options;
  const found = await findChannels(context, organizationId, entries);
  return allOrEveryProblem(
    found.map(async ({ entry, path, channel, network }) => {
      const { value, settings } = entry;
      const shortLink = areShort(channel.links, options.shortLink);
      const toCheck = { organizationId, network, channel, value, settings, shortLink, draft, path };
      const checked = await checkEntry(context, toCheck);
      return { path, postId: uuidv7(), channel, ownGroup: ownGroupOf(entry), ...checked };
    }),
  );
}

/** An entry with its channel and the rules of its network. */
export interface FoundEntry extends PlacedEntry {
  readonly channel: ChannelRow;
  readonly network: Network;
}

/**
 * The channels of entries, in order.
 *
 * @throws ApiError `integration_not_found`, `foreign_resource`, `channel_disabled`, `channel_disconnected`
 */
export async function findChannels(
  context: Pick<Context, 'database' | 'providers'>,
  organizationId: string,
  entries: readonly PlacedEntry[],
): Promise<FoundEntry[]> {
  const ids = entries.map(({ entry }) => entry.integration.id);
  const channels = ids.length ? await context.database.query<ChannelRow>(CHANNELS, [ids.filter(isUuid)]) : [];
  return entries.map(({ entry, path }) => {
    const channel = channels.find((c) => c.id === entry.integration.id.toLowerCase());
    assertMayPublish(organizationId, channel, { id: entry.integration.id, path: `${path}.integration.id` });
    return { entry, path, channel, network: networkOf(context, channel.provider) };
  });
}
