/**
 * Requests whose body is a file, or a form with files. `fetch` keeps a copy of such a body for a redirect
 * that might come, which is the whole file; a plain request reads it from the disk as fast as the network
 * takes it.
 */
import type { Readable } from 'node:stream';
import { FormData, Headers, Response, request, type Dispatcher, type RequestInit } from 'undici';

/** Whether a body should not be given to `fetch`. */
export function isStreamed(body: RequestInit['body']): body is Blob | FormData {
  return body instanceof Blob || body instanceof FormData;
}

/** Answers that have no body (RFC 9110, section 6.4.1). */
const WITHOUT_BODY = [204, 205, 304];

/**
 * Sends a request as `fetch` would, without its copy: no redirects, and the answer as it comes, not
 * compressed.
 */
export async function sendStreamed(
  url: URL,
  { method, headers, body, signal, dispatcher }: RequestInit & { body: Blob | FormData },
): Promise<Response> {
  const answer = await request(url, {
    method: (method ?? 'GET') as Dispatcher.HttpMethod,
    headers: {
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'undici',
      ...Object.fromEntries(new Headers(headers)),
    },
    // The types do not know that it takes a Blob; it sends its length and reads its stream.
    body: body as FormData | Readable,
    signal,
    dispatcher,
  });
  const answered = new Headers();
  for (const [name, values] of Object.entries(answer.headers)) {
    for (const value of [values].flat()) if (value !== undefined) answered.append(name, value);
  }
  const init = { status: answer.statusCode, statusText: answer.statusText, headers: answered };
  if (!WITHOUT_BODY.includes(answer.statusCode)) return new Response(answer.body, init);
  await answer.body.dump();
  return new Response(null, init);
}
