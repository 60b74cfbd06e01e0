/**
 * A strict stand-in for Google Business Profile: Google's page of consent and tokens, accounts, locations,
 * posts and numbers, and refusals in the form of Google's newer APIs. It can hand over every exchange, so
 * that Google's own descriptions judge both sides.
 */
import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import type { Recorder } from '../../oracles/exchange.ts';
import { ApiError, type Answer, type Call } from '../google/call.ts';
import { oauthRoutes } from '../google/oauth.ts';
import { listen } from '../_shared/stand-in.ts';
import { apiRoutes, failed } from './posts.ts';
import type { Armed, Owner, Post, State } from './state.ts';

export interface GmbOptions {
  /** The redirect addresses of the app. */
  readonly redirectUris?: readonly string[];
  readonly recorder?: Recorder;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do at Google. */
export interface Gmb {
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** A Google account; each list of titles is an account of Business Profile with these locations. */
  createOwner(title: string, ...locations: readonly (readonly string[])[]): Owner;
  /** Ends all access. */
  endGrants(): void;
  /** What is there, oldest first. */
  posts(): readonly Post[];
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const SCOPE = 'https://www.googleapis.com/auth/business.manage';

export async function startGmb(options: GmbOptions = {}): Promise<Gmb> {
  const state = createState(options);
  const { url, stop } = await listen((request, response) => serve(state, request, response));
  state.url = url;
  return {
    url,
    client: state.app,
    createOwner(title, ...locations) {
      const digits = (): string => String(randomBytes(6).readUIntBE(0, 6));
      const accounts = locations.map((titles) => ({
        name: `accounts/${digits()}`,
        locations: titles.map((one) => ({
          name: `locations/${digits()}`,
          title: one,
          languageCode: 'en-GB',
        })),
      }));
      const owner: Owner = { id: digits(), title, accounts };
      state.owners.push(owner);
      return owner;
    },
    endGrants() {
      for (const grant of state.refreshTokens.values()) grant.ended = true;
    },
    posts: () => state.posts.filter(({ deleted, rejected }) => !deleted && !rejected),
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

const createState = ({ redirectUris = [], recorder, now = () => new Date() }: GmbOptions): State => ({
  url: '',
  app: {
    id: `${randomBytes(6).readUIntBE(0, 6)}.apps.googleusercontent.com`,
    secret: `GOCSPX-${randomBytes(20).toString('base64url')}`,
    redirectUris,
  },
  owners: [],
  codes: new Map(),
  accessTokens: new Map(),
  refreshTokens: new Map(),
  posts: [],
  armed: { processingReads: 0, rejects: false, unapproved: false },
  now,
  record: recorder?.add ?? (() => undefined),
});

async function serve(
  state: State,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', state.url);
  const method = request.method ?? 'GET';
  const body = Buffer.concat(await request.toArray());
  const answer = answerCall(state, { method, path, query, headers: request.headers, body });
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
  const type =
    typeof answer.body === 'string' ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8';
  const headers = { 'content-type': type, ...answer.headers };
  if (/^\/v[14]\//.test(path)) {
    const sent = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    state.record({
      method,
      target: request.url ?? '/',
      request: { headers: Object.fromEntries(sent) as Record<string, string>, body },
      status: answer.status,
      answer: { headers, body: Buffer.from(text) },
    });
  }
  response.writeHead(answer.status, headers).end(text);
}

function answerCall(state: State, call: Call): Answer {
  try {
    const oauth = oauthRoutes.find(({ method, path }) => method === call.method && path === call.path);
    if (oauth) return oauth.handle(state, call);
    for (const route of apiRoutes) {
      const found = route.path.exec(call.path);
      if (!found || route.method !== call.method) continue;
      const owner = ownerOf(state, call);
      return route.handle(state, { call, owner, params: found.slice(1) });
    }
    return { status: 404, body: 'Not Found' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: error.body };
  }
}

function ownerOf(state: State, { headers }: Call): Owner {
  const grant = state.accessTokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
  if (!grant || grant.ended) {
    throw failed(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  }
  if (!grant.scopes.includes(SCOPE)) {
    throw failed(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', {
      reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    });
  }
  if (state.armed.unapproved) {
    throw failed(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Requests'.", {
      reason: 'RATE_LIMIT_EXCEEDED',
      metadata: { quota_limit_value: '0' },
    });
  }
  return grant.owner;
}
