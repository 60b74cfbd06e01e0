/**
 * A strict stand-in for Medium's API (github.com/Medium/medium-api-docs), with errors in the form that
 * Medium's own client expects. It refuses fields that the documents do not have, and keeps a ledger of what
 * it accepted. As in the real API, no call shows a story.
 */
import { randomBytes } from 'node:crypto';
import type { Recorder } from '../../oracles/exchange.ts';
import { findRoute, serveCalls } from '../_shared/stand-in.ts';
import { invalid, refusal, type Answer, type Call } from './call.ts';
import {
  MEDIUM_LIMITS,
  type Account,
  type Armed,
  type Image,
  type Limits,
  type MadeStory,
  type Publication,
  type Role,
  type State,
} from './state.ts';
import { routes } from './stories.ts';

export interface MediumOptions {
  /** Keeps what was said, for a check. */
  readonly recorder?: Recorder;
  readonly limits?: Partial<Limits>;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do on Medium. */
export interface Medium {
  readonly url: string;
  createAccount(username: string, name?: string): Account;
  createToken(account: Account): string;
  createPublication(name: string, members: Readonly<Record<string, Role>>): Publication;
  /** All accepted stories, oldest first. */
  stories(): readonly MadeStory[];
  images(): readonly Image[];
  /** Changes how the next requests behave; omitted settings keep their values. */
  arm(armed: Partial<Armed>): void;
  /** The owner revokes a token; with `app`, Medium removes the app that it belongs to. */
  revoke(token: string, what?: 'token' | 'app'): void;
  stop(): Promise<void>;
}

export async function startMedium(options: MediumOptions = {}): Promise<Medium> {
  const state: State = {
    url: '',
    limits: { ...MEDIUM_LIMITS, ...options.limits },
    now: options.now ?? (() => new Date()),
    accounts: new Map(),
    tokens: new Map(),
    publications: new Map(),
    images: [],
    stories: [],
    armed: { status: null },
  };
  const { url, stop } = await serveCalls((call) => answer(state, { ...call, params: [] }), {
    recorder: options.recorder,
  });
  state.url = url;
  return {
    url,
    ...people(state),
    stories: () => state.stories.slice(),
    images: () => state.images.slice(),
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

const people = (
  state: State,
): Pick<Medium, 'createAccount' | 'createToken' | 'createPublication' | 'revoke'> => ({
  createAccount(username, name = username) {
    const account: Account = { id: randomBytes(32).toString('hex'), username, name, deleted: false };
    state.accounts.set(account.id, account);
    return account;
  },
  createToken(account) {
    const token = randomBytes(33).toString('hex');
    state.tokens.set(token, account);
    return token;
  },
  createPublication(name, members) {
    const publication: Publication = {
      id: randomBytes(6).toString('hex'),
      name,
      members: new Map(Object.entries(members)),
    };
    state.publications.set(publication.id, publication);
    return publication;
  },
  revoke(token, what = 'token') {
    if (what === 'app') state.tokens.set(token, null);
    else state.tokens.delete(token);
  },
});

async function answer(state: State, call: Call): Promise<Answer> {
  const found = findRoute(routes, call);
  if (!found) throw refusal(404, 404, 'Not found.');
  const account = accountOf(state, call);
  const extra = [...call.query.keys()];
  if (extra.length) throw invalid(`Unknown parameters: ${extra.join(', ')}`);
  return found.route.handle(state, { ...call, params: found.params }, account);
}

function accountOf({ tokens }: State, { headers }: Call): Account {
  const token = /^Bearer (\w+)$/.exec(headers.authorization ?? '')?.[1];
  if (!token) throw refusal(401, 6000, 'An access token is required.');
  const account = tokens.get(token);
  if (account === undefined) throw refusal(401, 6003, 'Token was invalid.');
  if (account === null) throw refusal(401, 6005, 'Application not found');
  if (account.deleted) throw refusal(401, 6004, 'User not found');
  return account;
}
