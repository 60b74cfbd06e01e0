/**
 * Whether a publish call with an unknown outcome took effect: searches what is newer than the newest message
 * before the call, so that no clocks are compared. Discord returns the nonce only to the sender, so author,
 * text and number of files decide. A bot sees the text of its own messages without the privileged intent
 * (events/gateway, "Message Content Intent").
 */
import type {
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { ageMs, isBefore, readSince, verdictOn, type Likeness, type Listed } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import {
  accessOf,
  call,
  isNewer,
  toPublished,
  type ChannelObject,
  type EmbedObject,
  type MessageObject,
  type PollObject,
} from './api.ts';
import { isUntouched, type Prepared } from './prepare.ts';
import { refOf } from './publish.ts';
import { readDetails } from './schema.ts';
import { NONCE_MS } from './rules.ts';

/** The look is within a minute, and the repeat within two: as long as the nonce holds. */
const REPEATABLE_MS = 60_000;
/** How long after the call a message may still appear, where no nonce protects against that. */
const LATE_MS = 2 * 60_000;
/** Between Discord's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;
const PAGE = 100;
const MAX_PAGES = 5;

/** The second form of mentions. */
const tidy = (text: string): string => text.replaceAll('<@!', '<@');

/**
 * `repeatable` for a minute (not in forums), because a request that the list does not show may still be on
 * its way, and the nonce holds for both. After that, `absent` only if the list was read to its end; otherwise
 * a person decides.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  return prepared.isForum ? verifyInForum(request, attempt, ctx) : verifyInChannel(request, attempt, ctx);
};

/** `absent`, once nothing can be on its way any more. */
const absent = (evidence: string): VerifyResult => ({ status: 'absent', evidence, afterMs: LATE_MS });

interface Sent {
  readonly content?: string;
  readonly attachments?: readonly { readonly description?: string }[];
  readonly embeds?: readonly EmbedObject[];
  readonly poll?: PollObject;
}

/** The embeds that were sent come before the previews that Discord adds. */
const textOf = ({ content = '', attachments = [], embeds = [], poll }: Sent, sent: Sent): string =>
  [
    content,
    ...attachments.map(({ description = '' }) => description),
    ...embeds
      .slice(0, sent.embeds?.length ?? 0)
      .flatMap(({ title, description, author, footer }) => [title, description, author?.name, footer?.text]),
    poll?.question.text ?? '',
    ...(poll?.answers.map(({ poll_media: { text } }) => text ?? '') ?? []),
  ].join('\n');

/**
 * The bots that may have sent the message: the one that was connected, the one at the time of the call, and
 * the one that answers now. (An operator, or a person who reconnects the server, may have changed it.)
 */
async function botsOf(
  { channel }: PublishRequest,
  { botId }: Prepared,
  ctx: ProviderContext,
): Promise<ReadonlySet<string>> {
  const { body: me } = await call<{ id: string }>(accessOf(channel), ctx, '/users/@me');
  return new Set([me.id, readDetails(channel.details).botId, ...(botId ? [botId] : [])]);
}

/** What another bot wrote is hidden from this one, unless it may see the content of all messages. */
function likenessOf(message: MessageObject, sent: Sent, bots: ReadonlySet<string>): Likeness {
  if (message.author && !bots.has(message.author.id)) return 'other';
  const likeness = compareWords(textOf(sent, sent), textOf(message, sent), tidy);
  if (message.attachments.length === (sent.attachments?.length ?? 0)) return likeness;
  return textOf(sent, sent).trim() && likeness !== 'other' ? 'like it' : 'other';
}

const show = (request: PublishRequest, prepared: Prepared, id: string): Published =>
  toPublished(request.channel, id, refOf(request, prepared, id));

async function verifyInChannel(
  request: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const prepared = attempt.prepared as Prepared;
  const bots = await botsOf(request, prepared, ctx);
  const { isEmpty, ...listed } = await listSince(request, prepared, ctx);
  const verdict = verdictOn(listed, {
    likenessOf: (message) => likenessOf(message, prepared.fields as Sent, bots),
    show: ({ id }) => show(request, prepared, id),
    isTaken: attempt.isTaken,
    noun: 'messages of the channel',
    afterMs: LATE_MS,
  });
  if (verdict.status === 'found') return verdict;
  const old = ageMs(attempt);
  if (old < REPEATABLE_MS) {
    return {
      status: 'repeatable',
      evidence: 'Not found; Discord honours the nonce for a few minutes',
      forMs: NONCE_MS - old,
    };
  }
  // The list is empty for an empty channel, and also if the bot may not read the history.
  if (isEmpty && !(await isUntouched(request, prepared, ctx))) {
    return {
      status: 'unknown',
      reason:
        "The bot may not read the channel's history (permission Read Message History); check the channel",
    };
  }
  return verdict;
}

/** Messages newer than `newestId`; `isEmpty`: the channel shows none at all. */
async function listSince(
  request: PublishRequest,
  { channelId, newestId }: Prepared,
  ctx: ProviderContext,
): Promise<Listed<MessageObject> & { isEmpty: boolean }> {
  let isEmpty = false;
  const listed = await readSince<MessageObject>({
    async read(before) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(before ? { before } : {}) });
      const path = `/channels/${channelId}/messages?${query}`;
      const { body } = await call<MessageObject[]>(accessOf(request.channel), ctx, path);
      isEmpty ||= !body.length && before === null;
      return { items: body, next: body.at(-1)?.id ?? null };
    },
    isBefore: ({ id }) => !isNewer(id, newestId),
    mostPages: MAX_PAGES,
  });
  return { ...listed, isEmpty };
}

async function verifyInForum(
  request: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const prepared = attempt.prepared as Prepared;
  if (await isUntouched(request, prepared, ctx)) return absent('The forum has no post since the call');
  const bots = await botsOf(request, prepared, ctx);
  const { threads, complete, hidden } = await listThreads(
    request,
    { prepared, bots, sentAt: attempt.sentAt },
    ctx,
  );
  const posts: { readonly thread: ChannelObject; readonly first: MessageObject | null }[] = [];
  for (const thread of threads) {
    if (attempt.isTaken?.(show(request, prepared, thread.id))) continue;
    const path = `/channels/${thread.id}/messages/${thread.id}`;
    const first = await call<MessageObject>(accessOf(request.channel), ctx, path).then(
      ({ body }) => body,
      nullIfHidden,
    );
    posts.push({ thread, first });
  }
  const name = String(prepared.fields.name ?? '');
  const verdict = verdictOn(
    { posts, complete },
    {
      // A message that the bot may not read, or that is gone, is recognised by its title alone.
      likenessOf: ({ thread, first }) =>
        first
          ? likenessOf(first, prepared.fields.message as Sent, bots)
          : compareWords(name, thread.name ?? '') === 'other'
            ? 'other'
            : 'like it',
      show: ({ thread }) => show(request, prepared, thread.id),
      isTaken: attempt.isTaken,
      noun: 'posts of the bot in the forum',
      afterMs: LATE_MS,
    },
  );
  if (verdict.status !== 'unknown') return verdict;
  const unread = posts.find(
    ({ first, thread }) => !first && compareWords(name, thread.name ?? '') !== 'other',
  );
  if (unread) {
    return {
      status: 'unknown',
      reason:
        'There is a post with this title, but the bot may not read it (permission Read Message History): ' +
        unread.thread.id,
    };
  }
  return hidden
    ? {
        status: 'unknown',
        reason:
          'The forum has new posts, and the bot may not read archived ones (permission Read Message ' +
          'History); check the forum',
      }
    : verdict;
}

/**
 * The bot's threads in the forum since `prepare`, oldest first; `complete`: archived ones were listed too;
 * `hidden`: the bot may not read those. (resources/channel: active threads come all at once, archived ones in
 * pages below a time.)
 */
async function listThreads(
  request: PublishRequest,
  { prepared, bots, sentAt }: { prepared: Prepared; bots: ReadonlySet<string>; sentAt: Date },
  ctx: ProviderContext,
): Promise<{ threads: ChannelObject[]; complete: boolean; hidden: boolean }> {
  const access = accessOf(request.channel);
  const { channelId, newestId } = prepared;
  const active = await call<{ threads: ChannelObject[] }>(
    access,
    ctx,
    `/guilds/${request.channel.internalId}/threads/active`,
  );
  // Those that were archived last come first, and ours is not archived before it is there.
  const archived = await readSince<ChannelObject>({
    async read(before) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(before ? { before } : {}) });
      const path = `/channels/${channelId}/threads/archived/public?${query}`;
      const { body } = await call<{ threads: ChannelObject[]; has_more?: boolean }>(access, ctx, path);
      return { items: body.threads, next: body.has_more ? (archivedAt(body.threads.at(-1)) ?? null) : null };
    },
    isBefore: (thread) => isBefore(archivedAt(thread), sentAt, CLOCKS_MS),
    mostPages: MAX_PAGES,
  }).catch(nullIfHidden);
  const threads = [...active.body.threads, ...(archived?.posts ?? [])].filter(
    (t) => t.parent_id === channelId && bots.has(t.owner_id ?? '') && isNewer(t.id, newestId),
  );
  return {
    threads: threads.toSorted((a, b) => (isNewer(a.id, b.id) ? 1 : -1)),
    complete: archived?.complete ?? false,
    hidden: archived === null,
  };
}

const archivedAt = (thread: ChannelObject | undefined): string | undefined =>
  thread?.thread_metadata?.archive_timestamp;

/** Null if the bot may not see it, or if it is gone. */
function nullIfHidden(error: unknown): null {
  if (error instanceof Rejected) return null;
  throw error;
}
