/** Sends and deletes messages. */
import { createHash, randomInt } from 'node:crypto';
import { imageSize } from 'image-size';
import { bad, integer, json, ApiError, text, type Call, type Method } from './call.ts';
import { checkRights, findChat, findTopic, presentChat } from './chats.ts';
import { isTrue, readExtras } from './extras.ts';
import { parseHtml, type Parsed } from './html.ts';
import { checkPollChat, readPoll, type Poll } from './polls.ts';
import type { Chat, LedgerEntry, State, StoredFile } from './state.ts';

type Kind = StoredFile['kind'];

/** A requested message, before its chat is known. */
interface Wanted {
  readonly parsed: Parsed;
  readonly file: { readonly kind: Kind; readonly blob: Blob; readonly spoiler: boolean } | null;
  readonly poll?: Poll;
}

function parse(value: string, mode: string): Parsed {
  if (!value || !mode) return { text: value.trim(), entities: [] };
  if (mode.toLowerCase() !== 'html') throw bad('unsupported parse_mode');
  return parseHtml(value);
}

const sendMessage: Method = (call) => {
  const source = text(call, 'text');
  const parsed = parse(source, text(call, 'parse_mode'));
  if (!parsed.text) throw bad('message text is empty');
  return present(call, send(call, [{ parsed, file: null }])[0] as LedgerEntry);
};

const sendPoll: Method = (call) => {
  const poll = readPoll(call);
  const parsed: Parsed = { text: poll.question, entities: [] };
  return present(call, send(call, [{ parsed, file: null, poll }])[0] as LedgerEntry);
};

const sendOne =
  (kind: Kind): Method =>
  async (call) => {
    const blob = call.fields.get(kind);
    if (typeof blob === 'string') throw bad('wrong file identifier/HTTP URL specified');
    if (!blob) throw bad(`there is no ${kind} in the request`);
    const parsed = parse(text(call, 'caption'), text(call, 'parse_mode'));
    const spoiler = isTrue(text(call, 'has_spoiler'));
    const wanted: Wanted = { parsed, file: { kind, blob, spoiler } };
    return present(call, send(call, [wanted], [await store(wanted, call.state)])[0] as LedgerEntry);
  };

const sendMediaGroup: Method = async (call) => {
  const items = json(call, 'media', "can't parse media JSON object");
  if (!Array.isArray(items)) throw bad('expected an Array of InputMedia');
  const wanted = items.map((item) => readAlbumItem(call, item as Record<string, unknown>));
  // The documentation allows 2 to 10. The message for too few is a guess.
  if (wanted.length < 2) throw bad('too few messages to send as an album');
  if (wanted.length > 10) throw bad('too many messages to send as an album');
  const documents = wanted.filter((w) => w.file?.kind === 'document').length;
  if (documents && documents < wanted.length) {
    throw bad("can't use the media of the specified type in the album");
  }
  const files = await Promise.all(wanted.map((w) => store(w, call.state)));
  return send(call, wanted, files).map((entry) => present(call, entry));
};

function readAlbumItem(call: Call, item: Record<string, unknown>): Wanted {
  const fail = (message: string): ApiError => bad(`can't parse InputMedia: ${message}`);
  const type = String(item.type);
  if (type === 'animation') throw fail('type "animation" can\'t be used in sendMediaGroup');
  if (!['photo', 'video', 'document'].includes(type)) throw fail(`type "${type}" is unsupported`);
  const blob = call.fields.get(/^attach:\/\/(.+)$/.exec(String(item.media))?.[1] ?? '');
  if (!(blob instanceof Blob)) throw fail('media not found');
  return {
    parsed: parse(String(item.caption ?? ''), String(item.parse_mode ?? '')),
    file: { kind: type as Kind, blob, spoiler: item.has_spoiler === true },
  };
}

async function store({ file }: Wanted, state: State): Promise<StoredFile | null> {
  if (!file) return null;
  const bytes = new Uint8Array(await file.blob.arrayBuffer());
  if (!bytes.length) throw bad('file must be non-empty');
  if (file.kind === 'photo') checkPhoto(bytes, state);
  return {
    kind: file.kind,
    fileName: (file.blob as File).name ?? '',
    mime: file.blob.type,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    spoiler: file.spoiler,
  };
}

function checkPhoto(bytes: Uint8Array, state: State): void {
  if (bytes.length > state.limits.photoBytes) {
    throw bad(`file of size ${bytes.length} bytes is too big for a photo`);
  }
  const { width, height, type } = readSize(bytes);
  if (!['jpg', 'png', 'webp', 'gif', 'bmp'].includes(type ?? '')) throw bad('IMAGE_PROCESS_FAILED');
  if (width + height > 10_000 || Math.max(width / height, height / width) > 20) {
    throw bad('PHOTO_INVALID_DIMENSIONS');
  }
}

function readSize(bytes: Uint8Array): { width: number; height: number; type?: string } {
  try {
    return imageSize(bytes);
  } catch {
    throw bad('IMAGE_PROCESS_FAILED');
  }
}

// Telegram checks in this order: markup (by the caller), the chat, the message replied to, permissions, and
// then everything else.
function send(
  call: Call,
  wanted: readonly Wanted[],
  files: readonly (StoredFile | null)[] = [null],
): LedgerEntry[] {
  const { state, bot } = call;
  const extras = readExtras(call);
  const chat = findChat(call, 'write');
  const threadId = findTopic(call, chat);
  const replyTo = findReply(call, chat);
  checkRights(
    bot,
    chat,
    wanted.map((w) => w.file?.kind ?? (w.poll ? 'poll' : 'text')),
  );
  for (const { parsed, file, poll } of wanted) {
    if (poll) checkPollChat(chat, poll);
    if (!file && parsed.text.length > state.limits.textLength) throw bad('message is too long');
    if (file && parsed.text.length > state.limits.captionLength) throw bad('message caption is too long');
  }
  countMessages(state, chat, wanted.length);
  const mediaGroupId = wanted.length > 1 ? String(randomInt(2 ** 47)) : null;
  return wanted.map(({ parsed, poll = null }, i) => {
    if (mediaGroupId && state.armed.albumFailsAt === i + 1) {
      state.armed.albumFailsAt = 0;
      throw bad(`failed to send message #${i + 1} with the error message "Too Many Requests: retry after 8"`);
    }
    const entry: LedgerEntry = {
      id: ++chat.lastMessageId,
      chatId: chat.id,
      threadId,
      botId: bot.id,
      text: parsed.text,
      entities: parsed.entities,
      file: files[i] ?? null,
      poll,
      // `sendMediaGroup` has no buttons.
      extras: mediaGroupId ? { ...extras, buttons: [] } : extras,
      mediaGroupId,
      replyTo,
      date: Math.floor(state.now().getTime() / 1000),
      deletedAt: null,
    };
    state.ledger.push(entry);
    return entry;
  });
}

function findReply(call: Call, chat: Chat): number | null {
  const reply = json(call, 'reply_parameters', "can't parse reply parameters JSON object") as {
    message_id?: number;
    allow_sending_without_reply?: boolean;
  } | null;
  if (!reply) return null;
  const id = Number(reply.message_id);
  if (findMessage(call.state, chat, id)) return id;
  if (reply.allow_sending_without_reply) return null;
  throw bad('message to be replied not found');
}

const findMessage = (state: State, chat: Chat, id: number): LedgerEntry | undefined =>
  state.ledger.find((m) => m.chatId === chat.id && m.id === id && !m.deletedAt);

function countMessages(state: State, chat: Chat, by: number): void {
  if (chat.type !== 'group' && chat.type !== 'supergroup') return;
  const now = state.now().getTime();
  const recent = (state.recent.get(chat.id) ?? []).filter((at) => at > now - state.limits.groupWindowMs);
  if (recent.length + by > state.limits.groupMessages) {
    const seconds = Math.max(1, Math.ceil(((recent[0] ?? now) + state.limits.groupWindowMs - now) / 1000));
    throw new ApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
  }
  state.recent.set(chat.id, [...recent, ...Array.from({ length: by }, () => now)]);
}

function present({ state, bot }: Call, entry: LedgerEntry): Record<string, unknown> {
  const chat = state.chats.get(entry.chatId) as Chat;
  const shown = presentChat(chat);
  const from =
    chat.type === 'channel'
      ? { sender_chat: shown }
      : { from: { id: bot.id, is_bot: true, first_name: bot.username, username: bot.username } };
  const media = entry.file
    ? {
        [entry.file.kind]:
          entry.file.kind === 'photo'
            ? [{ file_id: entry.file.sha256.slice(0, 20) }]
            : { file_id: entry.file.sha256.slice(0, 20) },
      }
    : {};
  return {
    message_id: entry.id,
    ...from,
    chat: shown,
    date: entry.date,
    ...media,
    ...(entry.poll ? { poll: presentPoll(entry) } : {}),
    ...(entry.extras.protected ? { has_protected_content: true } : {}),
    ...(entry.text && !entry.poll ? { [entry.file ? 'caption' : 'text']: entry.text } : {}),
    ...(entry.threadId ? { message_thread_id: entry.threadId, is_topic_message: true } : {}),
    ...(entry.mediaGroupId ? { media_group_id: entry.mediaGroupId } : {}),
    ...(entry.replyTo ? { reply_to_message: { message_id: entry.replyTo, chat: shown } } : {}),
  };
}

const presentPoll = ({ id, poll }: LedgerEntry): Record<string, unknown> => ({
  id: String(id),
  question: poll?.question,
  options: poll?.options.map((option) => ({ text: option, voter_count: 0 })),
  total_voter_count: 0,
  is_closed: false,
  is_anonymous: poll?.anonymous,
  type: 'regular',
  allows_multiple_answers: poll?.multiple,
});

const deleteMessage: Method = (call) => {
  const chat = findChat(call, 'write');
  const id = integer(call, 'message_id');
  if (!id) throw bad('message identifier is not specified');
  const message = findMessage(call.state, chat, id);
  if (!message) throw bad('message to delete not found');
  const age = call.state.now().getTime() - message.date * 1000;
  if (message.botId !== call.bot.id || age > call.state.limits.deletableMs) {
    throw bad("message can't be deleted for everyone");
  }
  message.deletedAt = call.state.now().toISOString();
  return true;
};

export const messageMethods: Readonly<Record<string, Method>> = {
  sendMessage,
  sendPoll,
  sendPhoto: sendOne('photo'),
  sendVideo: sendOne('video'),
  sendAnimation: sendOne('animation'),
  sendDocument: sendOne('document'),
  sendMediaGroup,
  deleteMessage,
};
