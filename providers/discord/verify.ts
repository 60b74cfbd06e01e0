/**
 * Whether a publish call with an unknown outcome took effect: looks for it among what is newer than the
 * newest message before the call, so that no clock is compared. Discord gives the nonce back only in the
 * answer to the sender, so author, text and number of files decide. A bot sees the text of its own messages
 * without the privileged intent (events/gateway, "Message Content Intent").
 */
import type { Provider, ProviderContext, PublishRequest, VerifyResult } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { accessOf, call, isNewer, toPublished, type ChannelObject, type MessageObject } from './api.ts';
import { isUntouched, refOf, type Prepared } from './publish.ts';
import { readDetails } from './schema.ts';

/**
 * A repeat comes at once, or a minute after `repeatable` was said; within two minutes of the first call the
 * nonce certainly holds (`NONCE_MS`).
 */
const REPEATABLE_MS = 60_000;
const PAGE = 100;
const MOST_PAGES = 5;

/**
 * What stays the same when Discord strips "characters which cause unexpected message formatting": no white
 * space, no control characters, one form of mention.
 */
const fold = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('<@!', '<@')
    .replace(/[\s\p{C}]+/gu, '');

/**
 * Found by reading; proven absent by a list that was read to its end; else repeatable for a minute
 * (channels), or a question to a person.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  return prepared.isForum ? verifyInForum(request, prepared, ctx) : verifyInChannel(request, prepared, ctx);
};

interface Sent {
  readonly content?: string;
  readonly attachments?: readonly unknown[];
}

function isOurs(message: MessageObject, sent: Sent, botId: string): boolean {
  return (
    message.author?.id === botId &&
    fold(message.content) === fold(sent.content ?? '') &&
    message.attachments.length === (sent.attachments?.length ?? 0)
  );
}

const found = (request: PublishRequest, prepared: Prepared, id: string): VerifyResult => ({
  status: 'found',
  published: toPublished(request.channel, id, refOf(request, prepared, id)),
});

async function verifyInChannel(
  request: PublishRequest,
  prepared: Prepared,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const { botId } = readDetails(request.channel.details);
  const { messages, end } = await listSince(request, prepared, ctx);
  const match = messages.find((message) => isOurs(message, prepared.fields as Sent, botId));
  if (match) return found(request, prepared, match.id);
  if (end === 'reached') {
    return {
      status: 'absent',
      evidence: `All ${messages.length} messages in the channel since the call were read; none is this one`,
    };
  }
  // An empty list is what a bot hears that may not read the history, and what an empty channel answers.
  if (end === 'nothing' && (await isUntouched(request, prepared, ctx))) {
    return { status: 'absent', evidence: 'The channel has no message since the call' };
  }
  if (ctx.now().getTime() - prepared.preparedAt < REPEATABLE_MS) {
    return { status: 'repeatable', evidence: 'Not found; Discord recognises the nonce for a few minutes' };
  }
  if (end === 'nothing') {
    return {
      status: 'unknown',
      reason:
        "The bot may not read the channel's history (permission Read Message History); look at the channel",
    };
  }
  return {
    status: 'unknown',
    reason: `The channel has more than ${messages.length} messages since; look at it`,
  };
}

/**
 * Messages newer than `newestId`, newest first, page by page downwards. `nothing` = the first page was empty.
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
  prepared: Prepared,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  if (await isUntouched(request, prepared, ctx)) {
    return { status: 'absent', evidence: 'The forum has no post since the call' };
  }
  const { threads, whole } = await listThreads(request, prepared, ctx);
  for (const thread of threads) {
    const first = await call<MessageObject>(
      accessOf(request.channel),
      ctx,
      `/channels/${thread.id}/messages/${thread.id}`,
    ).then(({ body }) => body, orHidden);
    if (first && isOurs(first, prepared.fields.message as Sent, readDetails(request.channel.details).botId)) {
      return found(request, prepared, thread.id);
    }
    if (!first && thread.name === prepared.fields.name) {
      return {
        status: 'unknown',
        reason: `A post with this title is there, but the bot may not read it (permission Read Message History): ${thread.id}`,
      };
    }
  }
  if (!whole) {
    return {
      status: 'unknown',
      reason:
        'The forum has new posts, and the bot may not read those that were archived (permission Read Message History); look at the forum',
    };
  }
  return {
    status: 'absent',
    evidence: `The ${threads.length} posts of the bot in the forum since the call were read; none is this one`,
  };
}

/** The bot's threads in the forum since `prepare`; `whole` = archived ones were listed too. */
async function listThreads(
  request: PublishRequest,
  { channelId, newestId }: Prepared,
  ctx: ProviderContext,
): Promise<{ threads: ChannelObject[]; whole: boolean }> {
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
  ).then(({ body }) => body, orHidden);
  const threads = [...active.body.threads, ...(archived?.threads ?? [])].filter(
    (t) => t.parent_id === channelId && t.owner_id === botId && isNewer(t.id, newestId),
  );
  return { threads, whole: archived !== null };
}

/** What the bot may not see, or what is gone, is nothing to compare with. */
function orHidden(error: unknown): null {
  if (error instanceof Rejected) return null;
  throw error;
}
