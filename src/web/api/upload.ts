/** Sends a file, and says how far it has come: `fetch` cannot. */
import { csrfHeaders, isApiError, type Schemas } from './client.ts';

/**
 * @param onProgress from 0 to 1
 * @throws the API's error; an `Error` when the connection is lost; an `AbortError` when `signal` ends it
 */
export function uploadFile(
  file: File,
  { onProgress, signal }: { onProgress(share: number): void; signal: AbortSignal },
): Promise<Schemas['Media']> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/upload');
    for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const answer = parse(request.responseText);
      if (request.status === 201) resolve(answer as Schemas['Media']);
      else reject(isApiError(answer) ? answer : new Error(`the upload was answered ${request.status}`));
    });
    request.addEventListener('error', () => reject(new Error('the connection was lost')));
    request.addEventListener('abort', () => reject(new DOMException('the upload was ended', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const body = new FormData();
    body.append('file', file);
    request.send(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A proxy may answer with a page.
    return error;
  }
}
