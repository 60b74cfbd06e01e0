/** X with one account, for the end-to-end tests. */
import { sql } from '../factories.ts';
import { startFaultFront, type FaultFront } from '../networks/fault-front.ts';
import { startX, type X, type XOptions } from '../networks/x/server.ts';
import { insertChannel } from '../insert-channel.ts';
import type { Network } from './networks.ts';

/** X as a network of the end-to-end tests. `env` is what an instance needs to reach it. */
export interface XNetwork extends Network {
  readonly server: X;
  /** Stands between the instance and X. */
  readonly front: FaultFront;
  readonly account: { readonly id: string };
  /** The tokens that the channel begins with. */
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
  readonly env: Record<string, string>;
}

/** Starts X without the free plan's limits. */
export async function startXNetwork(options: XOptions = {}): Promise<XNetwork> {
  const server = await startX({
    ...options,
    limits: { postsPerDay: 100_000, postsPer15Minutes: 100_000, ...options.limits },
  });
  const front = await startFaultFront(server.url);
  const account = server.createAccount({ username: 'ada' });
  const tokens = server.grant(account.id);
  return {
    provider: 'x',
    server,
    front,
    account,
    tokens,
    fields: {},
    settings: { __type: 'x', who_can_reply_post: 'everyone' },
    env: { X_API_URL: front.url, X_API_KEY: server.client.id, X_API_SECRET: server.client.secret },
    // In a browser only: src/channels/connect/x.test.ts goes that way.
    async connect(crier) {
      const details = { premium: false, username: 'ada' };
      const id = await insertChannel(crier, 'x', { credentials: { ...tokens }, details });
      await sql(crier, 'update integration set internal_id = $2 where id = $1', [id, account.id]);
      return id;
    },
    seen: async () =>
      server
        .posts()
        .filter(({ deletedAt }) => !deletedAt)
        .map(({ id, text, at, inReplyTo, media }) => ({
          id,
          text,
          atMs: Date.parse(at),
          parentId: inReplyTo,
          media: media.map(({ alt, sha256 }) => ({ alt: alt ?? '', sha256 })),
        })),
    stop: async () => void (await Promise.all([front.stop(), server.stop()])),
  };
}
