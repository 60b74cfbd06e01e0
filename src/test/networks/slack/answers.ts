/** Turns the emulator's responses into Slack's, and records messages in the ledger. */
import { allMessages, type Args, type Message } from './checks.ts';
import {
  ApiError,
  PASSED_ON,
  type Body,
  type LedgerEntry,
  type LedgerFile,
  type State,
  type Upload,
} from './state.ts';

const DEFAULT_PAGE = 100;
const MAX_PAGE = 999;

const string = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

type Handler = (state: State, args: Args) => Promise<Body>;

/** Methods whose responses differ; the responses of all others are passed on. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  async 'chat.postMessage'(state, args) {
    const kept = state.armed.dropMetadata ? { ...args, metadata: undefined } : args;
    const body = await state.inner('chat.postMessage', kept);
    const payload = (args.metadata as { event_payload?: { key?: unknown } } | undefined)?.event_payload;
    if (body.ok) {
      record(state, {
        ts: String(body.ts),
        channel: String(body.channel),
        text: args.text,
        threadTs: args.thread_ts,
        key: string(payload?.key),
        files: [],
      });
    }
    return body;
  },
  async 'chat.delete'(state, args) {
    const body = await state.inner('chat.delete', args);
    const entry = state.ledger.find((e) => e.ts === args.ts && e.channel === args.channel);
    if (body.ok && entry) entry.deletedAt = state.now().toISOString();
    return body;
  },
  'conversations.history': (state, args) => list(state, args, null),
  'conversations.replies': (state, args) => list(state, args, String(args.ts)),
  async 'files.getUploadURLExternal'(state, args) {
    const length = Number(args.length);
    const body = await state.inner('files.getUploadURLExternal', {
      ...args,
      ...(length > PASSED_ON ? { length: PASSED_ON } : {}),
      alt_text: args.alt_txt,
    });
    if (!body.ok) return body;
    const id = String(body.file_id);
    state.uploads.set(id, {
      id,
      name: String(args.filename),
      alt: string(args.alt_txt) ?? '',
      length,
      sha256: null,
      sharePolls: 0,
    });
    return { ...body, upload_url: `${state.url}/upload/v1/${id}` };
  },
  'files.completeUploadExternal': complete,
  // It pages the comments on a file alone: `shares` has every conversation (docs.slack.dev: files.info, File
  // object).
  async 'files.info'(state, args) {
    const body = await state.inner('files.info', args);
    const upload = state.uploads.get(String(args.file));
    if (!body.ok || !upload || upload.sharePolls <= 0) return body;
    upload.sharePolls--;
    return { ...body, file: withoutShares(body.file) };
  },
};

export async function answer(state: State, method: string, args: Args): Promise<Body> {
  const handler = HANDLERS[method];
  return handler ? handler(state, args) : state.inner(method, args);
}

// Slack shares the files after it has responded, so the response has no shares (slackapi/node-slack-sdk issue
// 1865).
async function complete(state: State, args: Args): Promise<Body> {
  const asked = (Array.isArray(args.files) ? args.files : []) as { id?: string }[];
  const uploads = asked.map((file) => state.uploads.get(file.id ?? ''));
  if (!asked.length || uploads.some((upload) => !upload?.sha256)) {
    throw new ApiError(asked.length ? 'file_not_found' : 'invalid_arguments');
  }
  const body = await state.inner('files.completeUploadExternal', args);
  if (!body.ok) return body;
  for (const upload of uploads as Upload[]) upload.sharePolls = state.armed.sharePolls;
  const [first] = body.files as { shares?: Record<string, Record<string, { ts: string }[]>> }[];
  const ts = Object.values(first?.shares ?? {}).flatMap(
    (channels) => channels[String(args.channel_id)] ?? [],
  )[0]?.ts;
  const files = (uploads as Upload[]).map(({ id, name, alt, length, sha256 }): LedgerFile => ({
    id,
    name,
    alt,
    size: length,
    sha256: sha256 ?? '',
  }));
  if (ts) {
    record(state, {
      ts,
      channel: String(args.channel_id),
      text: args.initial_comment,
      threadTs: args.thread_ts,
      key: null,
      files,
    });
  }
  return { ...body, files: (body.files as unknown[]).map(withoutShares) };
}

function withoutShares(file: unknown): unknown {
  return { ...(file as object), shares: {}, channels: [], groups: [] };
}

function record(
  state: State,
  entry: Omit<LedgerEntry, 'at' | 'deletedAt' | 'text' | 'threadTs'> & { text: unknown; threadTs: unknown },
): void {
  state.ledger.push({
    ...entry,
    text: string(entry.text) ?? '',
    threadTs: string(entry.threadTs),
    at: state.now().toISOString(),
    deletedAt: null,
  });
  if (!state.armed.removedAfterMessage) return;
  state.armed.removedAfterMessage = false;
  for (const token of state.tokens.values()) token.state = 'token_revoked';
}

/**
 * Lists a page of messages: history starts with the newest message, a thread with its parent. `oldest` and
 * `latest` are exclusive unless `inclusive` is set.
 */
async function list(state: State, args: Args, threadTs: string | null): Promise<Body> {
  const all = await allMessages(state, String(args.channel), threadTs);
  const [oldest, latest, inclusive] = [
    Number(args.oldest ?? 0),
    Number(args.latest ?? Infinity),
    args.inclusive === 'true',
  ];
  const within = all.filter(
    ({ ts }) =>
      (Number(ts) > oldest && Number(ts) < latest) ||
      (inclusive && [oldest, latest].includes(Number(ts))) ||
      ts === threadTs,
  );
  const ordered = threadTs ? within : within.toReversed();
  const from = Number(/^next:(\d+)$/.exec(decode(args.cursor))?.[1] ?? 0);
  if (args.cursor && !from) throw new ApiError('invalid_cursor');
  const to = from + Math.min(Number(args.limit) || DEFAULT_PAGE, MAX_PAGE);
  const more = to < ordered.length;
  return {
    ok: true,
    messages: ordered
      .slice(from, to)
      .map((message) => present(state, message, args.include_all_metadata === 'true')),
    has_more: more,
    ...(more ? { response_metadata: { next_cursor: Buffer.from(`next:${to}`).toString('base64') } } : {}),
  };
}

const decode = (cursor: unknown): string => Buffer.from(string(cursor) ?? '', 'base64').toString();

/**
 * Links are returned in angle brackets, an app's messages name its bot, and the metadata payload is included
 * only on request.
 */
function present(state: State, message: Message, allMetadata: boolean): Record<string, unknown> {
  const { metadata, ...rest } = message;
  return {
    ...rest,
    text: (message.text ?? '').replace(/(?<![<|])https?:\/\/[^\s<>|]+/gu, '<$&>'),
    ...(message.user === state.bot.userId ? { bot_id: state.bot.botId } : {}),
    ...(metadata ? { metadata: allMetadata ? metadata : { event_type: metadata.event_type } } : {}),
  };
}
