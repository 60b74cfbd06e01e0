/**
 * Requests byte by byte as other programs send them: a body may go with any method, which fetch does not do.
 */
import { FormData, request } from 'undici';

/** One request. `path` is appended to the base address as is. */
export interface ClientRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | FormData;
}

/** What came back. `body` is parsed: every answer of the API is JSON. */
export interface ClientAnswer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: T;
}

/** Sends requests of one client to one base address. */
export function clientAt(
  base: string,
  headers: Record<string, string>,
): <T>(wanted: ClientRequest) => Promise<ClientAnswer<T>> {
  return async <T>({ method = 'GET', path, headers: more = {}, body }: ClientRequest) => {
    const answer = await request(`${base}${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: (await answer.body.json()) as T };
  };
}

/** A form with one part `file`. */
export function fileForm(bytes: Uint8Array<ArrayBuffer>, name: string, type: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  return form;
}
