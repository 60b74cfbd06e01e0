/**
 * A strict stand-in for Neynar's API of Farcaster (docs.neynar.com/reference), and for the page of
 * Farcaster's app on which people approve. It refuses fields that the description does not have, and keeps a
 * ledger of what it accepted. The words of errors are its own: Neynar documents their form only.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import type { Recorder } from '../../oracles/exchange.ts';
import { serveCalls } from '../_shared/stand-in.ts';
import { invalid, refusal, type Answer, type Call } from './call.ts';
import { castRoutes } from './casts.ts';
import { approval, APPROVAL_PATH, makeSigner, signerRoutes } from './signers.ts';
import {
  LIMITS,
  newHash,
  type Account,
  type Armed,
  type Channel,
  type Limits,
  type MadeCast,
  type State,
} from './state.ts';

export interface WarpcastOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  readonly now?: () => Date;
  readonly recorder?: Recorder;
}

/** A running stand-in, with what people do on Neynar and in Farcaster's app. */
export interface Warpcast {
  readonly url: string;
  /** The app's client ID and API key, which an operator copies from Neynar's page. */
  readonly client: { readonly id: string; readonly secret: string };
  /** The recovery phrase of the operator's own Farcaster account. */
  readonly mnemonic: string;
  /** `picture`: its URL; no browser of a test can load one of Farcaster's. */
  createAccount(username: string, more?: { displayName?: string; picture?: string }): Account;
  createChannel(id: string, name?: string): Channel;
  /** A signer that the account has approved; its uuid. */
  approve(account: Account): string;
  /** The person withdraws everything they have approved. */
  revoke(account: Account): void;
  /** Casts of another program, this many. */
  fill(account: Account, count: number): void;
  /** Casts that are not deleted, oldest first. */
  casts(): readonly MadeCast[];
  /** How many signers Neynar was asked to pay for. */
  sponsored(): number;
  arm(armed: Partial<Armed>): void;
  stop(): Promise<void>;
}

const routes = [...signerRoutes, ...castRoutes];
const ROOT = '/v2/farcaster/';
const MINUTE = 60_000;

export async function startWarpcast(options: WarpcastOptions = {}): Promise<Warpcast> {
  const mnemonic = generateMnemonic(english);
  const state = createState(options);
  const { url, stop } = await serveCalls((call) => answer(state, call), {
    port: options.port,
    textType: null,
    jsonType: 'application/json',
    recorder: options.recorder,
    records: ({ path }) => path.startsWith(ROOT),
  });
  state.url = url;
  const crier = addAccount(state, 'crier', { custody: mnemonicToAccount(mnemonic).address.toLowerCase() });
  return {
    url,
    client: state.app,
    mnemonic,
    createAccount: (username, more) => addAccount(state, username, more),
    createChannel(id, name = id) {
      const channel = { id, name, followers: 12 };
      state.channels.push(channel);
      return channel;
    },
    approve(account) {
      const signer = Object.assign(makeSigner(state), { status: 'approved', account } as const);
      return signer.uuid;
    },
    revoke(account) {
      for (const signer of state.signers.values()) if (signer.account === account) signer.status = 'revoked';
    },
    fill(author, count) {
      for (let n = 0; n < count; n++) {
        const at = state.now();
        const cast = {
          author,
          text: `Another ${n}`,
          embeds: [],
          channel: null,
          parent: null,
          idem: null,
          at,
        };
        state.casts.push({ ...cast, hash: newHash(), deleted: false });
      }
    },
    casts: () => state.casts.filter(({ deleted, author }) => !deleted && author !== crier),
    sponsored: () => [...state.signers.values()].filter(({ sponsored }) => sponsored).length,
    arm: (armed) => void Object.assign(state.armed, armed),
    stop,
  };
}

function addAccount(
  state: State,
  username: string,
  { displayName = username, picture = '', custody = newHash() }: Partial<Account> = {},
): Account {
  const account: Account = { fid: 194 + state.accounts.length, username, displayName, picture, custody };
  state.accounts.push(account);
  return account;
}

const createState = ({ limits, now = () => new Date() }: WarpcastOptions): State => ({
  url: '',
  limits: { ...LIMITS, ...limits },
  now,
  app: { id: randomUUID(), secret: randomBytes(18).toString('hex').toUpperCase() },
  accounts: [],
  signers: new Map(),
  channels: [],
  casts: [],
  counts: new Map(),
  armed: { unpaid: false, closed: [] },
});

function answer(state: State, call: Call): Answer | Promise<Answer> {
  if (call.path === APPROVAL_PATH) return approval(state, call);
  checkCaller(state, call);
  // Neynar redirects a URL without the slash; here it is refused.
  const route = routes.find(({ method, path }) => method === call.method && `${ROOT}${path}` === call.path);
  if (!route) throw refusal(404, 'NotFound', 'Route not found');
  const extra = [...call.query.keys()].find((name) => !route.query?.includes(name));
  if (extra) throw invalid(extra, `Unrecognized key: ${extra}`);
  const missing = route.required?.find((name) => !call.query.get(name));
  if (missing) throw invalid(missing, 'Required');
  return route.handle(state, call);
}

function checkCaller({ app, armed, counts, limits, now }: State, { headers }: Call): void {
  if (headers['x-api-key'] !== app.secret) throw refusal(401, 'Unauthorized', 'Incorrect or missing API key');
  if (armed.unpaid) throw refusal(402, 'PaymentRequired', 'The plan has no credits left');
  const minute = Math.floor(now().getTime() / MINUTE);
  counts.set(minute, (counts.get(minute) ?? 0) + 1);
  if ((counts.get(minute) ?? 0) > limits.requests) {
    throw refusal(429, 'RateLimitExceeded', 'Rate limit exceeded');
  }
}
