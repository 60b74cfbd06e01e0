/** Everything that may be repeated: finds the channel, opens the thread, notes where the history ends. */
import type {
  Channel,
  Json,
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
} from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { pollOf } from '../_kit/poll.ts';
import {
  accessOf,
  call,
  isNewer,
  readRef,
  rejectionCode,
  checkMembership,
  TYPE,
  type ChannelObject,
  type MessageObject,
} from './api.ts';
import { checkSizes } from './prepare/boosts.ts';
import { messageFields } from './payload.ts';
import { readDetails } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The final request, and the state of the channel before it. */
export interface Prepared {
  readonly [key: string]: Json;
  /** Posts in a forum are threads, which are created by another call and without a nonce. */
  readonly isForum: boolean;
  readonly channelId: string;
  /** Where the next parts go, if that is already known. */
  readonly threadId: string | null;
  readonly fields: { [key: string]: Json };
  /** The newest message (forum: thread) before the call: anything created later has a greater id. */
  readonly newestId: string | null;
  /** The bot that was connected then. */
  readonly botId: string;
}

const THREADS: readonly number[] = [TYPE.announcementThread, TYPE.publicThread, TYPE.privateThread];
const FORUMS: readonly number[] = [TYPE.forum, TYPE.media];
const TAKES_MESSAGES: readonly number[] = [TYPE.text, TYPE.announcement, ...THREADS];

/**
 * For a second part, opens the thread under the first. That may be repeated: a message has at most one
 * thread, whose id is the message's own.
 */
export const prepare: Provider['prepare'] = (request, ctx) =>
  checkMembership(request.channel, ctx, async () => {
    const { root, parent } = request;
    await checkSizes(request, ctx);
    const channelId = parent
      ? await threadOf(request.channel, { root, parent }, ctx)
      : String(request.settings.channel);
    const channel = await readChannel(request.channel, channelId, ctx);
    const isForum = FORUMS.includes(channel.type);
    if (!isForum && !TAKES_MESSAGES.includes(channel.type)) {
      throw new Rejected(sentence('discord_not_a_channel_to_post_to', { name: channel.name ?? channelId }), {
        networkCode: '50008',
      });
    }
    const newest = isForum
      ? []
      : (
          await call<MessageObject[]>(
            accessOf(request.channel),
            ctx,
            `/channels/${channelId}/messages?limit=1`,
          )
        ).body;
    const fields = messageFields(request, isForum);
    const prepared: Prepared = {
      isForum,
      channelId,
      threadId: THREADS.includes(channel.type) ? channelId : null,
      fields: isForum ? { ...fields, ...forumFields(request, channel) } : fields,
      newestId: newest[0]?.id ?? channel.last_message_id ?? null,
      botId: readDetails(request.channel.details).botId,
    };
    return prepared;
  });

/** `flags` of a forum (resources/channel, "Channel Flags"). */
const REQUIRE_TAG = 1 << 4;

/**
 * The tags of a post in a forum. Discord refuses one without a tag where the forum demands it (40067). Its
 * documents list no poll among the parameters of such a post; its OpenAPI document does.
 */
function forumFields({ settings }: PublishRequest, forum: ChannelObject): { [key: string]: Json } {
  const { available_tags: tags = [], flags = 0 } = forum;
  const names = tags.map(({ name }) => name).join(', ') || 'none';
  if (pollOf(settings)) {
    throw new Rejected(sentence('discord_forum_without_polls'), { networkCode: '520002' });
  }
  const wanted = ((settings.tags ?? []) as string[]).map((tag) => tag.trim());
  const applied = wanted.map((tag) => {
    const found = tags.find(({ id, name }) => id === tag || name.toLowerCase() === tag.toLowerCase());
    if (!found) {
      throw new Rejected(sentence('discord_no_such_tag', { tag, tags: names }), {
        networkCode: 'no_such_tag',
      });
    }
    return found.id;
  });
  if (!applied.length && flags & REQUIRE_TAG) {
    throw new Rejected(sentence('discord_tag_wanted', { tags: names }), { networkCode: '40067' });
  }
  return applied.length ? { applied_tags: applied } : {};
}

// The bot may be in other servers too, and a snowflake does not contain which one a channel belongs to.
async function readChannel(
  account: Channel,
  channelId: string,
  ctx: ProviderContext,
): Promise<ChannelObject> {
  const { body } = await call<ChannelObject>(
    accessOf(account),
    ctx,
    `/channels/${encodeURIComponent(channelId)}`,
  );
  if (body?.guild_id !== account.internalId) {
    throw new Rejected(sentence('discord_channel_of_another_server'), { networkCode: 'other_server' });
  }
  return body;
}

/** The thread for a further part: that of the part before it, or a new one under the first message. */
async function threadOf(
  channel: Channel,
  { root, parent }: { root: Published | null; parent: Published },
  ctx: ProviderContext,
): Promise<string> {
  if (!root || parent.id !== root.id) return readRef(parent).channelId;
  const { channelId, threadId, title } = readRef(root);
  if (threadId) return threadId;
  const path = `/channels/${channelId}/messages/${root.id}/threads`;
  await call<ChannelObject>(accessOf(channel), ctx, path, { method: 'POST', json: { name: title } }).catch(
    (error: unknown) => {
      // "A thread has already been created for this message": by an earlier attempt, or by a person.
      if (rejectionCode(error) !== '160004') throw error;
    },
  );
  return root.id;
}

/**
 * Whether the channel is unchanged since `prepare`, by a pointer that needs no permission to read the
 * history.
 */
export async function isUntouched(
  request: PublishRequest,
  { channelId, newestId }: Prepared,
  ctx: ProviderContext,
): Promise<boolean> {
  const last = (await readChannel(request.channel, channelId, ctx)).last_message_id ?? null;
  return last === null || !isNewer(last, newestId);
}
