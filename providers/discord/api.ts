/** Calls to Discord's REST API v10, and the parts of its answers that this provider reads. */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { callJson, type HttpAnswer, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Channel types (resources/channel, "Channel Types"). */
export const TYPE = {
  text: 0,
  announcement: 5,
  announcementThread: 10,
  publicThread: 11,
  privateThread: 12,
  forum: 15,
  media: 16,
} as const;

/** The token of a bot, without the prefix `Bot `. */
export interface Access {
  readonly token: string;
}

/** The fields of a channel or thread that are read. `last_message_id` of a forum is its newest thread. */
export interface ChannelObject {
  readonly id: string;
  readonly type: number;
  readonly name?: string | null;
  readonly guild_id?: string;
  readonly parent_id?: string | null;
  readonly owner_id?: string;
  readonly last_message_id?: string | null;
  /** Of a forum: the tags that its posts can have. */
  readonly available_tags?: readonly { readonly id: string; readonly name: string }[];
  readonly flags?: number;
  readonly thread_metadata?: { readonly archive_timestamp?: string };
}

/** The fields of a message that are read. */
export interface MessageObject {
  readonly id: string;
  readonly channel_id: string;
  readonly type: number;
  readonly author?: { readonly id: string };
  readonly content: string;
  readonly attachments: readonly { readonly description?: string }[];
  readonly embeds?: readonly EmbedObject[];
  readonly poll?: PollObject;
  readonly reactions?: readonly { readonly count: number }[];
}

/**
 * The texts of an embed; `type` is `rich` for one that was sent, as it also is for some previews of
 * links.
 */
export interface EmbedObject {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly author?: { readonly name?: string };
  readonly footer?: { readonly text?: string };
}

/** The texts of a poll, as they are sent and shown. */
export interface PollObject {
  readonly question: { readonly text?: string | null };
  readonly answers: readonly { readonly poll_media: { readonly text?: string | null } }[];
}

/** The fields of a server that are read. */
export interface GuildObject {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly premium_tier: number;
  readonly approximate_member_count?: number;
  readonly approximate_presence_count?: number;
}

/** `ref` of a published message. `threadId`: where the next parts go; null while there is no thread. */
export interface Ref {
  readonly [key: string]: Json;
  readonly channelId: string;
  readonly threadId: string | null;
  /** Name for a thread under this message. */
  readonly title: string;
}

/** The URL of servers and messages for people; the API is below it. */
const HOME = 'https://discord.com';
/** Without a `User-Agent` in this format, Cloudflare answers instead of Discord (reference, "User Agent"). */
const USER_AGENT = 'DiscordBot (https://crier.example, 2)';

export function accessOf(channel: Pick<Channel, 'credentials'>): Access {
  return { token: channel.credentials.token ?? '' };
}

/**
 * Calls the API with the bot's token and maps its errors. `path` begins with a slash; encode foreign parts.
 */
export function call<T>(
  access: Access,
  ctx: ProviderContext,
  path: string,
  options: HttpCall = {},
): Promise<HttpAnswer<T>> {
  const base = (ctx.env.DISCORD_URL || HOME).replace(/\/+$/, '');
  return callJson<T>(ctx.egress, `${base}/api/v10${path}`, {
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
    ...options,
    headers: { 'user-agent': USER_AGENT, authorization: `Bot ${access.token}`, ...options.headers },
  });
}

/** Discord's code if it rejected the request, else null. */
export function rejectionCode(error: unknown): string | null {
  return error instanceof Rejected ? error.networkCode : null;
}

/**
 * Runs `work`. If Discord answers that a channel is hidden or unknown, checks whether the bot is still in the
 * server at all.
 *
 * @throws ChannelGone if it is not, else the original error
 */
export async function checkMembership<T>(
  channel: Pick<Channel, 'credentials' | 'internalId'>,
  ctx: ProviderContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!['50001', '10003'].includes(rejectionCode(error) ?? '')) throw error;
    const probe = await call(accessOf(channel), ctx, `/guilds/${channel.internalId}`).then(
      () => null,
      (e: unknown) => e,
    );
    if (probe instanceof ChannelGone) throw probe;
    if (rejectionCode(probe) === '50001') {
      throw new ChannelGone(sentence('discord_bot_left', { why: (probe as Rejected).said }), {
        networkCode: '50001',
        cause: error,
      });
    }
    throw error;
  }
}

/** A 2xx answer without an id proves nothing about the post. */
export function toPublished(channel: Pick<Channel, 'internalId'>, messageId: unknown, ref: Ref): Published {
  if (typeof messageId !== 'string' || !messageId) {
    throw new OutcomeUnknown(answeredWithout('Discord', 'the id of a message'));
  }
  return { id: messageId, url: `${HOME}/channels/${channel.internalId}/${ref.channelId}/${messageId}`, ref };
}

/**
 * The `ref` of a message. A person who settled an unknown outcome gave only its URL:
 * `…/channels/{guild}/{channel}/{message}`.
 *
 * @throws Rejected if there is neither
 */
export function readRef({ ref, url }: Published): Ref {
  if (ref && typeof ref === 'object' && 'channelId' in ref) return ref as Ref;
  const [, channelId, messageId] = /\/channels\/\d+\/(\d+)\/(\d+)/.exec(url ?? '') ?? [];
  if (!channelId || !messageId) {
    throw new Rejected(sentence('url_unknown', { network: 'Discord' }), { networkCode: 'no_address' });
  }
  return { channelId, threadId: channelId === messageId ? channelId : null, title: 'Thread' };
}

/** Whether snowflake `a` is newer than `b`; everything is newer than null. */
export function isNewer(a: string, b: string | null): boolean {
  return b === null || BigInt(a) > BigInt(b);
}
