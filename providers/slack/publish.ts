/** The calls that publish, finish and delete a message. */
import type { Provider, ProviderContext, PublishRequest, PublishResult } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, toPublished, tokenOf } from './api.ts';
import { hasCode } from './errors.ts';
import { deleteFile, readFile, shareOf, type SlackFile } from './media.ts';
import type { Prepared } from './prepare.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** `event_type` of the metadata in our messages; `event_payload.key` is the idempotency key. */
export const MARKER = 'crier_post';

const POLL_MS = 1500;

/** One call: a message, or the completion of uploads, which shares them as a message. */
export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const prepared = stored as Prepared;
  return prepared.files.length ? shareFiles(request, prepared, ctx) : postText(request, prepared, ctx);
};

async function postText(
  request: PublishRequest,
  { channel, text, threadTs, unfurl }: Prepared,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const { body } = await call<{ ts?: string }>(tokenOf(request.channel), ctx, 'chat.postMessage', {
    json: {
      channel,
      text,
      ...(threadTs ? { thread_ts: threadTs } : {}),
      ...unfurl,
      metadata: { event_type: MARKER, event_payload: { key: request.idempotencyKey } },
    },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  // `ok` without a `ts`: it was published, but where is not known.
  if (typeof body.ts !== 'string') {
    throw new OutcomeUnknown(answeredWithout('Slack', 'the id of a message'));
  }
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
  return resultOf(
    request,
    { channel, threadTs, fileIds },
    body.files?.find((file) => file.id === fileIds[0]),
  );
}

/** What `poll` needs: which files are to be shared, and where. */
interface Pending {
  readonly channel: string;
  readonly threadTs: string | null;
  readonly fileIds: readonly string[];
}

/** Slack shares files after it has answered; only then is there a message with a `ts`, one for all files. */
function resultOf(request: PublishRequest, pending: Pending, file: SlackFile | undefined): PublishResult {
  const ts = shareOf(file, pending);
  if (!ts) {
    return { status: 'processing', ref: { ...pending, fileIds: [...pending.fileIds] }, pollAfterMs: POLL_MS };
  }
  return { status: 'published', published: toPublished(request.channel, { ...pending, ts }) };
}

/** A file that Slack cannot find yet counts as not shared yet; one that was deleted never will be. */
export const poll: NonNullable<Provider['poll']> = async (request, ref, ctx) => {
  const pending = ref as unknown as Pending;
  try {
    const file = await readFile(tokenOf(request.channel), pending.fileIds[0] ?? '', ctx);
    return resultOf(request, pending, file ?? undefined);
  } catch (error) {
    if (!(error instanceof Rejected && hasCode(error, 'file_deleted'))) throw error;
    return { status: 'rejected', reason: error.message, networkCode: error.networkCode };
  }
};

/**
 * Deletes the message, then its files, which would otherwise stay in the workspace. Both may already be gone.
 */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const {
    channel: conversation,
    ts,
    fileIds = [],
  } = published.ref as { channel: string; ts: string; fileIds?: string[] };
  const token = tokenOf(channel);
  await call(token, ctx, 'chat.delete', { json: { channel: conversation, ts } }).catch((error: unknown) => {
    if (!hasCode(error, 'message_not_found')) throw error;
  });
  for (const id of fileIds) await deleteFile(token, id, ctx);
};
