/**
 * A strict stand-in for Whop's API (docs.whop.com/api-reference, version 2026-07-20), its OAuth and its
 * storage of files. It refuses fields that the pages do not have, and keeps a ledger of what it accepted. A
 * key of a post (`Idempotency-Key`) is kept but has no effect, because nobody has confirmed that it has one.
 */
import { bearerOf, Grants, random } from '../_shared/grants.ts';
import { findRoute, serveCalls } from '../_shared/stand-in.ts';
import { invalid, missing, refusal, type Answer, type Call } from './call.ts';
import { apiRoutes, store } from './forums.ts';
import { authorize, token, userinfo } from './oauth.ts';
import {
  LIMITS,
  newId,
  type Armed,
  type Company,
  type Forum,
  type Limits,
  type MadePost,
  type Person,
  type State,
} from './state.ts';

/** The permissions that publishing needs. */
export const ALL_SCOPES = ['openid', 'profile', 'company:basic:read', 'forum:read', 'forum:post:create'];

export interface WhopOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  /** The redirect URLs of the app. */
  readonly redirectUris?: readonly string[];
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on Whop. */
export interface Whop {
  readonly url: string;
  /** The app's id; it is a public client. */
  readonly client: { readonly id: string };
  createPerson(username: string, more?: { name?: string; picture?: string }): Person;
  /** A company with its public forum. */
  createCompany(owner: Person, title: string): Company;
  createForum(company: Company, name: string): Forum;
  createTokens(person: Person, scopes?: readonly string[]): { access: string; refresh: string };
  /** The person withdraws the app's access. */
  revoke(person: Person): void;
  /** Posts of another person, this many, at a time; `pinned`: they stand first. */
  fill(forum: Forum, count: number, more?: { at?: Date; pinned?: boolean; author?: Person }): void;
  /** All accepted posts, oldest first. */
  posts(): readonly MadePost[];
  /** How many files were begun. */
  files(): number;
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const API = '/api/v1';
const VERSION = '2026-07-20';
const MINUTE = 60_000;

export async function startWhop(options: WhopOptions = {}): Promise<Whop> {
  const state = createState(options);
  const { url, stop } = await serveCalls((call) => answer(state, { ...call, params: [] }), {
    port: options.port,
    textType: null,
    jsonType: 'application/json',
  });
  state.url = url;
  return {
    url,
    client: { id: state.app.id },
    ...peopleOf(state),
    posts: () => [...state.posts],
    files: () => state.files.size,
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

const peopleOf = (
  state: State,
): Pick<Whop, 'createPerson' | 'createCompany' | 'createForum' | 'createTokens' | 'revoke' | 'fill'> => ({
  createPerson(username, { name = username, picture } = {}) {
    const person: Person = { id: newId('user'), username, name, picture: picture ?? null };
    state.people.push(person);
    return person;
  },
  createCompany(owner, title) {
    const company: Company = { id: newId('biz'), title, owner };
    state.companies.push(company);
    addForum(state, company, { name: 'Public', isPublic: true });
    return company;
  },
  createForum: (company, name) => addForum(state, company, { name, isPublic: false }),
  createTokens(account, scopes = ALL_SCOPES) {
    const { token: access, refreshToken: refresh } = state.grants.issue({ account, scopes, nonce: '' });
    return { access, refresh };
  },
  revoke: (person) => state.grants.revoke(person),
  fill(forum, count, { at = state.now(), pinned = false, author } = {}) {
    const other = author ?? { id: newId('user'), username: 'other', name: 'Other', picture: null };
    for (let n = 0; n < count; n++) {
      state.posts.push({
        id: newId('post'),
        author: other,
        forum,
        title: null,
        content: `Another ${n}`,
        attachments: [],
        parent: null,
        key: null,
        at,
        pinned,
      });
    }
  },
});

function addForum(
  state: State,
  company: Company,
  { name, isPublic }: { name: string; isPublic: boolean },
): Forum {
  const forum: Forum = { id: newId('feed'), experience: newId('exp'), name, company, isPublic };
  state.forums.push(forum);
  return forum;
}

function createState({ now = () => new Date(), redirectUris, ...options }: WhopOptions): State {
  const limits = { ...LIMITS, ...options.limits };
  return {
    url: '',
    limits,
    now,
    app: {
      id: newId('app'),
      redirectUris: redirectUris ?? ['https://crier.example/integrations/social/whop'],
    },
    people: [],
    companies: [],
    forums: [],
    grants: new Grants({
      seconds: limits.tokenSeconds,
      now,
      makeToken: () => `whop_at_${random()}`,
      makeRefresh: () => `whop_rt_${random()}`,
    }),
    files: new Map(),
    posts: [],
    counts: new Map(),
    armed: { processingReads: 0, failProcessing: false, oldestFirst: false, otherNonce: false },
  };
}

function answer(state: State, call: Call): Answer {
  const { method, path } = call;
  if (path.startsWith('/storage/') && method === 'PUT') return store(state, call);
  if (path === '/oauth/authorize') return authorize(state, call);
  if (path === '/oauth/token' && method === 'POST') return token(state, call);
  if (path === '/oauth/userinfo') return userinfo(state, call);
  const found = path.startsWith(API) ? findRoute(apiRoutes, { method, path: path.slice(API.length) }) : null;
  if (!found) throw missing('Route');
  const { route, params } = found;
  if (call.headers['api-version-date'] !== VERSION) throw invalid(`Supported versions: ${VERSION}`);
  const known = state.grants.find(bearerOf(call));
  if (!known) throw refusal(401, 'unauthorized', 'The access token is invalid or has expired');
  if (route.scope && !known.scopes.includes(route.scope)) {
    throw refusal(403, 'insufficient_scope', `The token lacks the scope ${route.scope}`);
  }
  count(state, `${known.value} ${route.method} ${route.path}`);
  const extra = [...call.query.keys()].find((name) => !route.query?.includes(name));
  if (extra) throw invalid(`Unknown parameter: ${extra}`);
  return route.handle(state, { ...call, params }, known);
}

/** 600 a minute of an operation; the time to wait is in the words alone. */
function count({ counts, limits, now }: State, operation: string): void {
  const at = now().getTime();
  const name = `${operation} ${Math.floor(at / MINUTE)}`;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if ((counts.get(name) ?? 0) <= limits.requests) return;
  const seconds = Math.ceil((MINUTE - (at % MINUTE)) / 1000);
  throw refusal(429, 'rate_limit_exceeded', `Try again in ${seconds} seconds.`);
}
