/**
 * Stand-ins of the services that make links short. Each refuses what its documents say it refuses, in their
 * words: Dub (dub.co/docs/api-reference), Short.io (developers.short.io/reference/linkspost), Kutt
 * (thedevs-network/kutt, server/handlers), LinkDrip (docs.linkdrip.com/apis/reference).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KEY = 'the-key-of-the-account';

/** A link that a service has. */
export interface MadeLink {
  readonly key: string;
  readonly target: string;
  readonly address: string;
}

type Fault = 'none' | 'away' | 'refuses' | 'loses-the-answer';
type Body = Readonly<Record<string, unknown>>;
interface Given {
  readonly route: string;
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly headers: IncomingMessage['headers'];
}
type Reply = readonly [status: number, body: unknown];
type Service = (given: Given, links: MadeLink[]) => Reply;

export interface Shorteners {
  /** The variables that name the service here, without its key. */
  readonly env: Readonly<Record<string, string>>;
  readonly links: MadeLink[];
  /** How many requests came. */
  calls(): number;
  fail(fault: Fault): void;
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
  if (route === 'GET /links') return [200, []];
  if (route === 'GET /links/info') {
    const id = /^ext_(.+)$/.exec(query.get('externalId') ?? '')?.[1];
    const found = links.find(({ key }) => key === id);
    return found
      ? [200, { shortLink: found.address, externalId: id }]
      : error(404, 'not_found', 'Link not found.');
  }
  if (route !== 'POST /links') return error(404, 'not_found', 'Not found.');
  const { url, domain, externalId } = body;
  if (!isWeb(url)) return error(422, 'unprocessable_entity', 'Invalid destination URL');
  if (links.some(({ key }) => key === externalId)) {
    return error(409, 'conflict', `Link with externalId "${String(externalId)}" already exists.`);
  }
  const address = `https://${String(domain)}/${randomEnd(links)}`;
  links.push({ key: String(externalId), target: url, address });
  return [200, { id: 'link_1', url, shortLink: address, externalId }];
};

const shortIo: Service = ({ route, body, headers }, links) => {
  if (headers.authorization !== KEY) return [401, { error: 'Unauthorized', code: 401 }];
  if (route === 'GET /api/domains') return [200, [{ id: 1, hostname: 'go.short.example' }]];
  if (route !== 'POST /links') return [404, { error: 'Not found' }];
  const { originalURL, domain, path } = body;
  if (!isWeb(originalURL)) return [400, { message: 'Incorrect URL', success: false }];
  if (domain !== 'go.short.example') return [404, { error: 'Domain not found' }];
  const known = links.find(({ key }) => key === path);
  if (known && known.target !== originalURL) return [409, { error: 'Link already exists', success: false }];
  const address = `https://${domain}/${String(path)}`;
  if (!known) links.push({ key: String(path), target: originalURL, address });
  return [200, { originalURL, path, shortURL: address, secureShortURL: address, duplicate: Boolean(known) }];
};

const kutt: Service = ({ route, query, body, headers }, links) => {
  const shown = ({ key, target, address }: MadeLink) => ({
    address: key,
    target,
    link: address,
    visit_count: 0,
  });
  if (headers['x-api-key'] !== KEY) return [401, { error: 'Unauthorized.' }];
  if (route === 'GET /links') {
    const found = links.filter(({ key }) => key.includes(query.get('search') ?? ''));
    return [200, { total: found.length, limit: 10, skip: 0, data: found.map(shown) }];
  }
  if (route !== 'POST /links') return [404, { error: 'Not found.' }];
  const { target, domain, customurl } = body;
  if (!isWeb(target)) return [400, { error: 'URL is not valid.' }];
  if (domain !== 'kutt.example') return [400, { error: "You can't use this domain." }];
  if (typeof customurl !== 'string' || !/^[a-zA-Z0-9-_]+$/.test(customurl)) {
    return [400, { error: 'Custom URL is not valid.' }];
  }
  if (links.some(({ key }) => key === customurl)) return [400, { error: 'Custom URL is already in use.' }];
  const made = { key: customurl, target, address: `https://${domain}/${customurl}` };
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
  const address = `https://${String(domain)}/${randomEnd(links)}`;
  links.push({ key: '', target, address });
  return [200, { success: true, data: { short_link: address, target_url: target } }];
};

const randomEnd = (links: readonly MadeLink[]): string => `x${links.length}`;

/** By the variable of their keys: what they do, and what leads to them. */
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
  let fault: Fault = 'none';
  let calls = 0;
  const server = createServer((request, response) => {
    calls++;
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const given = {
      route: `${request.method} ${url.pathname}`,
      query: url.searchParams,
      body: (text ? JSON.parse(text) : {}) as Body,
      headers: request.headers,
    };
    if (fault === 'away') return void response.writeHead(503).end('Service Unavailable');
    if (fault === 'refuses') {
      return void response.writeHead(422).end('{"message":"This destination is blocked"}');
    }
    const [status, body] = service(given, links);
    if (fault === 'loses-the-answer' && request.method === 'POST') return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: envOf(url),
    links,
    calls: () => calls,
    fail: (next) => void (fault = next),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
