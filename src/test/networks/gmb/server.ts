/**
 * A strict stand-in for Google Business Profile: Google's page of consent and tokens, accounts, locations,
 * posts and numbers, and refusals in the form of Google's newer APIs. It can hand over every exchange, so
 * that Google's own descriptions check both sides.
 */
import { randomBytes } from 'node:crypto';
import type { Recorder } from '../../oracles/exchange.ts';
import { serveGoogle, type Answer, type Call } from '../google/call.ts';
import { findRoute } from '../_shared/stand-in.ts';
import { oauthRoutes } from '../google/oauth.ts';
import { apiRoutes, failed } from './posts.ts';
import type { Armed, Owner, Post, State } from './state.ts';

export interface GmbOptions {
  /** The redirect URLs of the app. */
  readonly redirectUris?: readonly string[];
  readonly recorder?: Recorder;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on Google. */
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
  const { url, stop } = await serveGoogle((call) => answer(state, call), {
    recorder: options.recorder,
    records: ({ path }) => /^\/v[14]\//.test(path),
  });
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

const createState = ({ redirectUris = [], now = () => new Date() }: GmbOptions): State => ({
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
});

function answer(state: State, call: Call): Answer {
  const oauth = oauthRoutes.find(({ method, path }) => method === call.method && path === call.path);
  if (oauth) return oauth.handle(state, call);
  const found = findRoute(apiRoutes, call);
  if (!found) return { status: 404, body: 'Not Found' };
  return found.route.handle(state, { call, owner: ownerOf(state, call), params: found.params });
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
