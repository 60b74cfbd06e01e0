/** The calls that publish, finish and remove a message. */
import type { Json, Provider, ProviderContext, PublishRequest, PublishResult } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, toPublished, tokenOf } from './api.ts';
import { isWord } from './errors.ts';
import { deleteFile, readFile, shareOf, uploadFile, type SlackFile } from './media.ts';
import { toMrkdwn } from './text.ts';

/**
 * The final request. `since` = Slack's own clock before the call, in Unix seconds: a message of ours is not
 * older.
 */
export interface Prepared {
  readonly [key: string]: Json;
  readonly channel: string;
  readonly text: string;
  /**
   * The `ts` of the thread's first message; never that of a reply, which Slack would take for a message of
   * its own.
   */
  readonly threadTs: string | null;
  readonly files: { id: string; title: string }[];
  readonly since: number;
}

/** `event_type` of the metadata that marks our messages; `event_payload.key` is the idempotency key. */
export const MARKER = 'crier_post';

/**
 * An upper bound for the one call: Slack answers when the message is stored, files are processed afterwards.
 */
export const PUBLISH_TIMEOUT_MS = 30_000;

/** Slack's machines, too, have more than one clock; and its `Date` header counts whole seconds. */
const CLOCK_MARGIN_S = 60;
const UNKNOWN_CLOCK_MARGIN_S = 600;
const POLL_MS = 1500;

interface Conversation {
  readonly channel: {
    readonly is_member?: boolean;
    readonly is_archived?: boolean;
    readonly is_private?: boolean;
    readonly is_im?: boolean;
  };
}

/**
 * Sees to it that the app is in the conversation, and uploads files. Files of a run that is not sent are seen
 * by nobody.
 */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const token = tokenOf(request.channel);
  const channel = String(request.settings.channel);
  const since = await enter(token, channel, ctx);
  const files: Prepared['files'] = [];
  for (const file of request.item.media) {
    files.push({ id: await uploadFile(token, file, ctx), title: file.fileName });
  }
  const prepared: Prepared = {
    channel,
    text: toMrkdwn(request.item.text),
    threadTs: request.root?.id ?? null,
    files,
    since,
  };
  return prepared;
};

/**
 * Joins a public conversation that the app is not in; a private one it must be invited to. Resolves with
 * Slack's clock.
 */
async function enter(token: string, channel: string, ctx: ProviderContext): Promise<number> {
  const { body, headers } = await call<Conversation>(token, ctx, 'conversations.info', { form: { channel } });
  if (body.channel.is_archived) {
    throw new Rejected('Slack answered is_archived: the channel is archived', { networkCode: 'is_archived' });
  }
  if (body.channel.is_member === false && !body.channel.is_private && !body.channel.is_im) {
    await join(token, channel, ctx);
  }
  const clock = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(clock)
    ? Math.floor(ctx.now().getTime() / 1000) - UNKNOWN_CLOCK_MARGIN_S
    : Math.floor(clock / 1000) - CLOCK_MARGIN_S;
}

async function join(token: string, channel: string, ctx: ProviderContext): Promise<void> {
  await call(token, ctx, 'conversations.join', { form: { channel } }).catch((error: unknown) => {
    if (isWord(error, 'method_not_supported_for_channel_type')) return;
    // Without `channels:join` other posts still succeed, where the app was invited.
    if (isWord(error, 'missing_scope')) {
      throw new Rejected(
        'The app is not in the channel and may not join it (scope channels:join): invite it with /invite',
        { networkCode: 'not_in_channel', cause: error },
      );
    }
    throw error;
  });
}

/** One call: a message, or the completion of uploads that shares them as a message. */
export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const prepared = stored as Prepared;
  return prepared.files.length ? shareFiles(request, prepared, ctx) : postText(request, prepared, ctx);
};

async function postText(
  request: PublishRequest,
  { channel, text, threadTs }: Prepared,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const { body } = await call<{ ts?: string }>(tokenOf(request.channel), ctx, 'chat.postMessage', {
    json: {
      channel,
      text,
      ...(threadTs ? { thread_ts: threadTs } : {}),
      metadata: { event_type: MARKER, event_payload: { key: request.idempotencyKey } },
    },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  // `ok` without a `ts`: it is out, but where?
  if (typeof body.ts !== 'string') throw new OutcomeUnknown('Slack took the message and did not say its ts');
  return {
    status: 'published',
    published: toPublished(request.channel, { channel, ts: body.ts, fileIds: [], threadTs }),
  };
}

async function shareFiles(
  request: PublishRequest,
  prepared: Prepared,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const { channel, text, threadTs, files } = prepared;
  const { body } = await call<{ files?: SlackFile[] }>(
    tokenOf(request.channel),
    ctx,
    'files.completeUploadExternal',
    {
      json: {
        files,
        channel_id: channel,
        ...(threadTs ? { thread_ts: threadTs } : {}),
        ...(text ? { initial_comment: text } : {}),
      },
      timeoutMs: PUBLISH_TIMEOUT_MS,
    },
  );
  const fileIds = files.map((file) => file.id);
  return shared(
    request,
    { channel, threadTs, fileIds },
    body.files?.find((file) => file.id === fileIds[0]),
  );
}

/** What `poll` needs: where which files were to be shared. */
interface Pending {
  readonly channel: string;
  readonly threadTs: string | null;
  readonly fileIds: readonly string[];
}

/**
 * Slack shares files after it answered; only then is there a message with a `ts`. Several files make one
 * message.
 */
function shared(request: PublishRequest, pending: Pending, file: SlackFile | undefined): PublishResult {
  const ts = shareOf(file, pending);
  if (!ts) {
    return { status: 'processing', ref: { ...pending, fileIds: [...pending.fileIds] }, pollAfterMs: POLL_MS };
  }
  return { status: 'published', published: toPublished(request.channel, { ...pending, ts }) };
}

/**
 * Looks whether the files have been shared. One that Slack cannot find yet counts as not shared yet; a
 * deleted one ends the wait.
 */
export const poll: NonNullable<Provider['poll']> = async (request, ref, ctx) => {
  const pending = ref as unknown as Pending;
  return shared(
    request,
    pending,
    (await readFile(tokenOf(request.channel), pending.fileIds[0] ?? '', ctx)) ?? undefined,
  );
};

/**
 * Deletes the message, then its files, which would stay in the app's list otherwise. What is gone already is
 * what was wanted.
 */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const {
    channel: conversation,
    ts,
    fileIds = [],
  } = published.ref as { channel: string; ts: string; fileIds?: string[] };
  const token = tokenOf(channel);
  await call(token, ctx, 'chat.delete', { json: { channel: conversation, ts } }).catch((error: unknown) => {
    if (!isWord(error, 'message_not_found')) throw error;
  });
  for (const id of fileIds) await deleteFile(token, id, ctx);
};
