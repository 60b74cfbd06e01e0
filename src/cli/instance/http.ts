/**
 * What can go wrong between the command line and an instance over HTTP, in words. The key stands in none of
 * them.
 */
import { CrierError, orThrow } from '@crier/client';
import { CliError, wordsOf } from '../errors.ts';

/** After these the request may have arrived, and only its answer is lost (Node's and undici's codes). */
const LOST = new Set([
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/**
 * The `fetch` of a client for this address.
 *
 * @throws CliError `instance_unreachable` when no whole answer comes; `not_crier` for a redirect or an answer
 * that is not JSON
 */
export function createSender(address: string): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method } = request;
    const answer = await receive(request).catch((error: unknown) => {
      throw unreachable(address, method, error);
    });
    const { status, headers, text } = answer;
    // Followed, a redirect would turn a POST into a GET, and lose the key on its way to another host.
    if (status >= 300 && status < 400) {
      throw new CliError(
        'not_crier',
        `${address} sends its callers elsewhere${targetOf(headers, address)}: give the address of Crier itself`,
      );
    }
    if (!isJson(text)) throw notCrier(address, status);
    return new Response(text, { status, headers });
  };
}

/**
 * The data of an answer. `looksRight` looks for what another program's answer would not have.
 *
 * @throws CrierError for a refusal; CliError `not_crier`, and what the sender throws
 */
export async function ask<T>(
  address: string,
  call: Parameters<typeof orThrow<T>>[0],
  looksRight: (data: NonNullable<T>) => boolean,
): Promise<NonNullable<T>> {
  const data = await orThrow(call).catch((error: unknown) => {
    throw error instanceof CrierError && error.code === 'unreadable'
      ? notCrier(address, error.status)
      : error;
  });
  if (!looksRight(data)) throw notCrier(address, 200);
  return data;
}

async function receive(request: Request): Promise<{ status: number; headers: Headers; text: string }> {
  const isUpload = request.headers.get('content-type')?.startsWith('multipart/') === true;
  // fetch keeps a copy of the body for a redirect, unless it may neither follow nor show one: a video would
  // not fit into memory.
  const response = await fetch(
    request,
    isUpload ? { redirect: 'error', window: null } : { redirect: 'manual' },
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function unreachable(address: string, method: string, error: unknown): CliError {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const lost = LOST.has((cause as NodeJS.ErrnoException).code ?? '');
  const words =
    lost && method !== 'GET'
      ? `${address} broke off before it answered (${wordsOf(cause)}): it may have done what was asked; look before you repeat it`
      : `${address} cannot be reached (${wordsOf(cause)}): check the address in --api or CRIER_API_URL, and that Crier runs there`;
  return new CliError('instance_unreachable', words, { cause: error });
}

function notCrier(address: string, status: number): CliError {
  return new CliError(
    'not_crier',
    `${address} answered (status ${status}), but not as Crier does: is this a Crier instance?`,
  );
}

function targetOf(headers: Headers, address: string): string {
  const target = URL.parse(headers.get('location') ?? '', address);
  return target ? `, to ${target.origin}` : '';
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
