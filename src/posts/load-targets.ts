/**
 * The `posts[]` entries of a create request that make new posts: their channels found, what they say checked.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Json } from '../../providers/_kit/contract.ts';
import type { Context } from '../context.ts';
import type { Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { assertMayPublish, assertPublishes } from '../channels/policy.ts';
import { isUuid } from '../platform/validation.ts';
import { assertLinksExist } from './assert-links.ts';
import type { EntryInput } from './post-body.ts';
import { preparePost, type PreparedItem } from './prepare-post.ts';

/** An entry with its place in the request, for the paths of the issues. */
export interface PlacedEntry {
  readonly entry: EntryInput;
  readonly path: string;
}

interface ChannelRow {
  readonly id: string;
  readonly organization: string;
  readonly provider: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly refreshNeeded: boolean;
  readonly details: Record<string, Json>;
}

/** A new post, ready to be stored. */
export interface Target {
  readonly postId: string;
  readonly channel: ChannelRow;
  readonly settings: Record<string, unknown>;
  readonly items: PreparedItem[];
}

const CHANNELS: Statement = {
  name: 'create-post-channels',
  text: 'select id, organization_id as organization, provider, name, disabled, refresh_needed as "refreshNeeded", details from integration where id = any($1::uuid[]) and deleted_at is null',
};

/**
 * @throws ApiError for unknown or unusable channels, wrong settings, content that the network would refuse
 */
export async function loadTargets(
  context: Context,
  of: { organizationId: string; draft: boolean },
  entries: readonly PlacedEntry[],
): Promise<Target[]> {
  const { organizationId, draft } = of;
  const ids = entries.map(({ entry }) => entry.integration.id);
  const channels = ids.length ? await context.database.query<ChannelRow>(CHANNELS, [ids.filter(isUuid)]) : [];
  const found = entries.map(({ entry, path }) => {
    const channel = channels.find((c) => c.id === entry.integration.id.toLowerCase());
    assertMayPublish(organizationId, channel, entry.integration.id);
    const network = context.networks.get(channel.provider);
    if (!network) {
      throw new ApiError('channel_disabled', {
        message: `This instance cannot publish to ${channel.provider}`,
      });
    }
    return { entry, path, channel, network };
  });
  return allOrEveryProblem(
    found.map(async ({ entry, path, channel, network }) => {
      await assertLinksExist(context, organizationId, { value: entry.value, settings: entry.settings, path });
      const prepared = await preparePost({
        organizationId,
        network,
        channel,
        value: entry.value,
        settings: entry.settings,
        draft,
        storage: context.storage,
        path,
      });
      if (!draft) assertPublishes(context, network);
      return { postId: uuidv7(), channel, ...prepared };
    }),
  );
}

/**
 * Who sends ten entries learns what is wrong with each of them at once. The first refusal gives the code and
 * the words.
 */
async function allOrEveryProblem<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work);
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const [first] = refusals;
  const named = refusals.filter(
    (refusal) => refusal instanceof ApiError && refusal.issues.length > 0,
  ) as ApiError[];
  if (refusals.length > 1 && first instanceof ApiError && named.length === refusals.length) {
    throw new ApiError(first.code, {
      message: first.message,
      issues: named.flatMap((refusal) => refusal.issues),
      headers: { ...first.headers },
      cause: first,
    });
  }
  if (refusals.length) throw first;
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
