import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freePort } from '../../src/run/embedded/ports.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { pds } from '../../src/test/servers/pds.ts';
import type { Channel } from '../_kit/contract.ts';
import { ChannelGone, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { buildRequest, publishUntilLive } from '../_kit/test-harness.ts';
import { startBluesky, type BlueskyHarness } from './fixtures/world.ts';
import { bluesky } from './index.ts';

const HOUR = 3_600_000;
const REFRESH = '/xrpc/com.atproto.server.refreshSession';
const LOGIN = '/xrpc/com.atproto.server.createSession';

describeWith([pds], 'An account at a real PDS', () => {
  let network: BlueskyHarness;
  beforeAll(async () => {
    network = await startBluesky({ limits: true });
  }, 180_000);
  afterAll(() => network?.stop());

  const connect = (fields: Record<string, string>) =>
    bluesky.connect(
      {
        service: network.front.url,
        identifier: network.account.handle,
        password: network.account.appPassword,
        ...fields,
      },
      network.context,
    );
  const publish = (channel: Channel) =>
    publishUntilLive(bluesky, buildRequest({ channel }, bluesky), network.context);
  const renew = async (channel: Channel): Promise<Channel> => {
    network.requests();
    return { ...channel, ...(await bluesky.refresh?.(channel, network.context)) };
  };

  it('connects by its handle, however that was copied', async () => {
    for (const identifier of [network.account.handle, `\u202a@${network.account.handle}\u202c `]) {
      const connected = await connect({ identifier });
      expect(connected).toMatchObject({
        internalId: network.account.did,
        profile: network.account.handle,
        details: { service: network.front.url, pds: network.front.url },
      });
      expect(Object.keys(connected.credentials).sort()).toEqual(['accessJwt', 'password', 'refreshJwt']);
    }
  });

  it('is used at the PDS that its document names over https, and never over http', async () => {
    const logIn = (serviceEndpoint: string) => {
      const didDoc = {
        id: network.account.did,
        service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint }],
      };
      const body = JSON.stringify({
        did: network.account.did,
        handle: network.account.handle,
        accessJwt: 'a.b.c',
        refreshJwt: 'd.e.f',
        didDoc,
      });
      network.front.arm({ kind: 'status', status: 200, body }, ({ path }) => path === LOGIN);
      return connect({});
    };
    expect((await logIn('https://pds.invalid/')).details).toEqual({
      service: network.front.url,
      pds: 'https://pds.invalid',
    });
    expect((await logIn('http://pds.invalid/')).details).toEqual({
      service: network.front.url,
      pds: network.front.url,
    });
  });

  it('does not connect if the login is answered without a session', async () => {
    network.front.arm({ kind: 'status', status: 200, body: '{}' }, ({ path }) => path === LOGIN);
    await expect(connect({})).rejects.toThrow('without a session');
  });

  it('records when its tokens expire', async () => {
    const { expiresAt } = await connect({});
    expect(Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / HOUR)).toBe(2);
  });

  it('is refused with a wrong app password, in a message that does not repeat it', async () => {
    const refusal = await connect({ password: 'wrng-wrng-wrng-wrng' }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(Rejected);
    expect((refusal as Rejected).message).toMatch(/does not accept this handle with this app password/);
    expect((refusal as Rejected).message).not.toContain('wrng');
  });

  it.each([
    [{ identifier: ' @ ' }, Rejected, /A handle such as .* is required/],
    [{ service: 'ftp://bsky.social' }, Rejected, /is not a URL such as/],
    [{ service: 'http://169.254.169.254' }, Unsent, /Blocked IP/],
  ])('does not connect with %j', async (fields, type, message) => {
    await expect(connect(fields as Record<string, string>)).rejects.toThrow(message);
    await expect(connect(fields as Record<string, string>)).rejects.toBeInstanceOf(type);
  });

  it('reports that nothing was sent if the service cannot be reached', async () => {
    await expect(connect({ service: `http://127.0.0.1:${await freePort()}` })).rejects.toBeInstanceOf(Unsent);
  });

  it('is flagged after it was deactivated, and does not connect', async () => {
    const { account, channel } = await network.connectNew('dan');
    const request = buildRequest({ channel }, bluesky);
    const prepared = await bluesky.prepare(request, network.context);
    await bluesky.publish(request, prepared, network.context);
    await network.server.xrpc('com.atproto.server.deactivateAccount', { body: {}, token: account.accessJwt });
    await expect(publish(channel)).rejects.toBeInstanceOf(ChannelGone);
    await expect(renew(channel)).rejects.toBeInstanceOf(ChannelGone);
    expect(
      await bluesky.verify(
        request,
        { prepared, sentAt: new Date(), readAt: new Date(), ref: null },
        network.context,
      ),
    ).toMatchObject({ status: 'unknown' });
    await expect(connect({ identifier: account.handle, password: account.appPassword })).rejects.toThrow(
      /is deactivated on Bluesky. Reactivate it/,
    );
  });

  it('is flagged after it was taken down, and does not connect', async () => {
    const { account, channel } = await network.connectNew('mallory');
    const subject = { $type: 'com.atproto.admin.defs#repoRef', did: account.did };
    await network.server.xrpc('com.atproto.admin.updateSubjectStatus', {
      body: { subject, takedown: { applied: true } },
      admin: true,
    });
    await expect(publish(channel)).rejects.toBeInstanceOf(ChannelGone);
    await expect(renew(channel)).rejects.toBeInstanceOf(ChannelGone);
    await expect(
      connect({ identifier: account.handle, password: account.appPassword }),
    ).rejects.toBeInstanceOf(Rejected);
    await expect(connect({ identifier: account.handle, password: account.password })).rejects.toThrow(
      /cannot be used: Account has been taken down/,
    );
  });

  it('waits as long as the PDS asks after too many logins', async () => {
    const login = () =>
      connect({ identifier: 'nobody-here.test' }).then(
        () => null,
        (error: unknown) => error,
      );
    const refused = (await Promise.all(Array.from({ length: 31 }, login))).filter(
      (error) => error instanceof RateLimited,
    );
    expect(refused).toHaveLength(1);
    const minutes = ((refused[0]?.resetAt ?? new Date(0)).getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(3);
    expect(minutes).toBeLessThanOrEqual(5);
  });

  // The PDS's clock moves ahead from here on, so these come last and in this order.
  it('renews an expired token without a login, then with the app password, then needs a person', async () => {
    const { account, channel } = await network.connectNew('carol');
    await network.server.advanceClock(3 * HOUR);
    await expect(publish(channel)).rejects.toBeInstanceOf(TokenExpired);
    const renewed = await renew(channel);
    expect(network.requests()).toEqual([REFRESH]);
    expect(renewed.credentials).toMatchObject({ password: account.appPassword });
    await publish(renewed);

    await network.server.advanceClock(91 * 24 * HOUR);
    await expect(publish(renewed)).rejects.toBeInstanceOf(TokenExpired);
    const loggedIn = await renew(renewed);
    expect(network.requests()).toEqual([REFRESH, LOGIN]);
    await publish(loggedIn);

    const { accessJwt } = await network.server.xrpc<{ accessJwt: string }>(
      'com.atproto.server.createSession',
      { body: { identifier: account.did, password: account.password } },
    );
    await network.server.xrpc('com.atproto.server.revokeAppPassword', {
      body: { name: 'crier' },
      token: accessJwt,
    });
    await expect(renew(loggedIn)).rejects.toThrow(/no longer accepts the app password/);
    await expect(renew(loggedIn)).rejects.toBeInstanceOf(ChannelGone);
    expect(await network.server.listPosts(account.did)).toHaveLength(2);
  });
});
