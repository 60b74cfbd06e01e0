/**
 * Whether a publish call with an unknown outcome took effect: searches what is newer than the newest message
 * before the call, so that no clocks are compared. Discord returns the nonce only to the sender, so author,
 * text and number of files decide. A bot sees the text of its own messages without the privileged intent
 * (events/gateway, "Message Content Intent").
 */
import type {
  Provider,
  ProviderContext,
  PublishRequest,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { accessOf, call, isNewer, toPublished, type ChannelObject, type MessageObject } from './api.ts';
import { isUntouched, type Prepared } from './prepare.ts';
import { NONCE_MS, refOf } from './publish.ts';
import { readDetails } from './schema.ts';

/** The look is within a minute, and the repeat within two: as long as the nonce holds. */
const REPEATABLE_MS = 60_000;
/** How long after the call a message may still appear, where no nonce protects against that. */
const LATE_MS = 2 * 60_000;
const PAGE = 100;
const MOST_PAGES = 5;

/**
 * Removes what Discord may strip ("characters which cause unexpected message formatting"): white space,
 * control characters, the second form of mentions.
 */
const normalise = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('<@!', '<@')
    .replace(/[\s\p{C}]+/gu, '');

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
  readonly attachments?: readonly unknown[];
}

function isOurs(message: MessageObject, sent: Sent, botId: string): boolean {
  return (
    message.author?.id === botId &&
    normalise(message.content) === normalise(sent.content ?? '') &&
    message.attachments.length === (sent.attachments?.length ?? 0)
  );
}

const found = (request: PublishRequest, prepared: Prepared, id: string): VerifyResult => ({
  status: 'found',
  published: toPublished(request.channel, id, refOf(request, prepared, id)),
  byWords: true,
});

/** Whether another item's message has this id. */
const taken = (id: string, request: PublishRequest, prepared: Prepared, attempt: SentAttempt): boolean =>
  attempt.isTaken?.(toPublished(request.channel, id, refOf(request, prepared, id))) ?? false;

async function verifyInChannel(
  request: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const prepared = attempt.prepared as Prepared;
  const { botId } = readDetails(request.channel.details);
  const { messages, end } = await listSince(request, prepared, ctx);
  const match = messages.find(
    (message) =>
      isOurs(message, prepared.fields as Sent, botId) && !taken(message.id, request, prepared, attempt),
  );
  if (match) return found(request, prepared, match.id);
  const ageMs = ctx.now().getTime() - prepared.preparedAt;
  if (ageMs < REPEATABLE_MS) {
    return {
      status: 'repeatable',
      evidence: 'Not found; Discord honours the nonce for a few minutes',
      forMs: NONCE_MS - ageMs,
    };
  }
  if (end === 'reached') {
    return absent(`None of the ${messages.length} messages in the channel since the call is this one`);
  }
  // The list is empty for an empty channel, and also if the bot may not read the history.
  if (end === 'nothing' && (await isUntouched(request, prepared, ctx))) {
    return absent('The channel has no message since the call');
  }
  if (end === 'nothing') {
    return {
      status: 'unknown',
      reason:
        "The bot may not read the channel's history (permission Read Message History); check the channel",
    };
  }
  return {
    status: 'unknown',
    reason: `The channel has more than ${messages.length} messages since the call; check the channel`,
  };
}

/**
 * Messages newer than `newestId`, newest first. `nothing`: the first page was empty; `cut`: too many pages.
 */
async function listSince(
  request: PublishRequest,
  { channelId, newestId }: Prepared,
  ctx: ProviderContext,
): Promise<{ messages: MessageObject[]; end: 'reached' | 'nothing' | 'cut' }> {
  const messages: MessageObject[] = [];
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(before ? { before } : {}) });
    const { body }: { body: MessageObject[] } = await call<MessageObject[]>(
      accessOf(request.channel),
      ctx,
      `/channels/${channelId}/messages?${query}`,
    );
    if (!body.length && page === 0) return { messages, end: 'nothing' };
    messages.push(...body.filter(({ id }) => isNewer(id, newestId)));
    if (body.length < PAGE || body.some(({ id }) => !isNewer(id, newestId))) {
      return { messages, end: 'reached' };
    }
    before = body.at(-1)?.id ?? null;
  }
  return { messages, end: 'cut' };
}

async function verifyInForum(
  request: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const prepared = attempt.prepared as Prepared;
  if (await isUntouched(request, prepared, ctx)) return absent('The forum has no post since the call');
  const { threads, complete } = await listThreads(request, prepared, ctx);
  for (const thread of threads.filter(({ id }) => !taken(id, request, prepared, attempt))) {
    const first = await call<MessageObject>(
      accessOf(request.channel),
      ctx,
      `/channels/${thread.id}/messages/${thread.id}`,
    ).then(({ body }) => body, nullIfHidden);
    if (first && isOurs(first, prepared.fields.message as Sent, readDetails(request.channel.details).botId)) {
      return found(request, prepared, thread.id);
    }
    if (!first && thread.name === prepared.fields.name) {
      return {
        status: 'unknown',
        reason:
          'There is a post with this title, but the bot may not read it (permission Read Message History): ' +
          thread.id,
      };
    }
  }
  if (!complete) {
    return {
      status: 'unknown',
      reason:
        'The forum has new posts, and the bot may not read archived ones (permission Read Message ' +
        'History); check the forum',
    };
  }
  return absent(`None of the bot's ${threads.length} posts in the forum since the call is this one`);
}

/** The bot's threads in the forum since `prepare`; `complete`: archived ones were listed too. */
async function listThreads(
  request: PublishRequest,
  { channelId, newestId }: Prepared,
  ctx: ProviderContext,
): Promise<{ threads: ChannelObject[]; complete: boolean }> {
  const access = accessOf(request.channel);
  const { botId } = readDetails(request.channel.details);
  const active = await call<{ threads: ChannelObject[] }>(
    access,
    ctx,
    `/guilds/${request.channel.internalId}/threads/active`,
  );
  const archived = await call<{ threads: ChannelObject[] }>(
    access,
    ctx,
    `/channels/${channelId}/threads/archived/public?limit=${PAGE}`,
  ).then(({ body }) => body, nullIfHidden);
  const threads = [...active.body.threads, ...(archived?.threads ?? [])].filter(
    (t) => t.parent_id === channelId && t.owner_id === botId && isNewer(t.id, newestId),
  );
  return { threads, complete: archived !== null };
}

/** Null for what the bot may not see, or what is gone. */
function nullIfHidden(error: unknown): null {
  if (error instanceof Rejected) return null;
  throw error;
}
