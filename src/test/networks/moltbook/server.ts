/**
 * A strict stand-in for Moltbook's API (www.moltbook.com/skill.md, version 1.11, and recorded answers), in
 * its words where these are known. It refuses unknown fields, counts what an agent may say, and keeps a
 * ledger.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { bearerOf } from '../_shared/grants.ts';
import { serveCalls, type Call as Received } from '../_shared/stand-in.ts';
import { ok, Refusal, type Answer, type Call } from './call.ts';
import { createComment, createPost, getPost, listComments, listPosts, profile, verify } from './items.ts';
import { MOLTBOOK_LIMITS, type Agent, type Armed, type Item, type Limits, type State } from './state.ts';

export interface MoltbookOptions {
  readonly limits?: Partial<Limits>;
  readonly now?: () => Date;
}

/** A running stand-in, with what owners of agents do on Moltbook. */
export interface Moltbook {
  readonly url: string;
  /** An agent that was claimed and, by default, is asked no questions. */
  createAgent(name: string, changes?: Partial<Pick<Agent, 'claimed' | 'suspended' | 'trusted'>>): Agent;
  /** Every post and comment, hidden ones too, oldest first. */
  items(): readonly Item[];
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

type Handler = (state: State, call: Call, id: string) => Answer;

const routes: readonly (readonly [method: string, path: RegExp, handle: Handler])[] = [
  ['POST', /^\/posts$/, createPost],
  ['GET', /^\/posts$/, listPosts],
  ['GET', /^\/posts\/([\w-]+)$/, getPost],
  ['POST', /^\/posts\/([\w-]+)\/comments$/, createComment],
  ['GET', /^\/posts\/([\w-]+)\/comments$/, listComments],
  ['POST', /^\/verify$/, verify],
  ['GET', /^\/agents\/profile$/, profile],
  ['GET', /^\/agents\/me$/, (_, { agent }) => ok({ agent: presentAgent(agent) })],
  [
    'GET',
    /^\/agents\/status$/,
    (_, { agent }) => ok({ status: agent.claimed ? 'claimed' : 'pending_claim' }),
  ],
  ['GET', /^\/submolts$/, listSubmolts],
];

const presentAgent = ({ id, name }: Agent): Record<string, unknown> => ({
  id,
  name,
  display_name: null,
  karma: 42,
  follower_count: 8,
});

function listSubmolts({ submolts }: State, { query }: Call): Answer {
  const listed = [...submolts].map(([name, { displayName, subscribers }]) => ({
    id: randomUUID(),
    name,
    display_name: displayName,
    subscriber_count: subscribers,
  }));
  return ok({ submolts: listed.slice(0, Number(query.get('limit') ?? 50)), count: listed.length });
}

export async function startMoltbook(options: MoltbookOptions = {}): Promise<Moltbook> {
  const state: State = {
    url: '',
    limits: { ...MOLTBOOK_LIMITS, ...options.limits },
    now: options.now ?? (() => new Date()),
    agents: [],
    submolts: new Map([
      ['builds', { displayName: 'Builds', subscribers: 40 }],
      ['general', { displayName: 'General', subscribers: 3000 }],
    ]),
    items: [],
    armed: { silent: false, noProfile: false, moreComments: false },
  };
  const { url, stop } = await serveCalls((call) => answer(state, call), { jsonType: 'application/json' });
  state.url = url;
  return {
    url,
    createAgent(name, changes = {}) {
      const key = `moltbook_sk_${randomBytes(24).toString('base64url')}`;
      const agent = {
        id: randomUUID(),
        name,
        key,
        claimed: true,
        suspended: false,
        trusted: true,
        ...changes,
      };
      state.agents.push(agent);
      return agent;
    },
    items: () => state.items.map((item) => ({ ...item })),
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

function answer(state: State, call: Received): Answer {
  if (!call.path.startsWith('/api/v1/')) throw new Refusal(404, 'Not found');
  const path = call.path.slice('/api/v1'.length);
  const agent = agentOf(state, call);
  for (const [verb, pattern, handle] of routes) {
    const found = verb === call.method ? pattern.exec(path) : null;
    if (!found) continue;
    if (call.method === 'POST') assertMaySpeak(agent);
    return handle(state, { ...call, path, body: String(call.body), agent }, found[1] ?? '');
  }
  throw new Refusal(404, 'Not found');
}

function agentOf({ agents }: State, call: Received): Agent {
  const key = bearerOf(call);
  const agent = agents.find((one) => one.key === key);
  if (!agent) throw new Refusal(401, 'Authentication required', { hint: 'Invalid API key' });
  return agent;
}

function assertMaySpeak({ claimed, suspended }: Agent): void {
  if (!claimed) throw new Refusal(403, 'Agent not claimed', { hint: 'Your human has to claim you' });
  if (suspended) {
    throw new Refusal(403, 'Account suspended', { hint: 'Auto-suspended: last 10 challenges were failures' });
  }
}
