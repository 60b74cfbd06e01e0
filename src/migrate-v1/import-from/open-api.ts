/** The Public API of another instance: its URL in any form, its key, its limits. It is only read. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError, Unsent } from '../../../providers/_kit/errors.ts';
import type { Egress } from '../../../providers/_kit/egress.ts';
import { BlockedAddress } from '../../platform/egress.ts';
import { ApiError } from '../../platform/errors.ts';

/** How the other instance is asked. */
export interface ApiAccess {
  /** As a person gives it: with or without `/public/v1` or `/api/public/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** false = end at the first "too many requests" instead of waiting as long as it asks. */
  readonly wait: boolean;
  /** Called while it waits, with a message for a person. */
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** An answer that is JSON, with any status. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The API of another instance, once it is known where it is and that it takes the key. */
export interface OtherApi {
  /** Its URL up to and without `/public/v1`. */
  readonly base: string;
  /**
   * Asks for a path below `/public/v1`.
   *
   * @returns an answer of 200, or of 404 for what it does not have
   * @throws ApiError with the fix in its message; AnswerTooLarge
   */
  get(path: string): Promise<ApiAnswer>;
  /** How many requests were sent until now. */
  requests(): number;
}

/** The answer has more bytes than are read: ask for less. */
export class AnswerTooLarge extends Error {}

/** The largest answer that is read: some 10,000 posts. */
const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** After an answer without, or with an unreadable Retry-After. */
const DEFAULT_WAIT_SECONDS = 60;
/** The longest window of the known limits is an hour. */
const MAX_WAIT_SECONDS = 2 * 3600;
const MAX_WAITS = 3;
/** Pauses before what failed on the way is asked once more. */
const RETRY_MS = [1000, 5000];

/**
 * Finds the API and tries the key, by a list of the channels: the first request that an import needs.
 *
 * @throws ApiError `invalid_request` for a wrong key or URL, `blocked_address`, `unavailable`
 */
export async function openApi(egress: Egress, access: ApiAccess): Promise<OtherApi & { channels: unknown }> {
  assertKey(access.key);
  let sent = 0;
  const ask = async (base: string, path: string): Promise<Raw> => {
    sent++;
    return send(egress, access, `${base}/public/v1${path}`);
  };
  const found = await firstThatAnswers(access, ask);
  return {
    base: found.base,
    channels: found.channels,
    requests: () => sent,
    get: async (path) => {
      const answer = await patiently(access, () => ask(found.base, path));
      const body = answered(found.base, answer);
      if (answer.status === 404) return { status: 404, body };
      if (answer.status !== 200) throw refused(found.base, path, answer);
      return { status: 200, body };
    },
  };
}

async function firstThatAnswers(
  access: ApiAccess,
  ask: (base: string, path: string) => Promise<Raw>,
): Promise<{ base: string; channels: unknown }> {
  const bases = basesOf(access.baseUrl);
  let last: unknown;
  for (const base of bases) {
    const answer = await patiently(access, () => ask(base, '/integrations'));
    const body = jsonIn(answer);
    if (answer.status === 401 && body !== undefined) throw wrongKey(base);
    if (answer.status === 200 && Array.isArray(body)) return { base, channels: body };
    last = answer.status;
  }
  throw notTheApi(bases[0] ?? '', Number(last));
}

/**
 * Where the API may be, below a URL: at its root or behind `/api`, as in the official containers.
 *
 * @throws ApiError `invalid_request` with the problem of the URL
 */
export function basesOf(baseUrl: string): string[] {
  const url = URL.parse(baseUrl.trim());
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ApiError('invalid_request', {
      inEnglish: 'The URL of the other instance must be a full one, such as https://old.example',
    });
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ApiError('invalid_request', {
      inEnglish:
        'The URL must stand alone, without a user name, a password, "?" or "#": the key goes into --key-file',
    });
  }
  const path = url.pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  const base = `${url.origin}${path.replace(/\/public(?:\/v1)?$/, '')}`;
  return path.endsWith('/public/v1') || base.endsWith('/api') ? [base] : [base, `${base}/api`];
}

/** What a header may not hold would cause an error that shows it. */
function assertKey(key: string): void {
  if (/^[\x21-\x7e]{1,500}$/.test(key)) return;
  throw new ApiError('invalid_request', {
    inEnglish: 'The file of the key must hold the API key and nothing else, in one line',
  });
}

interface Raw {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
}

async function send(egress: Egress, { key, signal }: ApiAccess, url: string): Promise<Raw> {
  const { host } = new URL(url);
  try {
    const response = await egress.fetch(url, {
      headers: { authorization: key, accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(signal ? { signal } : {}),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof BlockedAddress) {
      throw new ApiError('blocked_address', { inEnglish: error.message, cause: error });
    }
    if (!(error instanceof ProviderError)) throw error;
    if (error.networkCode === 'too_large') throw new AnswerTooLarge(error.message, { cause: error });
    throw new ApiError('unavailable', {
      inEnglish:
        error instanceof Unsent
          ? `${error.message}: check the URL, and that the other instance is running`
          : `${host} did not answer completely (${error.message}): run the same command again, it goes on where it was`,
      cause: error,
    });
  }
}

/**
 * Waits where the other side asks for it, and asks once more where the way failed: reading may be repeated.
 */
async function patiently(access: ApiAccess, ask: () => Promise<Raw>): Promise<Raw> {
  for (let waits = 0, failures = 0; ;) {
    const answer = await ask().catch((error: unknown) => {
      if (!brokeOff(error) || failures >= RETRY_MS.length) throw error;
      return null;
    });
    if (answer?.status === 429) {
      if (++waits > MAX_WAITS) throw limited('again and again');
      await waitAsTold(access, answer);
    } else if ((answer === null || answer.status >= 502) && failures < RETRY_MS.length) {
      await sleep(RETRY_MS[failures++], undefined, { signal: access.signal });
    } else if (answer) return answer;
  }
}

/** A server that does not exist does not exist a second later, either. */
const brokeOff = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unavailable' && !(error.cause instanceof Unsent);

async function waitAsTold({ wait, say, signal }: ApiAccess, { headers }: Raw): Promise<void> {
  const delay = headers.get('retry-after')?.trim() ?? '';
  const until = Number.isNaN(Date.parse(delay)) ? null : (Date.parse(delay) - Date.now()) / 1000;
  const seconds = /^\d+$/.test(delay) ? Number(delay) : Math.max(1, Math.ceil(until ?? DEFAULT_WAIT_SECONDS));
  if (!wait || seconds > MAX_WAIT_SECONDS) throw limited(`for ${seconds} s`);
  say(`The other instance limits its requests: waiting ${seconds} s. If you stop this, run it again later.`);
  await sleep(seconds * 1000, undefined, { signal });
}

const limited = (howLong: string): ApiError =>
  new ApiError('rate_limited', {
    inEnglish: `The other instance limits its requests ${howLong}. What was read is stored: run the same command again later, it goes on where it was`,
  });

const wrongKey = (base: string): ApiError =>
  new ApiError('invalid_request', {
    inEnglish: `${base} does not accept the key: put the API key of the organisation there into the file of --key-file (Settings > Public API)`,
  });

const notTheApi = (base: string, status: number): ApiError =>
  new ApiError('invalid_request', {
    inEnglish: `${base} answers (status ${status}), but not like a Public API: give the URL at which the other instance serves /public/v1 or /api/public/v1`,
  });

const refused = (base: string, path: string, { status }: Raw): ApiError =>
  status === 401
    ? wrongKey(base)
    : new ApiError('unavailable', {
        inEnglish: `${base} answered ${status} to GET ${path.replace(/\?.*$/s, '')}: look at its log, then run the same command again`,
      });

function jsonIn({ text }: Raw): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function answered(base: string, answer: Raw): unknown {
  const body = jsonIn(answer);
  // A page of a proxy, with any status.
  if (body === undefined && [200, 404].includes(answer.status)) throw notTheApi(base, answer.status);
  return body;
}
