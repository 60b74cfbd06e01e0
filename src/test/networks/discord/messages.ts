/** Creates, lists, shows and deletes messages (resources/message). */
import {
  channelOf,
  demand,
  invalidForm,
  may,
  readForm,
  ApiError,
  apiErrors,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import { checkContent, checkNonce, type Content } from './content.ts';
import { isForum, isThread, TYPE, type Bot, type Channel, type LedgerEntry, type State } from './state.ts';
import { presentEmbed } from './embeds.ts';
import { presentPoll } from './polls.ts';
import { presentChannel, presentUser } from './present.ts';

const live = (state: State, channel: Channel, id: string | undefined): LedgerEntry => {
  const message = state.ledger.find((m) => m.channelId === channel.id && m.id === id && !m.deletedAt);
  if (!message) throw apiErrors.unknownMessage();
  return message;
};

/** The flag of a message that is shown without embeds (resources/message, "Message Flags"). */
const SUPPRESS_EMBEDS = 1 << 2;

/**
 * A message as the API returns it. Only the response to its creation includes the nonce. What others wrote is
 * hidden from a bot without the privileged intent (events/gateway, "Message Content Intent").
 */
export function presentMessage(
  state: State,
  message: LedgerEntry,
  options: { nonce?: boolean; reader?: Bot } = {},
): Record<string, unknown> {
  const author = state.bots.find((bot) => bot.id === message.authorId);
  const thread = state.channels.get(message.id);
  const isHidden = options.reader !== undefined && options.reader.id !== message.authorId;
  return {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    content: isHidden ? '' : message.content,
    timestamp: message.timestamp,
    edited_timestamp: null,
    tts: false,
    pinned: false,
    flags: message.flags,
    ...(message.poll && !isHidden ? { poll: presentPoll(message.poll) } : {}),
    author: author
      ? presentUser(author)
      : { id: message.authorId, username: 'a person', avatar: null, discriminator: '0' },
    mention_everyone: message.mentionEveryone,
    mentions: message.mentions.map((id) => ({ id })),
    mention_roles: message.mentionRoles,
    embeds: isHidden || message.flags & SUPPRESS_EMBEDS ? [] : message.embeds.map(presentEmbed),
    components: [],
    attachments: (isHidden ? [] : message.attachments).map(({ contentType, sha256: _, ...a }) => ({
      ...a,
      content_type: contentType,
      url: `${state.url}/attachments/${message.channelId}/${a.id}/${a.filename}`,
    })),
    ...(message.reactions.length
      ? {
          reactions: message.reactions.map(({ emoji, count }) => ({
            emoji: { id: null, name: emoji },
            count,
            me: false,
          })),
        }
      : {}),
    ...(thread ? { thread: presentChannel(thread) } : {}),
    ...(options.nonce && message.nonce !== null ? { nonce: message.nonce } : {}),
  };
}

/** Adds a message to a channel and updates the channel's last message id. */
export function addMessage(
  state: State,
  channel: Channel,
  message: Partial<Content> & { author: Bot | string; id?: string; type?: number; nonce?: string | null },
): LedgerEntry {
  const { author, id = state.nextId(), type = 0, nonce = null, ...content } = message;
  const entry: LedgerEntry = {
    content: '',
    attachments: [],
    flags: 0,
    embeds: [],
    poll: null,
    mentionEveryone: false,
    mentions: [],
    mentionRoles: [],
    ...content,
    id,
    type,
    nonce,
    channelId: channel.id,
    authorId: typeof author === 'string' ? author : author.id,
    reactions: [],
    timestamp: state.now().toISOString().replace('Z', '000+00:00'),
    deletedAt: null,
  };
  state.ledger.push(entry);
  channel.lastMessageId = entry.id;
  return entry;
}

function checkPlace(state: State, channel: Channel): void {
  if (isForum(channel)) throw new ApiError(400, 40058, 'Cannot send a message in a forum channel');
  if (channel.type === TYPE.category) {
    throw new ApiError(400, 50008, 'Cannot send messages in a non-text channel');
  }
  demand(state, channel, isThread(channel) ? 'SEND_MESSAGES_IN_THREADS' : 'SEND_MESSAGES');
  if (channel.locked) throw new ApiError(403, 160005, 'Thread is locked');
}

async function create(state: State, call: Call): Promise<Answer> {
  const channel = channelOf(state, call, call.params[0]);
  checkPlace(state, channel);
  const form = await readForm(call);
  const nonce = checkNonce(form.fields);
  const content = await checkContent(state, call, { form, fields: form.fields, channel, path: '' });
  const first =
    form.fields.enforce_nonce === true && nonce !== null ? repeated(state, call.bot, nonce) : undefined;
  if (first) return { status: 200, body: presentMessage(state, first, { nonce: true }) };
  const message = addMessage(state, channel, { ...content, author: call.bot, nonce });
  channel.archived = false;
  if (nonce !== null) {
    state.nonces.set(`${call.bot.id}:${nonce}`, { id: message.id, at: state.now().getTime() });
  }
  return { status: 200, body: presentMessage(state, message, { nonce: true }) };
}

// "checked for uniqueness in the past few minutes", separately for each author.
function repeated(state: State, bot: Bot, nonce: string): LedgerEntry | undefined {
  const known = state.nonces.get(`${bot.id}:${nonce}`);
  if (!known || state.now().getTime() - known.at >= state.limits.nonceMs) return undefined;
  return state.ledger.find((m) => m.id === known.id && !m.deletedAt);
}

function show(state: State, call: Call): Answer {
  const channel = channelOf(state, call, call.params[0]);
  if (!may(state, channel, 'READ_MESSAGE_HISTORY')) throw apiErrors.missingAccess();
  return {
    status: 200,
    body: presentMessage(state, live(state, channel, call.params[1]), { reader: call.bot }),
  };
}

// Without READ_MESSAGE_HISTORY the list is empty rather than an error.
function list(state: State, call: Call): Answer {
  const channel = channelOf(state, call, call.params[0]);
  const limit = Number(call.query.get('limit') ?? 50);
  if (!Number.isInteger(limit)) {
    throw invalidForm('limit', {
      code: 'NUMBER_TYPE_COERCE',
      message: `Value "${call.query.get('limit')}" is not int.`,
    });
  }
  if (limit > 100) {
    throw invalidForm('limit', {
      code: 'NUMBER_TYPE_MAX',
      message: 'int value should be less than or equal to 100.',
    });
  }
  if (limit < 1) {
    throw invalidForm('limit', {
      code: 'NUMBER_TYPE_MIN',
      message: 'int value should be greater than or equal to 1.',
    });
  }
  const bound = (name: string, fallback: bigint): bigint =>
    call.query.has(name) ? BigInt(call.query.get(name) ?? 0) : fallback;
  const [after, before] = [bound('after', -1n), bound('before', 1n << 64n)];
  if (!may(state, channel, 'READ_MESSAGE_HISTORY')) return { status: 200, body: [] };
  const all = state.ledger.filter(
    (m) => m.channelId === channel.id && !m.deletedAt && BigInt(m.id) > after && BigInt(m.id) < before,
  );
  const page = call.query.has('after') ? all.slice(0, limit) : all.slice(-limit);
  return { status: 200, body: page.toReversed().map((m) => presentMessage(state, m, { reader: call.bot })) };
}

function remove(state: State, call: Call): Answer {
  const channel = channelOf(state, call, call.params[0]);
  const message = live(state, channel, call.params[1]);
  if (message.authorId !== call.bot.id) demand(state, channel, 'MANAGE_MESSAGES');
  if (message.type === 21) throw new ApiError(403, 50021, 'Cannot execute action on a system message');
  message.deletedAt = state.now().toISOString();
  return { status: 204, body: undefined };
}

const MESSAGES = /^\/channels\/([^/]+)\/messages$/;
const MESSAGE = /^\/channels\/([^/]+)\/messages\/([^/]+)$/;

export const messageRoutes: readonly Route[] = [
  { method: 'POST', path: MESSAGES, names: ['channel_id'], writes: true, handle: create },
  { method: 'GET', path: MESSAGES, names: ['channel_id'], handle: list },
  { method: 'GET', path: MESSAGE, names: ['channel_id', 'message_id'], handle: show },
  { method: 'DELETE', path: MESSAGE, names: ['channel_id', 'message_id'], handle: remove },
];
