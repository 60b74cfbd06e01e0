/** The calls that publish and remove a message. */
import type {
  Channel,
  Json,
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
} from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import {
  accessOf,
  call,
  isNewer,
  readRef,
  refusalCode,
  tellGone,
  toPublished,
  TYPE,
  type ChannelObject,
  type MessageObject,
  type Ref,
} from './api.ts';
import { bodyOf, messageFields, titleOf } from './message.ts';

/** The final request, and what the channel looked like before it. */
export interface Prepared {
  readonly [key: string]: Json;
  /** A forum's posts are threads, made by another call and without a nonce. */
  readonly isForum: boolean;
  readonly channelId: string;
  /** Where the next parts go, when that is known before. */
  readonly threadId: string | null;
  readonly fields: { [key: string]: Json };
  /** The newest message (forum: thread) before: whatever takes effect later has a greater id. */
  readonly newestId: string | null;
  /** Whether the channel's history could be read, so that a lost message can be looked for. */
  readonly canRead: boolean;
  /** Milliseconds since the epoch, by our clock; the nonce cannot be older at Discord. */
  readonly preparedAt: number;
}

/** An upper bound for the one call: 25 MiB at 2 Mbit/s. Without files it is cut off earlier. */
export const PUBLISH_TIMEOUT_MS = 120_000;
const TEXT_TIMEOUT_MS = 30_000;

/** How long a nonce certainly protects. Documented: "the past few minutes". */
export const NONCE_MS = 120_000;

const THREADS: readonly number[] = [TYPE.announcementThread, TYPE.publicThread, TYPE.privateThread];
const FORUMS: readonly number[] = [TYPE.forum, TYPE.media];
const TAKES_MESSAGES: readonly number[] = [TYPE.text, TYPE.announcement, ...THREADS];

/**
 * Learns what the channel is and where its history ends; for a second part, opens the thread under the first.
 * Opening may be repeated: a message has at most one thread, with the message's own id.
 */
export const prepare: Provider['prepare'] = (request, ctx) =>
  tellGone(request.channel, ctx, async () => {
    const { root, parent } = request;
    const channelId = parent
      ? await threadOf(request.channel, { root, parent }, ctx)
      : String(request.settings.channel);
    const channel = await readChannel(request.channel, channelId, ctx);
    const isForum = FORUMS.includes(channel.type);
    if (!isForum && !TAKES_MESSAGES.includes(channel.type)) {
      throw new Rejected(`${channel.name ?? channelId} is not a text, announcement, forum or media channel`, {
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
    const prepared: Prepared = {
      isForum,
      channelId,
      threadId: THREADS.includes(channel.type) ? channelId : null,
      fields: messageFields(request, isForum),
      newestId: newest[0]?.id ?? channel.last_message_id ?? null,
      canRead: newest.length > 0,
      preparedAt: ctx.now().getTime(),
    };
    return prepared;
  });

// The bot may be in servers of other people, and a snowflake alone does not say whose channel it is.
async function readChannel(of: Channel, channelId: string, ctx: ProviderContext): Promise<ChannelObject> {
  const { body } = await call<ChannelObject>(accessOf(of), ctx, `/channels/${encodeURIComponent(channelId)}`);
  if (body?.guild_id !== of.internalId) {
    throw new Rejected('That channel does not belong to the connected server', {
      networkCode: 'other_server',
    });
  }
  return body;
}

/** Where a further part goes: with the part before it, or under the first message. */
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
      // "A thread has already been created for this message": by an earlier run, or by a person.
      if (refusalCode(error) !== '160004') throw error;
    },
  );
  return root.id;
}

export const publish: Provider['publish'] = async (request, whole, ctx) => {
  const prepared = whole as Prepared;
  const { isForum, channelId, fields } = prepared;
  refuseLateRepeat(prepared, ctx.now());
  const body = await bodyOf(fields, request.item.media);
  const timeoutMs = request.item.media.length ? PUBLISH_TIMEOUT_MS : TEXT_TIMEOUT_MS;
  const path = `/channels/${channelId}/${isForum ? 'threads' : 'messages'}`;
  const answer = await tellGone(request.channel, ctx, () =>
    call<{ id: string }>(accessOf(request.channel), ctx, path, { method: 'POST', ...body, timeoutMs }),
  );
  return {
    status: 'published',
    published: toPublished(request.channel, answer.body?.id, refOf(request, prepared, answer.body?.id)),
  };
};

/**
 * Where the history cannot be read, a repeat leans on the nonce alone, and a repeat may be late (a worker
 * that was away). Nothing is sent then; the outcome of the first call stays unknown. A first call that was
 * merely delayed so long is taken for a repeat, too: `verify` then allows it when the channel has no new
 * message, else a person is asked.
 */
function refuseLateRepeat({ canRead, preparedAt, isForum }: Prepared, now: Date): void {
  if (canRead || isForum || now.getTime() - preparedAt < NONCE_MS) return;
  throw new OutcomeUnknown(
    "Too late to rely on the nonce, and the bot cannot read the channel's history (Read Message History)",
    { networkCode: 'nonce_expired' },
  );
}

/** The memory of a message: a forum's post is a thread and its first message at once, with one id. */
export function refOf(
  request: PublishRequest,
  { isForum, channelId, threadId }: Prepared,
  messageId: string,
): Ref {
  const title = titleOf(request.item.text);
  return isForum ? { channelId: messageId, threadId: messageId, title } : { channelId, threadId, title };
}

/** Deletes the message; what is gone already is what was wanted. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const { channelId } = readRef(published);
  const drop = async (path: string): Promise<void> => {
    await call(accessOf(channel), ctx, path, { method: 'DELETE' }).catch((error: unknown) => {
      if (!['10003', '10008'].includes(refusalCode(error) ?? '')) throw error;
    });
  };
  // The post of a forum goes with its thread, for which the bot needs Manage Threads; without it, its message
  // goes.
  const whole =
    channelId === published.id
      ? await drop(`/channels/${channelId}`).then(
          () => true,
          (error: unknown) => {
            if (refusalCode(error) !== '50013') throw error;
            return false;
          },
        )
      : false;
  if (!whole) await drop(`/channels/${channelId}/messages/${published.id}`);
};

/**
 * Whether anything was made in the channel after `prepare`, by the channel's own pointer, which every bot may
 * read that sees the channel.
 */
export async function isUntouched(
  request: PublishRequest,
  { channelId, newestId }: Prepared,
  ctx: ProviderContext,
): Promise<boolean> {
  const last = (await readChannel(request.channel, channelId, ctx)).last_message_id ?? null;
  return last === null || !isNewer(last, newestId);
}
