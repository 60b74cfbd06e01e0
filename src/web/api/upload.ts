/** Uploading a file with its progress, which `fetch` does not tell. */
import { changeHeaders, isApiError, type ApiError, type Schemas } from './client.ts';
import { API_ORIGIN } from './origin.ts';

/** A file that was uploaded. */
export type Uploaded = Schemas['Media'];

interface UploadOptions {
  /** The part that has been sent, from 0 to 1. */
  onProgress?(part: number): void;
  readonly signal?: AbortSignal;
}

/** The connection ended before there was an answer, or somebody cancelled. */
export class UploadBroken extends Error {}

/**
 * Sends one file to the media library.
 *
 * @throws the API's error, or `UploadBroken`
 */
export function uploadFile(
  file: File,
  { onProgress = () => undefined, signal }: UploadOptions = {},
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const broken = (): void => reject(new UploadBroken());
    request.open('POST', `${API_ORIGIN}/api/upload`);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(changeHeaders())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('error', broken);
    request.addEventListener('abort', broken);
    request.addEventListener('load', () => {
      const answer = request.response as Uploaded | ApiError | null;
      if (request.status === 201 && answer) resolve(answer as Uploaded);
      else reject(isApiError(answer) ? answer : new UploadBroken());
    });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.set('file', file);
    request.send(form);
  });
}
