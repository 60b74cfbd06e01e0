/**
 * Requests byte by byte as other programs send them: any method can have a body, which fetch does not allow.
 */
import { Agent, FormData, request } from 'undici';

/** One request. `path` is appended unchanged to the base URL. */
export interface ClientRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | FormData;
}

/** The answer. `body` is parsed: every answer of the API is JSON. */
export interface ClientAnswer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: T;
}

// Node's own copy of the library may have registered the default one; it does not know these forms.
const dispatcher = new Agent();

/** Sends one client's requests to one base URL. */
export function clientAt(
  base: string,
  headers: Record<string, string>,
): <T>(wanted: ClientRequest) => Promise<ClientAnswer<T>> {
  return async <T>({ method = 'GET', path, headers: more = {}, body }: ClientRequest) => {
    const answer = await request(`${base}${path}`, {
      dispatcher,
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
