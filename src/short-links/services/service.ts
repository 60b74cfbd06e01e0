/** What Crier needs of a service that makes links short. */
import type { Egress } from '../../../providers/_kit/egress.ts';
import { Unsent } from '../../../providers/_kit/errors.ts';

/** What a service is asked for. */
export interface LinkToMake {
  /** Where it leads. */
  readonly target: string;
  /** Names the link permanently: a repeated request gets the link of the first one. 8 letters and digits. */
  readonly key: string;
}

/** Whole numbers, since the link was made. */
export interface Clicks {
  readonly people: number;
  readonly bots: number;
}

export interface Shortener {
  /** As it is stored and shown. */
  readonly name: 'dub' | 'short.io' | 'kutt' | 'linkdrip';
  /** The domain of its short links. */
  readonly domain: string;
  /**
   * Makes a link, or finds the one that an earlier request with the key has made. @throws ShortenerAway,
   * LinkRefused
   */
  shorten(link: LinkToMake, call: Call): Promise<string>;
  /**
   * How often a link was followed since it was made; undefined where the service does not know. Absent if the
   * service has no such call. @throws ShortenerAway, LinkRefused
   */
  clicks?(link: { readonly key: string }, call: Call): Promise<Clicks | undefined>;
  /** Tries the key without changing anything. @throws ShortenerAway, LinkRefused */
  check(call: Call): Promise<void>;
}

/** The service does not answer, asks to wait, or does not take the key: the post may wait for it. */
export class ShortenerAway extends Unsent {
  /** What it answered; undefined: nothing. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { networkCode: 'shortener_away', cause });
    this.status = status;
  }
}

/** The service does not make this link, at any time. The message follows the name of the service. */
export class LinkRefused extends Error {
  /** What it answered; undefined: it answered as it should, and the link or its domain is refused. */
  readonly status: number | undefined;

  constructor(message: string, { status }: { status?: number } = {}) {
    super(message);
    this.status = status;
  }
}

/** A request; `path` is added to the URL of the API, or to `at`. */
export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly at?: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** An answer with JSON, with any status, unless it means that the service is away. */
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
  return async ({ method = 'GET', at = endpoint, path, body }) => {
    const init = {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: TIMEOUT_MS,
    };
    const answer = await egress
      .fetch(`${at.replace(/\/+$/, '')}${path}`, init)
      .then(async (response) => ({
        status: response.status,
        text: withoutKey(await response.text(), headers),
      }))
      .catch((error: unknown) => {
        throw new ShortenerAway(`${title} does not answer: ${messageOf(error)}`, { cause: error });
      });
    const { status, text } = answer;
    const json = parse(text);
    // A page in place of JSON is that of a proxy, or of maintenance: the service has refused nothing.
    if (AWAY.has(status) || status >= 500 || json === undefined) {
      throw new ShortenerAway(`${title} answers ${status}${reasonIn(text)}`, { status });
    }
    return { status, body: json };
  };
}

/** Services quote what they were sent, and their messages are shown and logged. */
function withoutKey(text: string, headers: Readonly<Record<string, string>>): string {
  const keys = Object.values(headers).map((value) => value.replace(/^Bearer /, ''));
  return keys.reduce((rest, key) => rest.replaceAll(key, '[redacted]'), text);
}

/**
 * The URL in an answer. `leads`: its target by the service, and the requested one.
 *
 * @throws LinkRefused with the message of the service
 */
export function urlIn(
  { status, body }: Awaited<ReturnType<Call>>,
  url: unknown,
  leads: { readonly to?: unknown; readonly asked?: string } = {},
): string {
  if (typeof leads.to === 'string' && hostOf(leads.to) !== hostOf(leads.asked ?? '')) {
    throw new LinkRefused('answers with a link that leads elsewhere');
  }
  if (status < 300 && typeof url === 'string' && /^https?:\/\//.test(url)) return url;
  throw new LinkRefused(`answers ${status}${reasonIn(JSON.stringify(body ?? ''))}`, { status });
}

const hostOf = (url: string): string | undefined => URL.parse(url)?.host;

/** The clicks in an answer, if they are there. */
export function clicksIn(
  { status }: Awaited<ReturnType<Call>>,
  { people, bots = 0 }: { readonly people: unknown; readonly bots?: unknown },
): Clicks | undefined {
  return status < 300 && isCount(people) && isCount(bots) ? { people, bots } : undefined;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** @throws LinkRefused with the domains of the account, where `domain` is none of them */
export function assertOwn(domain: string, all: unknown, field: string): void {
  const own = (Array.isArray(all) ? all : []).map((one: unknown) => fieldOf(one, field));
  if (own.includes(domain)) return;
  throw new LinkRefused(`the account has no domain ${domain}; it has ${own.join(', ') || 'none'}`);
}

/** A field of what may be anything; dots lead inside. */
export const fieldOf = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inside, name) => (inside as Record<string, unknown> | null | undefined)?.[name], value);

// PostgreSQL stores neither NUL nor half a character.
const reasonIn = (text: string): string =>
  text ? `: ${text.slice(0, 200).replaceAll('\0', '').toWellFormed()}` : '';
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An answer without a body is null, and undefined what is not JSON. */
function parse(text: string): unknown {
  if (!text) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
