/** Whether the uploads of v1 are where the operator says. */
import { stat } from 'node:fs/promises';
import { ProviderError } from '../../../providers/_kit/errors.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';

/** Whether `--uploads` is a URL; else it is a folder. */
export const isUrl = (uploads: string): boolean => /^[a-z]+:\/\//i.test(uploads);

/** The URL of v1's uploads, without a slash at its end: https://old.example/uploads */
export const uploadsAt = (url: string): string =>
  `${url.replace(/\/+$/, '').replace(/\/uploads$/, '')}/uploads`;

const ANSWER_MS = 10_000;

/** @throws ApiError `invalid_request` when there is no such folder, or nothing answers at the URL */
export async function checkUploads(
  { egress }: Pick<Context, 'egress'>,
  uploads: string | null,
): Promise<void> {
  if (uploads === null) return;
  if (!isUrl(uploads)) {
    const facts = await stat(uploads).catch(() => null);
    if (facts?.isDirectory()) return;
    throw refused(`there is no folder ${uploads} on this machine. Give the folder, or the URL of v1`);
  }
  const url = /^https?:/i.test(uploads) ? URL.parse(`${uploadsAt(uploads)}/`) : null;
  if (!url || url.username || url.password || url.search || url.hash) {
    throw refused('the URL must look like https://old.example, without a password');
  }
  try {
    // Any answer will do: there is no list of the files.
    const answer = await egress.fetch(url, { method: 'HEAD', timeoutMs: ANSWER_MS });
    await answer.body?.cancel();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw refused(error.message, error);
  }
}

const refused = (message: string, cause?: unknown): ApiError =>
  new ApiError('invalid_request', { inEnglish: `The uploads of v1 (--uploads): ${message}`, cause });
