/** Calls to Discord's REST API v10, and what of its answers this provider reads. */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { callJson, type HttpAnswer, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';

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

/** Who calls: the token of a bot, without `Bot `. */
export interface Access {
  readonly token: string;
}

/** What is read of a channel or thread. `last_message_id` of a forum is its newest thread. */
export interface ChannelObject {
  readonly id: string;
  readonly type: number;
  readonly name?: string | null;
  readonly guild_id?: string;
  readonly parent_id?: string | null;
  readonly owner_id?: string;
  readonly last_message_id?: string | null;
}

export interface MessageObject {
  readonly id: string;
  readonly channel_id: string;
  readonly type: number;
  readonly author: { readonly id: string };
  readonly content: string;
  readonly attachments: readonly unknown[];
  readonly reactions?: readonly { readonly count: number }[];
}

/** What is read of a server. */
export interface GuildObject {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly premium_tier: number;
  readonly approximate_member_count?: number;
  readonly approximate_presence_count?: number;
}

/**
 * A provider's memory of a message. `threadId` = where the next parts go; null as long as no thread hangs
 * under it.
 */
export interface Ref {
  readonly [key: string]: Json;
  readonly channelId: string;
  readonly threadId: string | null;
  /** What a thread under this message would be called. */
  readonly title: string;
}

/** Address that a person sees posts and servers at; the API is below it. */
const HOME = 'https://discord.com';
/** Without a `User-Agent` of this form Cloudflare answers in Discord's place (reference, "User Agent"). */
const USER_AGENT = 'DiscordBot (https://crier.example, 2)';

/** The access of a connected channel. */
export function accessOf(channel: Pick<Channel, 'credentials'>): Access {
  return { token: channel.credentials.token ?? '' };
}

/**
 * Calls the API with the bot's token and maps its refusals. `path` begins with a slash; what comes from
 * outside must be encoded.
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

/** The code of a refusal, or null for any other error. */
export function refusalCode(error: unknown): string | null {
  return error instanceof Rejected ? error.networkCode : null;
}

/**
 * Does `work`; when it is refused as if the channel were hidden or gone, asks whether the bot is still in the
 * server.
 *
 * @throws ChannelGone when it is not, else the refusal
 */
export async function tellGone<T>(
  channel: Pick<Channel, 'credentials' | 'internalId'>,
  ctx: ProviderContext,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!['50001', '10003'].includes(refusalCode(error) ?? '')) throw error;
    const probe = await call(accessOf(channel), ctx, `/guilds/${channel.internalId}`).then(
      () => null,
      (e: unknown) => e,
    );
    if (probe instanceof ChannelGone) throw probe;
    if (refusalCode(probe) === '50001') {
      throw new ChannelGone(`The bot is not in the server (any more). ${(probe as Rejected).message}`, {
        networkCode: '50001',
        cause: error,
      });
    }
    throw error;
  }
}

/** How a message is referred to later. A 2xx answer without an id says nothing about the post. */
export function toPublished(channel: Pick<Channel, 'internalId'>, messageId: unknown, ref: Ref): Published {
  if (typeof messageId !== 'string' || !messageId) {
    throw new OutcomeUnknown('Discord answered without the id of a message');
  }
  return { id: messageId, url: `${HOME}/channels/${channel.internalId}/${ref.channelId}/${messageId}`, ref };
}

/**
 * The memory of a message. A person who settled an unknown outcome gave its address only:
 * `…/channels/{guild}/{channel}/{message}`.
 *
 * @throws Rejected when there is neither
 */
export function readRef({ ref, url }: Published): Ref {
  if (ref && typeof ref === 'object' && 'channelId' in ref) return ref as Ref;
  const [, channelId, messageId] = /\/channels\/\d+\/(\d+)\/(\d+)/.exec(url ?? '') ?? [];
  if (!channelId || !messageId) {
    throw new Rejected('It is not known where at Discord this message is', { networkCode: 'no_address' });
  }
  return { channelId, threadId: channelId === messageId ? channelId : null, title: 'Thread' };
}

/** Whether snowflake `a` was made after `b`; everything was made after null. */
export function isNewer(a: string, b: string | null): boolean {
  return b === null || BigInt(a) > BigInt(b);
}
