/** What Slack refuses and the server behind the front would take. */
import { Refused, type Body, type State } from './state.ts';

/** Arguments of a call, of a form or of JSON. */
export type Args = Record<string, unknown>;

/** A conversation, seen by the workspace's owner and by the app. */
interface Conversation {
  readonly isPrivate: boolean;
  readonly isMember: boolean;
}

const text = (args: Args, name: string): string => (typeof args[name] === 'string' ? args[name] : '');

/** The conversation that a call is about; null when it names none that exists. */
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
    if (!text(args, 'text').trim() && !args.blocks && !args.attachments) throw new Refused('no_text');
    if (Array.from(text(args, 'text')).length > state.limits.textLength) throw new Refused('msg_too_long');
    checkMetadata(args.metadata);
    await checkThread(state, text(args, 'channel'), args.thread_ts);
  },
  'conversations.info': (_state, _args, conversation) => mustBeSeen(conversation),
  'conversations.join': (_state, _args, conversation) => {
    if (conversation?.isPrivate && conversation.isMember) {
      throw new Refused('method_not_supported_for_channel_type');
    }
    mustBeSeen(conversation);
  },
  'conversations.history': (_state, _args, conversation) => mustBeIn(conversation),
  async 'conversations.replies'(state, args, conversation) {
    mustBeIn(conversation);
    if (state.armed.closedReplies) {
      throw new Refused('missing_scope', { needed: 'channels:history', provided: '' });
    }
    if (!(await findMessage(state, text(args, 'channel'), text(args, 'ts')))) {
      throw new Refused('thread_not_found');
    }
  },
  'files.getUploadURLExternal'(state, args) {
    const length = Number(args.length);
    if (!text(args, 'filename') || !(length > 0)) throw new Refused('missing_argument');
    if (length > state.limits.fileBytes) throw new Refused('file_upload_size_restricted');
    if (text(args, 'alt_txt').length > state.limits.altLength) throw new Refused('alt_txt_too_large');
  },
  async 'files.completeUploadExternal'(state, args, conversation) {
    if (Array.from(text(args, 'initial_comment')).length > state.limits.textLength) {
      throw new Refused('msg_too_long');
    }
    if (!args.channel_id) return;
    mustBeIn(conversation);
    await checkThread(state, text(args, 'channel_id'), args.thread_ts);
  },
};

/** @throws Refused in the words of the method's document */
export async function check(state: State, method: string, args: Args): Promise<void> {
  await CHECKS[method]?.(state, args, await findConversation(state, args));
}

// A private conversation is not told apart from none by someone who is not in it.
function mustBeSeen(conversation: Conversation | null): void {
  if (!conversation || (conversation.isPrivate && !conversation.isMember)) {
    throw new Refused('channel_not_found');
  }
}

function mustBeIn(conversation: Conversation | null): void {
  mustBeSeen(conversation);
  if (!conversation?.isMember) throw new Refused('not_in_channel');
}

function checkMetadata(metadata: unknown): void {
  if (metadata === undefined) return;
  const { event_type: type, event_payload: payload } = (metadata ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string' || !/^\w+$/.test(type)) throw new Refused('invalid_metadata_format');
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new Refused('invalid_metadata_schema');
  }
}

/**
 * "Avoid using a reply's ts value; use its parent instead": the parent must be there and must not be a reply.
 */
async function checkThread(state: State, channel: string, threadTs: unknown): Promise<void> {
  if (threadTs === undefined) return;
  const parent = typeof threadTs === 'string' ? await findMessage(state, channel, threadTs) : undefined;
  if (!parent || (parent.thread_ts && parent.thread_ts !== parent.ts)) {
    throw new Refused('cannot_reply_to_message');
  }
}

/** A message as the server behind the front shows it. */
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

/** All messages of a channel (without replies), or of a thread, oldest first. */
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
