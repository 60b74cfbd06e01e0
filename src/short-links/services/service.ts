/** What Crier needs of a service that makes links short. */
import type { Egress } from '../../../providers/_kit/egress.ts';
import { Unsent } from '../../../providers/_kit/errors.ts';

/** What a service is asked for. */
export interface LinkToMake {
  /** Where it leads. */
  readonly target: string;
  /** Names the link for good: a repeated request gets the link of the first one. 8 letters and digits. */
  readonly key: string;
}

export interface Shortener {
  /** As it is stored and shown. */
  readonly name: 'dub' | 'short.io' | 'kutt' | 'linkdrip';
  /** Of its short links. */
  readonly domain: string;
  /**
   * Makes a link, or finds the one that an earlier request with the key has made. @throws ShortenerAway,
   * LinkRefused
   */
  shorten(link: LinkToMake, call: Call): Promise<string>;
  /** Tries the key without changing anything. @throws ShortenerAway, LinkRefused */
  check(call: Call): Promise<void>;
}

/** The service does not answer, asks to wait, or does not take the key: the post may wait for it. */
export class ShortenerAway extends Unsent {
  constructor(message: string, cause?: unknown) {
    super(message, { networkCode: 'shortener_away', cause });
  }
}

/** The service does not make this link, at any time. */
export class LinkRefused extends Error {}

/** A request; `path` is added to the address of the API. */
export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** An answer with JSON, whatever its status, unless it means that the service is away. */
export type Call = (asked: Asked) => Promise<{ readonly status: number; readonly body: unknown }>;

/** Half a post's patience with its network: the post is due. */
const TIMEOUT_MS = 10_000;
/** The key is wrong, or the service does not answer now. */
const AWAY: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Calls the API at `endpoint` with the headers of the service. */
export function caller(
  egress: Egress,
  {
    title,
    endpoint,
    headers,
  }: { title: string; endpoint: string; headers: Readonly<Record<string, string>> },
): Call {
  return async ({ method = 'GET', path, body }) => {
    const init = {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: TIMEOUT_MS,
    };
    const answer = await egress
      .fetch(`${endpoint.replace(/\/+$/, '')}${path}`, init)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        throw new ShortenerAway(`${title} does not answer: ${messageOf(error)}`, error);
      });
    if (AWAY.has(answer.status) || answer.status >= 500) {
      throw new ShortenerAway(`${title} answers ${answer.status}${wordsOf(answer.text)}`);
    }
    return { status: answer.status, body: parse(answer.text) };
  };
}

/**
 * The address in an answer.
 *
 * @throws LinkRefused with the words of the service
 */
export function addressIn({ status, body }: Awaited<ReturnType<Call>>, address: unknown): string {
  if (status < 300 && typeof address === 'string' && /^https?:\/\//.test(address)) return address;
  throw new LinkRefused(`answers ${status}${wordsOf(JSON.stringify(body ?? ''))}`);
}

/** A field of what may be anything; dots lead inside. */
export const fieldOf = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inside, name) => (inside as Record<string, unknown> | null | undefined)?.[name], value);

const wordsOf = (text: string): string => (text ? `: ${text.slice(0, 200)}` : '');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text.slice(0, 200);
  }
}
