/** Rejects what Slack rejects and the emulator would accept. */
import { ApiError, type Body, type State } from './state.ts';

/** The arguments of a call, from a form or JSON. */
export type Args = Record<string, unknown>;

interface Conversation {
  readonly isPrivate: boolean;
  readonly isMember: boolean;
}

const text = (args: Args, name: string): string => (typeof args[name] === 'string' ? args[name] : '');

/** The conversation that a call names; null if there is none. */
export async function findConversation(state: State, args: Args): Promise<Conversation | null> {
  const channel = text(args, 'channel') || text(args, 'channel_id');
  if (!channel) return null;
  const owner = await state.inner('conversations.info', { channel }, 'owner');
  const shown = owner.channel as { is_private?: boolean } | undefined;
  if (!owner.ok || !shown) return null;
  const bot = await state.inner('conversations.info', { channel });
  const isMember = bot.ok && (bot.channel as { is_member?: boolean }).is_member === true;
  return { isPrivate: shown.is_private === true, isMember };
}

type Check = (state: State, args: Args, conversation: Conversation | null) => Promise<void> | void;

const CHECKS: Readonly<Record<string, Check>> = {
  async 'chat.postMessage'(state, args, conversation) {
    mustBeIn(conversation);
    if (!text(args, 'text').trim() && !args.blocks && !args.attachments) throw new ApiError('no_text');
    if (Array.from(text(args, 'text')).length > state.limits.textLength) throw new ApiError('msg_too_long');
    checkMetadata(args.metadata);
    await checkThread(state, text(args, 'channel'), args.thread_ts);
  },
  'conversations.info': (_state, _args, conversation) => mustBeSeen(conversation),
  'conversations.join': (_state, _args, conversation) => {
    if (conversation?.isPrivate && conversation.isMember) {
      throw new ApiError('method_not_supported_for_channel_type');
    }
    mustBeSeen(conversation);
  },
  'conversations.history': (_state, _args, conversation) => mustBeIn(conversation),
  async 'conversations.replies'(state, args, conversation) {
    mustBeIn(conversation);
    if (state.armed.closedReplies) {
      throw new ApiError('missing_scope', { needed: 'channels:history', provided: '' });
    }
    if (!(await findMessage(state, text(args, 'channel'), text(args, 'ts')))) {
      throw new ApiError('thread_not_found');
    }
  },
  'files.getUploadURLExternal'(state, args) {
    const length = Number(args.length);
    if (!text(args, 'filename') || !(length > 0)) throw new ApiError('missing_argument');
    if (length > state.limits.fileBytes) throw new ApiError('file_upload_size_restricted');
    if (text(args, 'alt_txt').length > state.limits.altLength) throw new ApiError('alt_txt_too_large');
  },
  async 'files.completeUploadExternal'(state, args, conversation) {
    if (Array.from(text(args, 'initial_comment')).length > state.limits.textLength) {
      throw new ApiError('msg_too_long');
    }
    if (!args.channel_id) return;
    mustBeIn(conversation);
    await checkThread(state, text(args, 'channel_id'), args.thread_ts);
  },
};

/** @throws ApiError with a code from the method's documentation */
export async function check(state: State, method: string, args: Args): Promise<void> {
  await CHECKS[method]?.(state, args, await findConversation(state, args));
}

// To someone outside it, a private conversation does not exist.
function mustBeSeen(conversation: Conversation | null): void {
  if (!conversation || (conversation.isPrivate && !conversation.isMember)) {
    throw new ApiError('channel_not_found');
  }
}

function mustBeIn(conversation: Conversation | null): void {
  mustBeSeen(conversation);
  if (!conversation?.isMember) throw new ApiError('not_in_channel');
}

function checkMetadata(metadata: unknown): void {
  if (metadata === undefined) return;
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string' || !/^\w+$/.test(type)) throw new ApiError('invalid_metadata_format');
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new ApiError('invalid_metadata_schema');
  }
}

/**
 * "Avoid using a reply's ts value; use its parent instead": the parent must exist and must not be a reply.
 */
async function checkThread(state: State, channel: string, threadTs: unknown): Promise<void> {
  if (threadTs === undefined) return;
  const parent = typeof threadTs === 'string' ? await findMessage(state, channel, threadTs) : undefined;
  if (!parent || (parent.thread_ts && parent.thread_ts !== parent.ts)) {
    throw new ApiError('cannot_reply_to_message');
  }
}

/** A message as the emulator returns it. */
export interface Message {
  readonly ts: string;
  readonly thread_ts?: string;
  readonly user?: string;
  readonly text?: string;
  readonly metadata?: { readonly event_type: string; readonly event_payload?: unknown };
  readonly [key: string]: unknown;
}

async function findMessage(state: State, channel: string, ts: string): Promise<Message | undefined> {
  const { messages } = await state.inner('conversations.replies', { channel, ts }, 'owner');
  return (messages as Message[] | undefined)?.find((message) => message.ts === ts);
}

/** All messages of a thread, or of a channel without its replies, oldest first. */
export async function allMessages(
  state: State,
  channel: string,
  threadTs: string | null,
): Promise<Message[]> {
  if (threadTs) {
    return ((await state.inner('conversations.replies', { channel, ts: threadTs }, 'owner')).messages ??
      []) as Message[];
  }
  const found: Message[] = [];
  for (let cursor = ''; ;) {
    const page: Body = await state.inner(
      'conversations.history',
      { channel, limit: 1000, ...(cursor ? { cursor } : {}) },
      'owner',
    );
    found.push(...((page.messages ?? []) as Message[]));
    cursor = (page.response_metadata as { next_cursor?: string } | undefined)?.next_cursor ?? '';
    if (!cursor) return found.toReversed();
  }
}
