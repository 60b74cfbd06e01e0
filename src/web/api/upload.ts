/**
 * Uploading a file with its progress, which `fetch` does not report: straight to the storage where it takes
 * files from this page, else through Crier.
 */
import { changeHeaders, http, isApiError, type ApiError, type Schemas } from './client.ts';
import { API_ORIGIN } from './origin.ts';
import { asSignedIn, mayUploadDirectly } from './session.ts';

/** A file that was uploaded. */
export type Uploaded = Schemas['Media'];

interface UploadOptions {
  /** The part that has been sent, from 0 to 1. */
  onProgress?(part: number): void;
  readonly signal?: AbortSignal;
}

/** The connection ended before there was an answer, or the upload was cancelled. */
export class UploadBroken extends Error {}

/** Something between the browser and Crier takes no file of this size: a proxy with a limit of its own. */
export class UploadTooLarge extends Error {}

/** Larger ones would have to be in memory whole to be hashed. */
const HASHED_BYTES = 32 * 1024 * 1024;

/**
 * The storage has not taken a file: it has no rule for this page (CORS), or cannot be reached from here. The
 * browser does not reveal which. Until the page is loaded again, everything goes through Crier.
 */
let isClosed = false;

/**
 * Sends one file to the media library.
 *
 * @throws the API's error, `UploadBroken` or `UploadTooLarge`
 */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<Uploaded> {
  if (mayUploadDirectly() && !isClosed && file.size > 0) {
    const stored = await uploadDirectly(file, options);
    if (stored) return stored;
  }
  return uploadThroughCrier(file, options);
}

/**
 * Undefined where it has to be done the other way, which then reports what is wrong with the file, if
 * anything.
 */
async function uploadDirectly(file: File, options: UploadOptions): Promise<Uploaded | undefined> {
  const { signal } = options;
  const { data: begun } = await asSignedIn(() =>
    http.POST('/upload/direct', { body: { size: file.size }, signal }),
  );
  if (!begun) return undefined;
  const { url, contentType } = begun;
  const headers = { 'content-type': contentType };
  const sent = await send({ ...options, method: 'PUT', url, body: file, headers }).catch(
    (error: unknown): undefined => {
      if (signal?.aborted) throw error;
      return undefined;
    },
  );
  if (sent?.status !== 200) {
    isClosed = true;
    return undefined;
  }
  const body = { name: file.name.slice(0, 255), ...(await hashOf(file)) };
  const { data, error } = await asSignedIn(() =>
    http.POST('/upload/direct/{id}', { params: { path: { id: begun.id } }, body, signal }),
  );
  if (error && error.code !== 'upload_not_found') throw error;
  return data;
}

/** Only pages that came over TLS can hash. */
async function hashOf(file: File): Promise<{ sha256?: string }> {
  if (!globalThis.isSecureContext || file.size > HASHED_BYTES) return {};
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return { sha256: [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}

async function uploadThroughCrier(file: File, options: UploadOptions): Promise<Uploaded> {
  const { media, error } = await asSignedIn(() => sendToCrier(file, options));
  if (!media) throw error;
  return media;
}

async function sendToCrier(
  file: File,
  options: UploadOptions,
): Promise<{ media?: Uploaded; error?: ApiError }> {
  const body = new FormData();
  body.set('file', file);
  const { status, response } = await send({
    ...options,
    method: 'POST',
    url: `${API_ORIGIN}/api/upload`,
    body,
    headers: changeHeaders(),
  });
  const answer = response as Uploaded | ApiError | null;
  if (status === 201 && answer) return { media: answer as Uploaded };
  if (isApiError(answer)) return { error: answer };
  throw status === 413 ? new UploadTooLarge() : new UploadBroken();
}

interface Sending extends UploadOptions {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly body: FormData | Blob;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request with its progress, with any answer. @throws UploadBroken */
function send({ method, url, body, headers, onProgress, signal }: Sending): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const broken = (): void => reject(new UploadBroken());
    request.open(method, url);
    // Only Crier is called with the session.
    request.withCredentials = url.startsWith(`${API_ORIGIN}/api/`);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total ? loaded / total : 0),
    );
    request.addEventListener('error', broken);
    request.addEventListener('abort', broken);
    request.addEventListener('load', () => resolve(request));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
    if (signal?.aborted) request.abort();
  });
}
