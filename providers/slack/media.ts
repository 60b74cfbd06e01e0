/**
 * Files of a post (docs.slack.dev/messaging/working-with-files, "Uploading files").
 *
 * `getUploadURLExternal` and the upload may be repeated at will: what is not completed is seen by nobody and
 * is dropped by Slack. `completeUploadExternal` with a channel makes the message, so it is the one
 * irreversible call, and a post with files is that call, its text being the `initial_comment`.
 *
 * Not image blocks in `chat.postMessage`: `image_url` needs an address that Slack can reach, which many
 * instances have not, and `slack_file` refuses files that were not shared with the channel before (`invalid
 * slack file`).
 */
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { classifyStatus } from '../_kit/http.ts';
import { call } from './api.ts';
import { isWord } from './errors.ts';

/** A gigabyte over a slow line. */
const UPLOAD_TIMEOUT_MS = 600_000;

/**
 * A file as `files.info` and `completeUploadExternal` show it; `shares` is missing until Slack has shared it.
 */
export interface SlackFile {
  readonly id: string;
  readonly shares?: { readonly public?: Shares; readonly private?: Shares };
}

type Shares = Readonly<
  Record<string, readonly { readonly ts?: string; readonly thread_ts?: string }[] | undefined>
>;

/** Uploads one file; the id is what `completeUploadExternal` needs. */
export async function uploadFile(token: string, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const bytes = await file.bytes();
  const { body } = await call<{ upload_url: string; file_id: string }>(
    token,
    ctx,
    'files.getUploadURLExternal',
    { form: { filename: file.fileName, length: bytes.length, alt_txt: file.alt || undefined } },
  );
  // The address carries its own permission, so the token is not shown to it. The answer is a line of text.
  const response = await ctx.egress.fetch(body.upload_url, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
    signal: ctx.signal,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  const words = (await response.text()).slice(0, 200);
  if (!response.ok) {
    throw classifyStatus(
      {
        status: response.status,
        headers: new Headers([...response.headers]),
        body: words,
        words: `Slack did not take ${file.fileName}: ${words} (HTTP ${response.status})`,
      },
      ctx.now(),
    );
  }
  return body.file_id;
}

/** The message that shows a file in a conversation (and thread), or null while there is none. */
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

/** What Slack knows of a file; null when it knows none with this id. */
export async function readFile(token: string, id: string, ctx: ProviderContext): Promise<SlackFile | null> {
  try {
    return (await call<{ file: SlackFile }>(token, ctx, 'files.info', { form: { file: id } })).body.file;
  } catch (error) {
    if (isWord(error, 'file_not_found')) return null;
    throw error;
  }
}

/** Deletes a file; one that is gone already is what was wanted. */
export async function deleteFile(token: string, id: string, ctx: ProviderContext): Promise<void> {
  await call(token, ctx, 'files.delete', { form: { file: id } }).catch((error: unknown) => {
    if (!(error instanceof Rejected && isWord(error, 'file_not_found', 'file_deleted'))) throw error;
  });
}
