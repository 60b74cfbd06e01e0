/**
 * Files of a post (docs.slack.dev/messaging/working-with-files, "Uploading files").
 *
 * `getUploadURLExternal` and the upload may be repeated: nobody sees an upload that was not completed, and
 * Slack drops it. `completeUploadExternal` with a channel creates the message: it is the one irreversible
 * call of a post with files, whose text is the `initial_comment`.
 *
 * Image blocks in `chat.postMessage` are no alternative: `image_url` needs a URL that Slack can reach, which
 * many instances do not have, and `slack_file` rejects files that were not shared with the channel before
 * (`invalid slack file`).
 */
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { Rejected } from '../_kit/errors.ts';
import { classifyStatus } from '../_kit/http.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call } from './api.ts';
import { hasCode } from './errors.ts';
import { KEPT_MS } from './rules.ts';

/** The fields of a file that are read; `shares` is missing until Slack has shared it. */
export interface SlackFile {
  readonly id: string;
  readonly shares?: { readonly public?: Shares; readonly private?: Shares };
}

type Shares = Readonly<
  Record<string, readonly { readonly ts?: string; readonly thread_ts?: string }[] | undefined>
>;

/** Uploads the `n`th file of a message; the id is what `completeUploadExternal` needs. */
export function uploadFile(
  token: string,
  { file, n }: { file: MediaFile; n: number },
  ctx: ProviderContext,
): Promise<string> {
  return uploadOnce(ctx, { name: `file ${n}`, forMs: KEPT_MS }, () => upload(token, file, ctx));
}

async function upload(token: string, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const blob = await file.blob();
  const { body } = await call<{ upload_url: string; file_id: string }>(
    token,
    ctx,
    'files.getUploadURLExternal',
    { form: { filename: file.fileName, length: blob.size, alt_txt: file.alt || undefined } },
  );
  // The URL contains its own permission, so it is called without the token. The answer is a line of text.
  const response = await ctx.egress.fetch(body.upload_url, {
    method: 'POST',
    body: blob,
    headers: { 'content-type': 'application/octet-stream' },
    signal: ctx.signal,
    timeoutMs: uploadMs(file.size),
  });
  const answer = (await response.text()).slice(0, 200);
  if (!response.ok) {
    throw classifyStatus(
      {
        status: response.status,
        headers: new Headers([...response.headers]),
        body: answer,
        message: `Slack did not accept ${file.fileName}: ${answer} (HTTP ${response.status})`,
      },
      ctx.now(),
    );
  }
  return body.file_id;
}

/** The message with a file in a conversation (and thread), or null while there is none. */
export function shareOf(
  file: SlackFile | undefined,
  where: { channel: string; threadTs: string | null },
): string | null {
  const shares = [
    ...(file?.shares?.public?.[where.channel] ?? []),
    ...(file?.shares?.private?.[where.channel] ?? []),
  ];
  return shares.find((share) => share.ts && (share.thread_ts ?? null) === where.threadTs)?.ts ?? null;
}

/** A file as Slack knows it, or null. */
export async function readFile(token: string, id: string, ctx: ProviderContext): Promise<SlackFile | null> {
  try {
    return (await call<{ file: SlackFile }>(token, ctx, 'files.info', { form: { file: id } })).body.file;
  } catch (error) {
    if (hasCode(error, 'file_not_found')) return null;
    throw error;
  }
}

/** Deletes a file; it may already be gone. */
export async function deleteFile(token: string, id: string, ctx: ProviderContext): Promise<void> {
  await call(token, ctx, 'files.delete', { form: { file: id } }).catch((error: unknown) => {
    if (!(error instanceof Rejected && hasCode(error, 'file_not_found', 'file_deleted'))) throw error;
  });
}
