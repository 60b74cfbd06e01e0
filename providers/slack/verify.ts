/**
 * Whether a publish call with an unknown outcome took effect.
 *
 * A message without files has our key in its metadata, which a bot token can read (`conversations.history`
 * and `conversations.replies` with `include_all_metadata`; scopes `channels:history`, `groups:history`). A
 * message with files has no metadata, but the ids of its files are unique, and `files.info` shows where they
 * were shared.
 */
import type {
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { verdictOn, type Likeness } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { call, toPublished, tokenOf } from './api.ts';
import { hasCode } from './errors.ts';
import { readFile, shareOf } from './media.ts';
import type { Prepared } from './prepare.ts';
import { MARKER } from './publish.ts';
import { normalise } from './text.ts';

const PAGE = 200;
const MAX_PAGES = 5;
/** How long after the call a message may still appear: Slack gives up on a request after half a minute. */
const LATE_MS = 2 * 60_000;

interface Message {
  readonly ts: string;
  readonly thread_ts?: string;
  readonly user?: string;
  readonly bot_id?: string;
  readonly text?: string;
  readonly metadata?: { readonly event_type?: string; readonly event_payload?: { readonly key?: unknown } };
}

interface Page {
  readonly messages: readonly Message[];
  readonly has_more?: boolean;
  readonly response_metadata?: { readonly next_cursor?: string };
}

/** Never `repeatable`: Slack has no key that would make a repeat safe. */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const verdict = await (prepared.files.length
    ? findFiles(request, prepared, ctx)
    : findText(request, prepared, attempt, ctx));
  return verdict.status === 'absent' ? { ...verdict, afterMs: LATE_MS } : verdict;
};

/**
 * `files.info` does not know an upload that was never completed, so it cannot have been shared. A completed
 * one will be shared sooner or later.
 */
async function findFiles(
  request: PublishRequest,
  prepared: Prepared,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const fileIds = prepared.files.map((file) => file.id);
  const file = await readFile(tokenOf(request.channel), fileIds[0] ?? '', ctx);
  const ts = shareOf(file ?? undefined, prepared);
  if (ts) return { status: 'found', published: toPublished(request.channel, { ...prepared, ts, fileIds }) };
  if (file) {
    return { status: 'unknown', reason: 'Slack has the files, but has not shared them in the channel yet' };
  }
  return {
    status: 'absent',
    evidence: 'Slack does not know the uploaded file: the upload was not completed, so it was not shared',
  };
}

async function findText(
  request: PublishRequest,
  prepared: Prepared,
  { isTaken }: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const { messages, complete, refused } = await listSince(request, prepared, ctx);
  if (refused) {
    return { status: 'unknown', reason: `Slack does not let the app read the thread (${refused})` };
  }
  const at = ({ ts }: Message): number => Number(ts);
  return verdictOn(
    { posts: messages.toSorted((a, b) => at(a) - at(b)), complete },
    {
      likenessOf: (message) => likenessOf(request, prepared, message),
      show: ({ ts }) => publishedAs(request, prepared, ts),
      isTaken,
      noun: 'messages of the channel',
    },
  );
}

/** A message of ours has its key; some workspaces drop metadata, and then its text alone proves nothing. */
function likenessOf(
  { channel, idempotencyKey }: PublishRequest,
  { text }: Prepared,
  { metadata, user, bot_id: bot, text: shown = '' }: Message,
): Likeness {
  const key = metadata?.event_payload?.key;
  if (metadata?.event_type === MARKER && key === idempotencyKey) return 'ours';
  const { botUserId, botId } = channel.details;
  const isOwn = (user && user === botUserId) || (bot && bot === botId) || (!user && !bot);
  if (key !== undefined || !isOwn) return 'other';
  const likeness = compareWords(text, shown, normalise);
  return likeness === 'same words' ? 'like it' : likeness;
}

const publishedAs = (
  { channel }: PublishRequest,
  { channel: conversation, threadTs }: Prepared,
  ts: string,
): Published => toPublished(channel, { channel: conversation, ts, fileIds: [], threadTs });

/** Codes that mean that this token may not read this thread. */
const MAY_NOT_READ = ['missing_scope', 'not_allowed_token_type', 'access_denied', 'no_permission'];

/**
 * Messages since just before the call: of the thread for a reply, else of the conversation, without replies.
 */
async function listSince(
  request: PublishRequest,
  prepared: Prepared,
  ctx: ProviderContext,
): Promise<{ messages: Message[]; complete: boolean; refused?: string }> {
  const messages: Message[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await readPage(request, prepared, { ctx, cursor });
    if (typeof answer === 'string') {
      return answer === 'thread_not_found'
        ? { messages, complete: true }
        : { messages, complete: false, refused: answer };
    }
    messages.push(...answer.messages.filter((m) => m.ts !== prepared.threadTs));
    cursor = answer.response_metadata?.next_cursor || undefined;
    if (!cursor) return { messages, complete: !answer.has_more };
  }
  return { messages, complete: false };
}

/** One page, or the code of Slack's error. */
async function readPage(
  request: PublishRequest,
  prepared: Prepared,
  at: { ctx: ProviderContext; cursor: string | undefined },
): Promise<Page | string> {
  const { channel, threadTs, since } = prepared;
  const form = {
    channel,
    oldest: `${since}.000000`,
    include_all_metadata: true,
    limit: PAGE,
    cursor: at.cursor,
  };
  const token = tokenOf(request.channel);
  if (!threadTs) return (await call<Page>(token, at.ctx, 'conversations.history', { form })).body;
  try {
    return (await call<Page>(token, at.ctx, 'conversations.replies', { form: { ...form, ts: threadTs } }))
      .body;
  } catch (error) {
    const code = ['thread_not_found', ...MAY_NOT_READ].find((known) => hasCode(error, known));
    if (code) return code;
    throw error;
  }
}
