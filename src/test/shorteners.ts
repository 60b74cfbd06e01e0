/**
 * Stand-ins of the services that make links short. Each refuses what its documents list, with their messages:
 * Dub (dub.co/docs/api-reference), Short.io (developers.short.io/reference/linkspost; its SDK), Kutt 3.2.3
 * (thedevs-network/kutt: server/handlers, server/queries/link.queries.js), LinkDrip
 * (docs.linkdrip.com/apis/reference).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KEY = 'the-key-of-the-account';

/** A link that a service has. */
export interface MadeLink {
  readonly key: string;
  readonly target: string;
  readonly shortUrl: string;
  /** As the service counts them. */
  clicks?: number;
  botClicks?: number;
}

export type ShortenerFault = 'none' | 'away' | 'refuses' | 'loses-the-answer' | 'limits' | 'silent';
interface SaidAnswer {
  readonly method: string | undefined;
  readonly status: number;
  readonly text: string;
}
type Body = Readonly<Record<string, unknown>>;
interface ShortenCall {
  readonly route: string;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly headers: IncomingMessage['headers'];
}
type Reply = readonly [status: number, body: unknown];
type Service = (call: ShortenCall, links: MadeLink[]) => Reply;

export interface Shorteners {
  /** The variables that name the service here, without its key. */
  readonly env: Readonly<Record<string, string>>;
  readonly links: MadeLink[];
  /** How many requests came. */
  calls(): number;
  /** What each asked for, oldest first. */
  readonly requests: { readonly route: string; readonly query: string; readonly body: Body }[];
  fail(fault: ShortenerFault): void;
  /** Changes what it answers, until null; `text` is JSON, of a request that was carried out. */
  says(change: ((answer: SaidAnswer) => { status: number; text: string }) | null): void;
  stop(): Promise<void>;
}

const isWeb = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);

const dub: Service = ({ route, query, body, headers }, links) => {
  const error = (status: number, code: string, message: string): Reply => [
    status,
    {
      error: { code, message, doc_url: `https://dub.co/docs/api-reference/errors#${code.replace('_', '-')}` },
    },
  ];
  if (headers.authorization !== `Bearer ${KEY}`) {
    return error(401, 'unauthorized', 'Unauthorized: Invalid API key.');
  }
  if (route === 'GET /links') return [200, links.map(dubLink)];
  if (route === 'GET /domains') return [200, [{ id: 'dom_1', slug: 'dub.example', verified: true }]];
  if (route === 'GET /domains/default') return [200, ['dub.sh']];
  if (route === 'GET /links/info') {
    const id = /^ext_(.+)$/.exec(query.get('externalId') ?? '')?.[1];
    const found = links.find(({ key }) => key === id);
    return found ? [200, dubLink(found)] : error(404, 'not_found', 'Link not found.');
  }
  if (route !== 'POST /links') return error(404, 'not_found', 'Not found.');
  const { url, domain, externalId } = body;
  if (!isWeb(url)) return error(422, 'unprocessable_entity', 'Invalid destination URL');
  if (links.some(({ key }) => key === externalId)) {
    return error(409, 'conflict', `Link with externalId "${String(externalId)}" already exists.`);
  }
  const shortUrl = `https://${String(domain)}/${randomEnd(links)}`;
  links.push({ key: String(externalId), target: url, shortUrl });
  return [200, dubLink(links[links.length - 1] as MadeLink)];
};

const DUB_NULLABLE =
  'tenantId programId partnerId disabledAt expiresAt expiredUrl password title description image video ios ' +
  'android geo tags folderId comments utm_source utm_medium utm_campaign utm_term utm_content userId lastClicked tagId';

/** All fields of its SDK's LinkSchema that are not optional. */
const dubLink = ({ key, target, shortUrl, clicks = 0 }: MadeLink): Body => ({
  ...Object.fromEntries(DUB_NULLABLE.split(' ').map((name) => [name, null])),
  id: `link_${key}`,
  domain: new URL(shortUrl).host,
  key: new URL(shortUrl).pathname.slice(1),
  url: target,
  externalId: key,
  webhookIds: [],
  shortLink: shortUrl,
  qrCode: `https://api.dub.co/qr?url=${shortUrl}`,
  workspaceId: 'ws_1',
  projectId: 'ws_1',
  clicks,
  createdAt: MADE_AT,
  updatedAt: MADE_AT,
});
const MADE_AT = '2026-11-28T12:00:00.000Z';

/** As its SDK describes them (Short-io/client-node: src/generated/types.gen.ts, sdk.gen.ts). */
const shortIo: Service = ({ route, query, body, headers }, links) => {
  const refused = (statusCode: number, message: string): Reply => [
    statusCode,
    { message, success: false, statusCode },
  ];
  if (headers.authorization !== KEY) return refused(401, 'Unauthorized');
  if (route === 'GET /api/domains') return [200, [SHORT_IO_DOMAIN]];
  if (route === 'GET /links/expand') {
    const found = links.find(({ key }) => key === query.get('path'));
    const isThere = query.get('domain') === SHORT_IO_DOMAIN.hostname && found;
    return isThere ? [200, shortIoLink(found)] : [404, { error: 'Link not found' }];
  }
  const [, asked] = /^GET \/statistics\/link\/lnk_(.+)$/.exec(route) ?? [];
  if (asked) {
    const { clicks = 0, botClicks = 0 } = links.find(({ key }) => key === asked) ?? {};
    return [200, { totalClicks: clicks + botClicks, humanClicks: clicks, referer: [], social: [] }];
  }
  if (route !== 'POST /links') return refused(404, 'Not found');
  const { originalURL, domain, path } = body;
  if (!isWeb(originalURL)) return refused(400, 'Incorrect URL');
  if (domain !== SHORT_IO_DOMAIN.hostname) return refused(404, 'Domain not found');
  const known = links.find(({ key }) => key === path);
  if (known && known.target !== originalURL) return refused(409, 'Link already exists');
  const made = known ?? {
    key: String(path),
    target: originalURL,
    shortUrl: `https://${domain}/${String(path)}`,
  };
  if (!known) links.push(made);
  return [200, { ...shortIoLink(made), success: true, duplicate: Boolean(known) }];
};

const shortIoLink = ({ key, target, shortUrl }: MadeLink): Body => ({
  originalURL: target,
  path: key,
  idString: `lnk_${key}`,
  id: `lnk_${key}`,
  shortURL: shortUrl,
  secureShortURL: shortUrl,
});
const SHORT_IO_DOMAIN = {
  id: 1,
  hostname: 'go.short.example',
  unicodeHostname: 'go.short.example',
  state: 'configured',
  createdAt: MADE_AT,
  updatedAt: MADE_AT,
  hasFavicon: false,
  hideReferer: false,
  linkType: 'random',
  cloaking: false,
  hideVisitorIp: false,
  enableAI: false,
  httpsLevel: 'none',
  httpsLinks: true,
  clientStorage: {},
  caseSensitive: true,
  incrementCounter: '0',
  robots: 'allow',
  exportEnabled: true,
  enableConversionTracking: false,
  qrScanTracking: false,
  isFavorite: false,
};

const kutt: Service = ({ route, query, body, headers }, links) => {
  const shown = ({ key, target, shortUrl, clicks = 0 }: MadeLink) => ({
    address: key,
    target,
    link: shortUrl,
    visit_count: clicks,
  });
  const isUser = headers['x-api-key'] === KEY;
  if (route === 'GET /links') {
    if (!isUser) return [401, { error: 'Unauthorized.' }];
    // ILIKE over description, URL, target and domain, so that it finds more than was meant.
    const search = (query.get('search') ?? '').toLowerCase();
    const found = links
      .filter((link) => `${link.key} ${link.target} kutt.example`.toLowerCase().includes(search))
      .toReversed();
    return [200, { total: found.length, limit: 10, skip: 0, data: found.slice(0, 10).map(shown) }];
  }
  if (route === 'GET /users') {
    if (!isUser) return [401, { error: 'Unauthorized.' }];
    return [200, { apikey: KEY, email: 'ada@crier.example', domains: [{ address: 'kutt.example' }] }];
  }
  if (route !== 'POST /links') return [404, { error: 'Not found.' }];
  const { target, domain, customurl } = body;
  if (!isWeb(target)) return [400, { error: 'URL is not valid.' }];
  // Where links without an account are allowed (DISALLOW_ANONYMOUS_LINKS), a wrong key is no account.
  if (!isUser) return [400, { error: 'Only users can use this field.' }];
  if (domain !== 'kutt.example') return [400, { error: "You can't use this domain." }];
  if (typeof customurl !== 'string' || !/^[a-zA-Z0-9-_]+$/.test(customurl)) {
    return [400, { error: 'Custom URL is not valid.' }];
  }
  // An error without a status is answered with 500.
  if (links.some(({ key }) => key === customurl)) return [500, { error: 'Custom URL is already in use.' }];
  const made = { key: customurl, target, shortUrl: `https://${domain}/${customurl}` };
  links.push(made);
  return [201, shown(made)];
};

const linkDrip: Service = ({ route, body, headers }, links) => {
  if (headers.authorization !== `Bearer ${KEY}`) {
    return [401, { success: false, message: 'Unauthenticated.' }];
  }
  if (route === 'GET /status') return [200, { success: true, data: { status: 'ok' } }];
  if (route !== 'POST /create') return [404, { success: false }];
  const { target_url: target, custom_domain: domain } = body;
  if (!isWeb(target)) return [422, { success: false, message: 'The target url field must be a valid URL.' }];
  const shortUrl = `https://${String(domain)}/${randomEnd(links)}`;
  links.push({ key: '', target, shortUrl });
  return [200, { success: true, data: { short_link: shortUrl, target_url: target } }];
};

const randomEnd = (links: readonly MadeLink[]): string => `x${links.length}`;

/** By the variable of their keys: the services, and what leads to them. */
const SERVICES = {
  DUB_TOKEN: [dub, (url: string) => ({ DUB_API_ENDPOINT: url, DUB_SHORT_LINK_DOMAIN: 'dub.example' })],
  SHORT_IO_SECRET_KEY: [
    shortIo,
    (url: string) => ({ SHORT_IO_API_ENDPOINT: url, SHORT_IO_DOMAIN: 'go.short.example' }),
  ],
  KUTT_API_KEY: [
    kutt,
    (url: string) => ({ KUTT_API_ENDPOINT: `${url}/`, KUTT_SHORT_LINK_DOMAIN: 'kutt.example' }),
  ],
  LINK_DRIP_API_KEY: [
    linkDrip,
    (url: string) => ({ LINK_DRIP_API_ENDPOINT: url, LINK_DRIP_SHORT_LINK_DOMAIN: 'drip.example' }),
  ],
} as const satisfies Record<string, readonly [Service, (url: string) => Record<string, string>]>;

export type KeyVariable = keyof typeof SERVICES;
export const KEY_VARIABLES = Object.keys(SERVICES) as KeyVariable[];

/** Starts the service whose key stands in that variable. */
export async function startShortener(variable: KeyVariable): Promise<Shorteners> {
  const [service, envOf] = SERVICES[variable];
  const links: MadeLink[] = [];
  let fault: ShortenerFault = 'none';
  let change: Parameters<Shorteners['says']>[0] = null;
  let calls = 0;
  const requests: { route: string; query: string; body: Body }[] = [];
  const server = createServer((request, response) => {
    calls++;
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const call = {
      route: `${request.method} ${url.pathname}`,
      query: url.searchParams,
      body: (text ? JSON.parse(text) : {}) as Body,
      headers: request.headers,
    };
    requests.push({ route: call.route, query: url.search, body: call.body });
    if (fault === 'silent') return;
    if (fault === 'limits') {
      return void response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '2' })
        .end('{"error":{"code":"rate_limit_exceeded","message":"Too many requests."}}');
    }
    if (fault === 'away') return void response.writeHead(503).end('Service Unavailable');
    if (fault === 'refuses') {
      return void response.writeHead(422).end('{"message":"This destination is blocked"}');
    }
    const [status, body] = service(call, links);
    if (fault === 'loses-the-answer' && request.method === 'POST') return void request.socket.destroy();
    const said = { method: request.method, status, text: JSON.stringify(body) };
    const changed = change?.(said) ?? said;
    response.writeHead(changed.status, { 'content-type': 'application/json' }).end(changed.text);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: envOf(url),
    links,
    calls: () => calls,
    requests,
    fail: (next) => void (fault = next),
    says: (next) => void (change = next),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
