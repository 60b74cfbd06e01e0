/** What can go wrong between the command line and an instance over HTTP. No message contains the key. */
import { CrierError, orThrow } from '@crier/client';
import { CliError, messageOf } from '../errors.ts';

/** After these errors of Node and undici, the request may have arrived and only the answer been lost. */
const LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/**
 * The `fetch` of a client for this URL.
 *
 * @throws CliError `instance_unreachable` without a complete answer; `not_crier` for a redirect or an answer
 * that is not JSON
 */
export function createSender(url: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method } = request;
    const answer = await receive(request).catch((error: unknown) => {
      throw unreachable(url, method, error);
    });
    const { status, headers, text } = answer;
    // Following a redirect would turn a POST into a GET, and drop the key on the way to another host.
    if (status >= 300 && status < 400) {
      throw new CliError(
        'not_crier',
        `${url} redirects${targetOf(headers, url)}: use the URL of Crier itself`,
      );
    }
    if (!isJson(text)) throw notCrier(url, status);
    return new Response(text, { status, headers });
  };
}

/**
 * The data of an answer. `looksRight` recognises answers that are not from Crier.
 *
 * @throws CrierError for an error of the API; CliError `not_crier`, and what the sender throws
 */
export async function ask<T>(
  url: string,
  call: Parameters<typeof orThrow<T>>[0],
  looksRight: (data: NonNullable<T>) => boolean,
): Promise<NonNullable<T>> {
  const data = await orThrow(call).catch((error: unknown) => {
    throw error instanceof CrierError && error.code === 'unreadable' ? notCrier(url, error.status) : error;
  });
  if (!looksRight(data)) throw notCrier(url, 200);
  return data;
}

async function receive(request: Request): Promise<{ status: number; headers: Headers; text: string }> {
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/') === true;
  // fetch keeps a copy of the body in case of a redirect, unless redirects are errors and there is no window.
  // A video might not fit into memory.
  const response = await fetch(
    request,
    isUpload ? { redirect: 'error', window: null } : { redirect: 'manual' },
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function unreachable(url: string, method: string, error: unknown): CliError {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const lost = LOST.has((cause as NodeJS.ErrnoException).code ?? '');
  const message =
    lost && method !== 'GET'
      ? `${url} closed the connection before it answered (${messageOf(cause)}): ` +
        'it may have done what you asked, so check before you try again'
      : `${url} cannot be reached (${messageOf(cause)}): ` +
        'check the URL in --api or CRIER_API_URL, and that Crier is running there';
  return new CliError('instance_unreachable', message, { cause: error });
}

function notCrier(url: string, status: number): CliError {
  return new CliError(
    'not_crier',
    `${url} answered (status ${status}), but not like Crier: is this a Crier instance?`,
  );
}

function targetOf(headers: Headers, url: string): string {
  const target = URL.parse(headers.get('location') ?? '', url);
  return target ? ` to ${target.origin}` : '';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
}
