/**
 * Networks of vendors in the world of a fault: their strict stand-ins, each behind a front that loses
 * answers, with a channel whose account the checker finds in the ledger.
 */
import type { ConnectedAccount, Provider } from '../../../providers/_kit/contract.ts';
import { storeAccount } from '../../channels/connect-channel.ts';
import type { LedgerEntry } from './network.ts';
import { startFaultFront, type FaultFront, type FaultTarget } from '../networks/fault-front.ts';
import { startReddit, type Reddit } from '../networks/reddit/server.ts';
import { startThreads, type Threads, type ThreadsOptions } from '../networks/threads/server.ts';
import { startX, type X, type XOptions } from '../networks/x/server.ts';
import type { Channel } from './client.ts';
import type { World } from './world.ts';

/** A stand-in with one channel. */
export interface VendorNetwork<Server> {
  readonly server: Server;
  readonly front: FaultFront;
  readonly on: Channel;
  /** `settings` of every post. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What API and worker need to reach it. */
  readonly env: Readonly<Record<string, string>>;
  /** The calls that publish. */
  readonly isPublish: FaultTarget;
  /** A person connects the account again. */
  reconnect(): Promise<void>;
}

/** The limits are those of the free plan only if `limits` is set. */
export async function joinX(world: World, options: XOptions = {}): Promise<VendorNetwork<X>> {
  const plenty = { postsPerDay: 100_000, postsPer15Minutes: 100_000 };
  const server = await startX({ ...options, limits: { ...plenty, ...options.limits } });
  const account = server.createAccount({ username: 'ada' });
  const { id, secret } = server.client;
  return joinWorld(world, {
    provider: 'x',
    server,
    settings: { __type: 'x', who_can_reply_post: 'everyone' },
    env: (url) => ({ X_API_URL: url, X_API_KEY: id, X_API_SECRET: secret }),
    isPublish: ({ method, path }) => method === 'POST' && path === '/2/tweets',
    account: () => ({
      internalId: account.id,
      name: 'ada',
      credentials: { ...server.grant(account.id) },
      details: { premium: false, username: 'ada' },
    }),
    live: () =>
      server
        .posts()
        .filter(({ deletedAt }) => !deletedAt)
        .map((post) => ({ ...post, receivedAt: post.at })),
  });
}

export async function joinThreads(
  world: World,
  options: ThreadsOptions = {},
): Promise<VendorNetwork<Threads>> {
  const server = await startThreads(options);
  const account = server.createAccount('ada');
  const scopes = ['threads_basic', 'threads_content_publish', 'threads_read_replies'];
  return joinWorld(world, {
    provider: 'threads',
    server,
    settings: { __type: 'threads' },
    env: (url) => ({ THREADS_API_URL: url }),
    isPublish: ({ method, path }) => method === 'POST' && path.endsWith('/threads_publish'),
    account: () => ({
      internalId: account.id,
      name: 'ada',
      credentials: { token: server.createToken(account, scopes) },
      details: { username: 'ada' },
    }),
    live: () =>
      server
        .entries()
        .filter(({ deleted }) => !deleted)
        .map((entry) => ({
          ...entry,
          inReplyTo: entry.parent,
          receivedAt: new Date(entry.at).toISOString(),
        })),
  });
}

/** The subreddits of `joinReddit`. */
export const PLACES = ['cafes', 'bakeries'] as const;

/** Its ledger has what is in the first of its subreddits; a fault looks at the others itself. */
export async function joinReddit(world: World): Promise<VendorNetwork<Reddit>> {
  const server = await startReddit({});
  const account = server.createAccount('ada');
  for (const name of PLACES) server.addSubreddit({ name });
  const { id, secret } = server.client;
  return joinWorld(world, {
    provider: 'reddit',
    server,
    settings: {
      __type: 'reddit',
      subreddit: PLACES.map((subreddit) => ({
        value: { subreddit, title: 'Spring menu', type: 'self', is_flair_required: false },
      })),
    },
    env: (url) => ({ REDDIT_API_URL: url, REDDIT_CLIENT_ID: id, REDDIT_CLIENT_SECRET: secret }),
    isPublish: ({ method, path }) => method === 'POST' && path.startsWith('/api/submit'),
    account: () => ({
      internalId: account.id,
      name: 'ada',
      credentials: { ...server.createToken(account) },
      details: { username: 'ada' },
    }),
    live: () =>
      server
        .entries()
        .filter(({ deleted, subreddit }) => !deleted && subreddit === PLACES[0])
        .map((entry) => ({
          id: entry.id,
          text: entry.text,
          inReplyTo: null,
          receivedAt: new Date(entry.at).toISOString(),
        })),
  });
}

/** What `joinWorld` needs to know. */
interface Vendor<Server> {
  readonly provider: string;
  readonly server: Server;
  readonly settings: VendorNetwork<Server>['settings'];
  readonly isPublish: FaultTarget;
  env(url: string): Readonly<Record<string, string>>;
  /** The account, with fresh tokens. */
  account(): Pick<ConnectedAccount, 'internalId' | 'name' | 'credentials' | 'details'>;
  live(): readonly Omit<LedgerEntry, 'channelId'>[];
}

async function joinWorld<Server extends { readonly url: string; stop(): Promise<void> }>(
  world: World,
  { provider: name, server, settings, isPublish, env, account, live }: Vendor<Server>,
): Promise<VendorNetwork<Server>> {
  const { context, organizationId } = world.instance;
  const front = await startFaultFront(server.url);
  world.atEnd(async () => void (await Promise.all([front.stop(), server.stop()])));
  world.network.alsoAt(async () => live().map((entry) => ({ ...entry, channelId: name })));
  const provider = context.providers.get(name) as Provider;
  const connect = (): Promise<{ id: string }> =>
    context.database
      .fork()
      .transactional((tx) =>
        storeAccount(
          tx,
          { context, provider },
          {
            organizationId,
            userId: null,
            account: { picture: null, profile: '@ada', expiresAt: null, ...account() },
          },
        ),
      );
  const { id } = await connect();
  return {
    server,
    front,
    settings,
    isPublish,
    env: env(front.url),
    on: { id, name, account: name },
    reconnect: async () => void (await connect()),
  };
}
