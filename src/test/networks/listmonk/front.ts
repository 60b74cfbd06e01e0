/**
 * What version 4 and newer of listmonk do differently, in front of a real one of version 1, which does the
 * rest: API users with roles, permissions for each call, and answers of another shape. Written from
 * listmonk.app/docs (apis, roles-and-permissions) and from answers of listmonk 6.2.0 that were seen.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningListmonk } from '../../servers/listmonk.ts';

/** What an API user may do. `lists`: those of its list role, with "manage"; absent: all. */
export interface ApiRole {
  readonly permissions: readonly string[];
  readonly lists?: readonly number[];
}

export interface ApiUser {
  readonly username: string;
  readonly token: string;
}

/** A running front. `url` stands in place of the server's. */
export interface NewerListmonk {
  readonly url: string;
  /** Which form of `Authorization` each call had. */
  readonly schemes: readonly string[];
  /** A web server in front keeps Basic to itself: it asks for its own password. */
  keepBasic(on: boolean): void;
  createApiUser(role: ApiRole): ApiUser;
  stop(): Promise<void>;
}

interface Known extends ApiUser {
  readonly role: ApiRole;
}

/** Method and path, and the permissions of which one is needed; the last is named in a refusal. */
const PERMISSIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^GET \/api\/campaigns(\/\d+(\/preview)?)?$/, ['campaigns:get_all', 'campaigns:get']],
  [/^PUT \/api\/campaigns\/\d+\/status$/, ['campaigns:send']],
  [/^(POST|PUT) \/api\/campaigns/, ['campaigns:manage_all', 'campaigns:manage']],
  [/^GET \/api\/templates$/, ['templates:get']],
  [/^GET \/api\/media$/, ['media:get']],
  [/^POST \/api\/media$/, ['media:manage']],
];

/** An answer of the real server. `data` is undefined where it refused. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly data: unknown;
}

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly type: string;
  readonly body: Buffer;
  readonly user: Known;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Item = Readonly<Record<string, unknown>> & { readonly id: number };

export async function startNewerListmonk(server: RunningListmonk): Promise<NewerListmonk> {
  const users = new Map<string, Known>();
  const schemes: string[] = [];
  let basicIsKept = false;

  async function answer(
    request: http.IncomingMessage,
  ): Promise<{ status: number; type: string; text: string }> {
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const url = new URL(request.url ?? '/', server.url);
    const method = request.method ?? 'GET';
    const header = request.headers.authorization ?? '';
    schemes.push(header.split(' ')[0] ?? '');
    if (basicIsKept && header.startsWith('Basic')) {
      return { status: 401, type: 'text/html', text: '<h1>401 Authorization Required</h1>' };
    }
    const user = userOf(header);
    check(method, url.pathname, user.role);
    const call: Call = { method, url, body, user, type: request.headers['content-type'] ?? '' };
    return own(call);
  }

  function userOf(header: string): Known {
    if (!header) throw new Refusal(403, 'invalid session');
    const pair = header.startsWith('token ')
      ? header.slice('token '.length)
      : Buffer.from(header.replace(/^Basic /, ''), 'base64').toString();
    const known = users.get(pair.slice(0, pair.indexOf(':')));
    if (!known || pair !== `${known.username}:${known.token}`) {
      throw new Refusal(403, 'invalid API credentials');
    }
    return known;
  }

  async function forward({ method, url, type, body }: Omit<Call, 'user'>): Promise<Answer> {
    const both = Buffer.from(`${server.user.username}:${server.user.password}`).toString('base64');
    const response = await fetch(new URL(url.pathname + url.search, server.url), {
      method,
      headers: { authorization: `Basic ${both}`, ...(type ? { 'content-type': type } : {}) },
      body: body.length ? new Uint8Array(body) : undefined,
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    const data = response.ok && isJson ? (JSON.parse(text) as { data: unknown }).data : undefined;
    return { status: response.status, type: response.headers.get('content-type') ?? '', text, data };
  }

  async function own(call: Call): Promise<{ status: number; type: string; text: string }> {
    const { method, url, user } = call;
    const path = url.pathname.replace(/^\/api/, '');
    if (path === '/profile') return json(profileOf(user));
    if (path === '/campaigns' && method === 'POST') return json(await create(call));
    if (path === '/media' && method === 'POST') {
      const made = await forward(call);
      if (made.data !== true) return made;
      return json((await server.api<Item[]>('GET', '/media'))[0]);
    }
    const found = await forward(call);
    if (found.data === undefined) {
      // The words of 1.1.0 end with a full stop.
      return { ...found, text: found.text.replace('Campaign not found.', 'Campaign not found') };
    }
    if (path === '/media') {
      const query = url.searchParams.get('query') ?? '';
      return json({
        results: (found.data as Item[]).filter((file) => String(file.filename).includes(query)),
      });
    }
    if (path === '/templates') return json([...(found.data as Item[]).map(asTemplate), SINGLE_MAIL]);
    if (path === '/lists') {
      const { results = [] } = found.data as { results?: Item[] };
      return json({ results: results.filter(({ id }) => user.role.lists?.includes(id) ?? true) });
    }
    if (path === '/campaigns') {
      return json({ results: ((found.data as { results: Item[] }).results ?? []).map(asCampaign) });
    }
    return json(asCampaign(found.data as Item));
  }

  /** A list or a template that is not there is dropped silently, where 1.1.0 refuses. */
  async function create(call: Call): Promise<Item> {
    const wanted = JSON.parse(call.body.toString()) as { lists: number[]; template_id?: number };
    const { lists: mine } = call.user.role;
    if (mine && wanted.lists.some((id) => !mine.includes(id))) throw new Refusal(403, 'permission denied');
    const templates = await server.api<Item[]>('GET', '/templates');
    const isThere = !wanted.template_id || templates.some(({ id }) => id === wanted.template_id);
    const { template_id: _, ...rest } = wanted;
    const made = await forward({ ...call, body: Buffer.from(JSON.stringify(isThere ? wanted : rest)) });
    if (made.data) {
      return { ...asCampaign(made.data as Item), ...(isThere ? {} : { template_id: null }) };
    }
    if (!made.text.includes('no subscribers in the selected lists')) {
      throw new Refusal(made.status, (JSON.parse(made.text) as { message: string }).message);
    }
    const { results } = await server.api<{ results: Item[] }>(
      'GET',
      '/campaigns?order_by=created_at&order=desc',
    );
    return asCampaign(results[0] as Item);
  }

  const front = http.createServer((request, response) => {
    answer(request).then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      (error: unknown) => {
        if (!(error instanceof Refusal)) return response.destroy(error as Error);
        response
          .writeHead(error.status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ message: error.message }));
      },
    );
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    schemes,
    keepBasic: (on) => void (basicIsKept = on),
    createApiUser(role) {
      const user = {
        username: `api-${randomBytes(4).toString('hex')}`,
        token: randomUUID().replaceAll('-', ''),
      };
      users.set(user.username, { ...user, role });
      return user;
    },
    stop: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

function check(method: string, path: string, { permissions }: ApiRole): void {
  const [, oneOf = []] = PERMISSIONS.find(([route]) => route.test(`${method} ${path}`)) ?? [];
  if (oneOf.length && !oneOf.some((permission) => permissions.includes(permission))) {
    throw new Refusal(403, `permission denied: ${oneOf.at(-1)}`);
  }
}

const json = (data: unknown): { status: number; type: string; text: string } => ({
  status: 200,
  type: 'application/json',
  text: JSON.stringify({ data }),
});

const profileOf = ({ username, role }: Known): object => ({
  id: 2,
  username,
  password_login: false,
  email: null,
  name: username,
  type: 'api',
  status: 'enabled',
  avatar: null,
  user_role: { id: 2, name: 'Publishing', permissions: role.permissions },
  list_role: null,
});

const asCampaign = (campaign: Item): Item => ({
  ...campaign,
  bounces: 0,
  media: [],
  archive: false,
  headers: [],
});

const asTemplate = (template: Item): Item => ({ ...template, type: 'campaign' });

/** A template of single mails, which no campaign can have. */
const SINGLE_MAIL: Item = { id: 90, name: 'Receipt', type: 'tx', is_default: false };
