import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Channel, Provider, ProviderContext } from '../../providers/_kit/contract.ts';
import { providerContext } from '../../providers/_kit/context.ts';
import { ChannelGone, RateLimited, Unsent } from '../../providers/_kit/errors.ts';
import { connectDatabase, type Database } from '../platform/database.ts';
import { credentialsBinding } from '../platform/secrets.ts';
import { buildPost, createOne, sql } from '../test/factories.ts';
import { insertChannel } from '../test/insert-channel.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { deleteOwnApp, storeOwnApp, type AppOf } from './connect/own-app.ts';
import { refreshCredentials, type ChannelDeps, type SealedChannel } from './refresh-credentials.ts';
import { takeLease } from './renewal-lease.ts';

/** Fewer than the renewals that hang in these tests. */
const CONNECTIONS = 2;

describe('a renewal of credentials', () => {
  let crier: TestInstance;
  let small: Database;
  let deps: ChannelDeps;
  let provider: Provider;
  let context: ProviderContext;
  let id: string;
  /** The token endpoint: answers when the test lets it. */
  let answer: PromiseWithResolvers<Awaited<ReturnType<NonNullable<Provider['refresh']>>>>;
  let asked: Channel['credentials'][];

  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    small = await connectDatabase({
      url: crier.env.DATABASE_URL ?? '',
      poolSize: CONNECTIONS,
      applicationName: 'crier-small',
    });
    const sandbox = crier.context.providers.get('sandbox');
    if (!sandbox) throw new Error('no sandbox');
    provider = {
      ...sandbox,
      refresh(channel) {
        asked.push(channel.credentials);
        return answer.promise;
      },
    };
    deps = { ...crier.context, database: small };
    context = providerContext(
      { ...crier.context, providerEnv: {} },
      provider,
      AbortSignal.timeout(3_600_000),
    );
  });
  beforeEach(async () => {
    asked = [];
    answer = Promise.withResolvers();
    id = await insertChannel(crier, 'sandbox', { credentials: { token: 'first-token' } });
  });
  afterAll(async () => {
    await small?.close();
    await crier?.stop();
  });

  const seal = (channelId: string, token: string): string =>
    crier.context.secrets.seal(
      JSON.stringify({ token }),
      credentialsBinding(crier.organizationId, channelId),
    );
  const read = async (channelId: string): Promise<SealedChannel> =>
    (
      await sql<SealedChannel>(
        crier,
        `select id, internal_id as "internalId", name, profile, details, credentials,
          credentials_version as "credentialsVersion" from integration where id = $1`,
        [channelId],
      )
    )[0] as SealedChannel;
  const stored = async (): Promise<unknown> =>
    JSON.parse(
      crier.context.secrets.open((await read(id)).credentials, credentialsBinding(crier.organizationId, id)),
    );
  const refresh = (seen: SealedChannel): Promise<unknown> =>
    refreshCredentials(deps, provider, seen, context).catch((error: unknown) => error);
  const called = (times: number): Promise<unknown> =>
    eventually(`the network is called ${times} times`, () => asked.length === times);
  const renewed = (token = 'second-token') => ({ credentials: { token }, expiresAt: null });

  it('keeps what the network says of the account now, beside what it said before', async () => {
    id = await insertChannel(crier, 'sandbox', { details: { username: 'ada', limit: 25 } });
    answer.resolve({ ...renewed(), details: { limit: 50 } });
    await refresh(await read(id));
    expect((await read(id)).details).toEqual({ username: 'ada', limit: 50 });
  });

  it('that hangs holds no connection and no lock, at however many channels', async () => {
    const ids = await Promise.all(
      Array.from({ length: CONNECTIONS * 3 }, () => insertChannel(crier, 'sandbox')),
    );
    const channels = await Promise.all(ids.map(read));
    const hanging = channels.map(refresh);
    await called(channels.length);
    const sessions = await sql<{ state: string }>(
      crier,
      "select distinct state from pg_stat_activity where application_name = 'crier-small'",
    );
    expect(sessions.map((s) => s.state)).not.toContain('idle in transaction');
    // The pool has connections to give, and posts are created on the very channel.
    const rows = await small.query({ name: 'small-one', text: 'select 1 as one' });
    expect(rows).toEqual([{ one: 1 }]);
    await createOne(crier, buildPost(ids[0] ?? ''));
    answer.resolve(renewed());
    expect(await Promise.all(hanging)).toEqual(channels.map(() => undefined));
  });

  describe("of a channel that was connected with its organisation's own app", () => {
    let seenEnv: (string | undefined)[][];
    const ofInstance = { APP_ID: 'instance', APP_SECRET: 'of-the-instance' };
    const renew = async (
      app: string | undefined,
      env: Record<string, string> = ofInstance,
    ): Promise<unknown> => {
      const binding = credentialsBinding(crier.organizationId, id);
      const credentials = { token: 'first-token', ...(app ? { oauthAppId: app } : {}) };
      await sql(crier, 'update integration set credentials = $2 where id = $1', [
        id,
        crier.context.secrets.seal(JSON.stringify(credentials), binding),
      ]);
      seenEnv = [];
      const withApp = {
        ...provider,
        oauth: { app: { kind: 'env', idVariable: 'APP_ID', secretVariable: 'APP_SECRET' } },
        refresh: async (_: Channel, { env }: ProviderContext) => {
          seenEnv.push([env.APP_ID, env.APP_SECRET]);
          return renewed();
        },
      } as unknown as Provider;
      return refreshCredentials(deps, withApp, await read(id), { ...context, env }).catch(
        (error: unknown) => error,
      );
    };
    const own = { id: 'own', secret: 'of-the-organisation' };
    const appOf = (): AppOf => ({ organizationId: crier.organizationId, provider: 'sandbox' });
    const organization = { scope: 'organization', userId: null } as const;
    const instance = { scope: 'instance', userId: null } as const;
    beforeEach(() => storeOwnApp(crier.context, appOf(), { app: own, ...organization }));

    it('uses that app, now and the next time', async () => {
      expect([await renew('own'), seenEnv]).toEqual([undefined, [['own', 'of-the-organisation']]]);
      expect(await stored()).toEqual({ token: 'second-token', oauthAppId: 'own' });
    });

    it("uses the instance's app for the channels that were connected with it", async () => {
      expect([await renew(undefined), seenEnv]).toEqual([undefined, [['instance', 'of-the-instance']]]);
      expect(await stored()).toEqual({ token: 'second-token' });
    });

    it('uses the app that the operator entered in the web app for the channels connected with it', async () => {
      const app = { id: 'entered', secret: 'of-everybody' };
      await storeOwnApp(crier.context, appOf(), { app, ...instance });
      expect([await renew('entered'), seenEnv]).toEqual([undefined, [['entered', 'of-everybody']]]);
      await deleteOwnApp(crier.context, appOf(), instance);
      expect(await renew('entered')).toBeInstanceOf(ChannelGone);
    });

    it('uses the app that was entered for channels connected with that of the environment, once it has none', async () => {
      const app = { id: 'instance', secret: 'of-the-instance' };
      await storeOwnApp(crier.context, appOf(), { app, ...instance });
      expect([await renew(undefined, {}), seenEnv]).toEqual([undefined, [['instance', 'of-the-instance']]]);
      await deleteOwnApp(crier.context, appOf(), instance);
    });

    it("uses the environment's app for channels connected with it when it was entered", async () => {
      expect([await renew('instance'), seenEnv]).toEqual([undefined, [['instance', 'of-the-instance']]]);
    });

    it('asks for a reconnection when the organisation uses another app now', async () => {
      expect([await renew('before'), seenEnv]).toEqual([expect.any(ChannelGone), []]);
    });

    it('asks for a reconnection once that app is gone', async () => {
      await deleteOwnApp(crier.context, appOf(), organization);
      const error = await renew('own');
      expect([error instanceof ChannelGone, String(error), seenEnv]).toEqual([
        true,
        expect.stringContaining('the app own, which Crier no longer has. Reconnect it'),
        [],
      ]);
    });
  });

  it('is one call for all who ask, in any number', async () => {
    const seen = await read(id);
    const asking = Array.from({ length: 20 }, () => refresh(seen));
    await called(1);
    answer.resolve(renewed());
    expect(await Promise.all(asking)).toEqual(asking.map(() => undefined));
    expect([asked, await stored(), (await read(id)).credentialsVersion]).toEqual([
      [{ token: 'first-token' }],
      { token: 'second-token' },
      2,
    ]);
    // Who read the credentials before comes too late to call.
    expect([await refresh(seen), asked.length]).toEqual([undefined, 1]);
  });

  it.each([
    ['cannot be reached', new Unsent('connect ECONNREFUSED', { networkCode: 'ECONNREFUSED' })],
    ['asks to wait', new RateLimited('Slow down', new Date(Date.now() + 60_000))],
    ['refuses for good', new ChannelGone('The grant is gone')],
  ])('that fails because the network %s is one call, and its failure everybody’s', async (_, failure) => {
    const seen = await read(id);
    const asking = Array.from({ length: 20 }, () => refresh(seen));
    await called(1);
    answer.reject(failure);
    for (const heard of await Promise.all(asking)) {
      expect(heard).toBeInstanceOf(failure.constructor);
      expect(heard).toMatchObject({ message: failure.message, networkCode: failure.networkCode });
      if (failure instanceof RateLimited) expect(heard).toMatchObject({ resetAt: failure.resetAt });
    }
    // Nor does a caller who asks a moment later call again.
    expect([await refresh(seen), asked.length]).toEqual([expect.any(failure.constructor), 1]);
    await sql(crier, 'update credential_renewal set ends_at = now() where integration_id = $1', [id]);
    answer = Promise.withResolvers();
    answer.resolve(renewed());
    expect([await refresh(seen), asked.length]).toEqual([undefined, 2]);
  });

  it('that broke inside Crier shows the others nothing of the row', async () => {
    const seen = { ...(await read(id)) };
    await sql(crier, "update integration set credentials = 'v1.broken' where id = $1", [id]);
    await refresh(seen);
    const [row] = await sql<{ failure: unknown }>(
      crier,
      'select failure from credential_renewal where integration_id = $1',
      [id],
    );
    const message = 'The renewal of the credentials failed inside Crier; the log of the worker says why';
    expect(row?.failure).toEqual({
      kind: 'unsent',
      message,
      explanation: { code: 'renewal_failed', message },
      networkCode: 'renewal_failed',
      resetAt: null,
    });
  });

  it('of a process that died is taken over when its lease has run out', async () => {
    const seen = await read(id);
    expect(await takeLease(small, seen, '01900000-0000-7000-8000-000000000000')).toMatchObject({
      status: 'taken',
    });
    const waiting = refresh(seen);
    answer.resolve(renewed());
    await sql(crier, 'update credential_renewal set ends_at = now() where integration_id = $1', [id]);
    expect([await waiting, asked.length, await stored()]).toEqual([undefined, 1, { token: 'second-token' }]);
  });

  it('stores nothing over credentials that a person has connected meanwhile', async () => {
    const asking = refresh(await read(id));
    await called(1);
    await sql(
      crier,
      'update integration set credentials = $2, credentials_version = credentials_version + 1 where id = $1',
      [id, seal(id, 'of-the-person')],
    );
    answer.resolve(renewed());
    expect([await asking, await stored()]).toEqual([undefined, { token: 'of-the-person' }]);
  });

  it('stores nothing in a channel that was deleted meanwhile', async () => {
    const asking = refresh(await read(id));
    await called(1);
    await sql(crier, "update integration set deleted_at = now(), credentials = '' where id = $1", [id]);
    answer.resolve(renewed());
    expect([await asking, (await read(id)).credentials]).toEqual([undefined, '']);
  });
});
