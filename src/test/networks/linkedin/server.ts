/**
 * A strict stand-in for LinkedIn's versioned API and its OAuth, in the words of LinkedIn's documentation. It
 * refuses fields that it does not know and values that are not encoded as Rest.li wants them, and keeps a
 * ledger of what it accepted.
 */
import { randomBytes } from 'node:crypto';
import { Grants } from '../_shared/grants.ts';
import { findRoute, serveCalls } from '../_shared/stand-in.ts';
import { refusal, type Answer, type Call, type Route } from './call.ts';
import { mediaRoutes, store } from './media.ts';
import { authorize, exchange, tokenOf } from './oauth.ts';
import { pageRoutes, userInfo } from './pages.ts';
import { postRoutes } from './posts.ts';
import {
  LINKEDIN_LIMITS,
  type Entry,
  type Limits,
  type Member,
  type Page,
  type State,
  type Upload,
} from './state.ts';

export interface LinkedInOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  readonly redirectUris?: readonly string[];
  readonly isPartner?: boolean;
  /** Scopes of products that the app does not have. */
  readonly lacks?: readonly string[];
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on LinkedIn. */
export interface LinkedIn {
  readonly url: string;
  readonly client: { readonly id: string; readonly secret: string };
  addMember(name: string): Member;
  addPage(name: string, roles: Readonly<Record<string, string>>): Page;
  createToken(member: Member, scopes: readonly string[]): string;
  /** What was accepted, oldest first. */
  /** Oldest first. */
  uploads(): readonly Upload[];
  entries(): readonly Entry[];
  /** The next uploads cannot be processed, subtitles are refused, or the same words are taken twice. */
  arm(armed: Partial<Pick<State, 'captions' | 'failing' | 'refusesDuplicates'>>): void;
  /** The member withdraws the app's access. */
  revoke(member: Member): void;
  /** The requests that arrived, oldest first. */
  requests(): readonly Call[];
  stop(): Promise<void>;
}

const routes: readonly Route[] = [...postRoutes, ...mediaRoutes, ...pageRoutes];
/** The versions of the year before. */
const VERSIONS = /^2025(?:11|12)$|^2026(?:0[1-9]|10)$/;

export async function startLinkedIn(options: LinkedInOptions = {}): Promise<LinkedIn> {
  const state = createState(options);
  const seen: Call[] = [];
  const { url, stop } = await serveCalls(
    (received) => {
      const call: Call = { ...received, params: [] };
      seen.push(call);
      return answer(state, call);
    },
    { port: options.port, textType: null, jsonType: 'application/json' },
  );
  state.url = url;
  return {
    url,
    client: { id: state.app.id, secret: state.app.secret },
    addMember(name) {
      const member: Member = { id: `aBc${state.members.size + 1}_xYz`, name };
      state.members.set(member.id, member);
      return member;
    },
    addPage(name, roles) {
      const id = String(2_414_183 + state.pages.size);
      const vanityName = name.toLowerCase().replaceAll(/\W+/g, '-');
      const page: Page = { id, name, vanityName, roles: new Map(Object.entries(roles)), followers: 1200 };
      state.pages.set(id, page);
      return page;
    },
    createToken: (account, scopes) => state.grants.issueToken({ account, scopes }).value,
    uploads: () => [...state.uploads.values()],
    entries: () => state.ledger.map((entry) => ({ ...entry })),
    arm: (armed) => void Object.assign(state, armed),
    revoke: (member) => state.grants.revoke(member),
    requests: () => seen.slice(),
    stop,
  };
}

function createState(options: LinkedInOptions): State {
  const { now = () => new Date() } = options;
  const limits = { ...LINKEDIN_LIMITS, ...options.limits };
  return {
    url: '',
    limits,
    now,
    app: {
      id: '86abcdefghijkl',
      secret: randomBytes(12).toString('base64url'),
      redirectUris: options.redirectUris ?? ['https://crier.example/integrations/social/linkedin'],
      isPartner: options.isPartner ?? false,
      lacks: options.lacks ?? [],
    },
    refusesDuplicates: true,
    failing: false,
    captions: 'taken',
    members: new Map(),
    pages: new Map(),
    grants: new Grants({ seconds: limits.tokenSeconds, now }),
    uploads: new Map(),
    ledger: [],
    nextId: 1,
  };
}

function answer(state: State, call: Call): Answer {
  if (call.path.startsWith('/dms-uploads/')) return store(state, call);
  if (call.path === '/oauth/v2/authorization') return authorize(state, call);
  if (call.path === '/oauth/v2/accessToken') return exchange(state, call);
  const token = tokenOf(state, call);
  if (call.path === '/v2/userinfo') return userInfo(state, token);
  checkHeaders(call);
  const found = findRoute(routes, call);
  if (!found) {
    throw refusal(404, `No virtual resource found for ${call.path}`, { code: 'RESOURCE_NOT_FOUND' });
  }
  const { route, params } = found;
  if (route.restli && call.headers['x-restli-method'] !== route.restli) {
    throw refusal(400, `The header X-RestLi-Method is not ${route.restli}`);
  }
  return route.handle(state, { ...call, params: params.map(decodeURN) }, token);
}

function decodeURN(part: string): string {
  if (/[:(),']/.test(part)) throw refusal(400, 'Invalid path key', { code: 'ILLEGAL_ARGUMENT' });
  return decodeURIComponent(part);
}

function checkHeaders({ headers }: Call): void {
  const version = String(headers['linkedin-version'] ?? '');
  if (!version) {
    throw refusal(
      400,
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      { code: 'VERSION_MISSING' },
    );
  }
  if (!VERSIONS.test(version)) {
    throw refusal(426, `Requested version ${version} is not active`, { code: 'NONEXISTENT_VERSION' });
  }
  if (headers['x-restli-protocol-version'] !== '2.0.0') {
    throw refusal(400, 'Unsupported Rest.li protocol version');
  }
}
