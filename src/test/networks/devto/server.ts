/**
 * A strict stand-in for DEV: the API of Forem with its keys, rules of articles and limits, in the words of
 * its source (github.com/forem/forem). It can hand over every exchange, so that DEV's own description checks
 * both sides.
 */
import { randomBytes } from 'node:crypto';
import type { Recorder } from '../../oracles/exchange.ts';
import { findRoute, serveCalls } from '../_shared/stand-in.ts';
import { articleRoutes } from './articles.ts';
import { notFound, paged, refusal, unauthorized, type Answer, type Call, type Route } from './call.ts';
import type { Article, Limits, Organization, State, User } from './state.ts';

export interface DevtoOptions {
  readonly limits?: Partial<Limits>;
  readonly recorder?: Recorder;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on DEV. */
export interface Devto {
  readonly url: string;
  /** An account, with an API key. */
  createUser(username: string): { readonly user: User; readonly apiKey: string };
  createOrganization(username: string, ...members: readonly User[]): Organization;
  /** All articles, oldest first. */
  articles(): readonly Article[];
  /** Changes an article as its author does at DEV. */
  edit(id: number, changes: Partial<Article>): void;
  delete(id: number): void;
  suspend(user: User, suspended: boolean): void;
  /** Parameters that were sent, and that DEV dropped without a word. */
  dropped(): readonly string[];
  stop(): Promise<void>;
}

const TAGS = ['webdev', 'javascript', 'beginners', 'programming'];

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/api\/users\/me$/,
    handle: (state, _, { user }) => ({
      status: 200,
      body: {
        type_of: 'user',
        id: user.id,
        username: user.username,
        name: user.name,
        twitter_username: null,
        github_username: null,
        summary: null,
        location: null,
        website_url: null,
        joined_at: 'Nov 23, 2026',
        profile_image: `${state.url}/uploads/user/${user.id}.png`,
      },
    }),
  },
  {
    method: 'GET',
    path: /^\/api\/tags$/,
    open: true,
    handle: (_, { query }) => ({
      status: 200,
      body: paged(
        TAGS.map((name, n) => ({ id: n + 1, name, bg_color_hex: null, text_color_hex: null })),
        query,
        10,
      ),
    }),
  },
  {
    method: 'GET',
    path: /^\/api\/organizations\/([^/]+)$/,
    open: true,
    handle(state, _, { params: [username] }) {
      const found = state.organizations.find((one) => one.username === username);
      if (!found) throw notFound();
      return {
        status: 200,
        body: {
          type_of: 'organization',
          id: found.id,
          username: found.username,
          name: found.name,
          summary: 'Writes about its work.',
          twitter_username: '',
          github_username: '',
          url: 'https://example.org',
          location: null,
          tech_stack: null,
          tag_line: null,
          story: null,
          joined_at: '2026-11-23T10:00:00.000Z',
          profile_image: `${state.url}/uploads/organization/${found.id}.png`,
        },
      };
    },
  },
  ...articleRoutes,
];

export async function startDevto({ limits, recorder, now }: DevtoOptions = {}): Promise<Devto> {
  const state: State = {
    url: '',
    now: now ?? (() => new Date()),
    users: [],
    keys: new Map(),
    organizations: [],
    articles: [],
    limits: { writes: Infinity, reads: Infinity, ...limits },
    counted: new Map(),
    dropped: [],
  };
  const { url, stop } = await serveCalls((call) => answer(state, call), {
    textType: 'text/plain; charset=utf-8',
    recorder,
  });
  state.url = url;
  return {
    url,
    createUser(username) {
      const name = username.slice(0, 1).toUpperCase() + username.slice(1);
      const user: User = { id: 700 + state.users.length, username, name, suspended: false };
      const apiKey = randomBytes(18).toString('base64url');
      state.users.push(user);
      state.keys.set(apiKey, user);
      return { user, apiKey };
    },
    createOrganization(username, ...members) {
      const id = 40 + state.organizations.length;
      const made = {
        id,
        username,
        name: `The ${username}`,
        members: new Set(members.map((user) => user.id)),
      };
      state.organizations.push(made);
      return made;
    },
    articles: () => state.articles.map((article) => ({ ...article })),
    edit: (id, changes) => void Object.assign(state.articles.find((one) => one.id === id) ?? {}, changes),
    delete(id) {
      const at = state.articles.findIndex((one) => one.id === id);
      if (at >= 0) state.articles.splice(at, 1);
    },
    suspend: (user, suspended) => void Object.assign(user, { suspended }),
    dropped: () => [...state.dropped],
    stop,
  };
}

function answer(state: State, call: Call): Answer {
  if (!call.headers['user-agent']) return { status: 403, body: 'Forbidden Bots' };
  throttle(state, call);
  const found = findRoute(routes, call);
  if (!found) throw notFound();
  const user = state.keys.get(String(call.headers['api-key'] ?? ''));
  if (!found.route.open && (!user || user.suspended)) throw unauthorized();
  return found.route.handle(state, call, { user: user as User, params: found.params });
}

/** `rack_attack.rb`: this many requests in each second of the clock. */
function throttle(state: State, { method, headers }: Call): void {
  const isRead = method === 'GET';
  const second = Math.floor(state.now().getTime() / 1000);
  const key = `${second} ${isRead ? 'read' : `write ${String(headers['api-key'])}`}`;
  const count = (state.counted.get(key) ?? 0) + 1;
  state.counted.set(key, count);
  if (count > (isRead ? state.limits.reads : state.limits.writes)) {
    throw refusal(429, 'Retry later', { 'retry-after': '1' });
  }
}
