import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { refusal, startWorld, type World } from './fixtures/world.ts';
import { lemmy as provider } from './index.ts';
import type { LemmyOptions } from '../../src/test/networks/lemmy/server.ts';

let world: World;
const start = async (options: LemmyOptions = {}): Promise<void> => {
  await world?.stop();
  world = await startWorld(options);
};
beforeEach(() => start());
afterEach(() => world.stop());

describe('a Lemmy account', () => {
  it.each(['0.19', '1'] as const)(
    'of %s is its person, with token and password in the credentials only',
    async (generation) => {
      await start({ generation });
      const { host } = new URL(world.front.url);
      expect(world.channel).toMatchObject({
        internalId: `${world.network.url}/u/ada`,
        name: 'ada',
        profile: `@ada@${host}`,
        credentials: { jwt: expect.any(String), identifier: 'ada', password: world.person.password },
        details: { baseUrl: world.front.url, username: 'ada', personId: world.person.id },
      });
      expect(JSON.stringify({ ...world.channel, credentials: null })).not.toContain(world.person.password);
      expect(provider.hostOf?.(world.channel)).toBe(host);
    },
  );

  it('is found by its email address, and with any page of the instance as its URL', async () => {
    const account = await world.connect({
      identifier: world.person.email,
      service: `${world.front.url}/u/ada?sort=New`,
    });
    expect(account.details).toEqual(world.channel.details);
  });

  it('needs https, except on this machine or where the operator allows it', async () => {
    const fetch = async (url: string | URL): Promise<never> => {
      throw new Unsent(String(url));
    };
    const away = { ...world.context, egress: { ...world.context.egress, fetch } };
    const connect = (service: string, env = {}): Promise<unknown> =>
      provider.connect({ service, identifier: 'ada', password: 'x' }, { ...away, env });
    await expect(connect('lemmy.example')).rejects.toThrow('https://lemmy.example/api/v4/site');
    await expect(connect('')).rejects.toThrow('https://lemmy.world/api/v4/site');
    await expect(connect('', { LEMMY_URL: 'https://our.example' })).rejects.toThrow(
      'https://our.example/api',
    );
    await expect(connect('http://lemmy.example')).rejects.toThrow('The instance must use https');
    await expect(connect('http://our.example', { LEMMY_URL: 'http://our.example' })).rejects.toBeInstanceOf(
      Unsent,
    );
    await expect(connect('not a URL')).rejects.toThrow('Not a URL');
  });

  it.each<[string, Parameters<World['network']['createPerson']>[1], string]>([
    ['asks for a code of two-factor authentication', { totp: true }, 'which Crier cannot give. Turn it off'],
    ['has not confirmed its email address', { emailVerified: false }, 'has to confirm its email address'],
    ['is banned', { banned: true }, 'The instance has banned the account'],
  ])('that %s is refused with a message', async (_, changes, message) => {
    const grace = world.network.createPerson('grace', changes);
    const refused = world.connect({ identifier: 'grace', password: grace.password });
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(message);
  });

  it('with a wrong password, a wrong name, or none is refused with a message', async () => {
    const wrong: Record<string, string>[] = [{ password: 'guessed' }, { identifier: 'nobody' }];
    for (const fields of wrong) {
      await expect(world.connect(fields)).rejects.toThrow('The user name or the password is wrong');
    }
    await expect(world.connect({ password: '' })).rejects.toThrow(
      'A user name with its password is required',
    );
  });

  it('is not looked for on other software, on an old Lemmy, or at the URL of a redirect', async () => {
    const page = { kind: 'status', status: 404, body: '<html></html>' } as const;
    world.front.arm(page, () => true, 2);
    await expect(world.connect()).rejects.toThrow(`${world.front.url} does not answer as Lemmy does`);
    world.front.arm(
      { kind: 'status', status: 301, headers: { location: 'https://www.lemmy.example/' }, body: '' },
      () => true,
    );
    await expect(world.connect()).rejects.toThrow('The instance redirects to https://www.lemmy.example/');
    await start({ version: '0.19.0' });
    const old = JSON.stringify({ version: '0.18.5', site_view: {} });
    world.front.arm({ kind: 'status', status: 200, body: old }, ({ path }) => path === '/api/v3/site');
    await expect(world.connect()).rejects.toThrow('runs Lemmy 0.18.5; Crier needs 0.19 or newer');
  });

  it('is refused for a while after three logins in an hour, which no further try shortens', async () => {
    await start({ limits: { logins: 3 } });
    await world.connect();
    await world.connect();
    const waits = await world.connect().then(
      () => null,
      (error: unknown) => error as RateLimited,
    );
    expect(waits).toBeInstanceOf(RateLimited);
    expect(waits?.resetAt.getTime()).toBeGreaterThan(Date.now() + 15 * 60_000);
  });
});

describe('the token of a Lemmy account', () => {
  it('is used for all posts, without another login', async () => {
    await start({ limits: { logins: 1, posts: 10 } });
    for (let i = 0; i < 3; i++) await publishUntilLive(provider, world.request(), world.context);
    expect(world.network.posts()).toHaveLength(3);
  });

  it('has no end in 0.19, and the one that it names in 1.x', async () => {
    expect((await world.connect()).expiresAt).toBeNull();
    await start({ generation: '1', tokenSeconds: 3600 });
    const { expiresAt } = await world.connect();
    expect(Math.abs((expiresAt?.getTime() ?? 0) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it.each(['0.19', '1'] as const)(
    'of %s that ended by a logout is renewed by another login',
    async (generation) => {
      await start({ generation });
      world.network.logOut(world.person);
      const request = world.request();
      const prepared = await prepareStored(provider, request, world.context);
      await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(TokenExpired);
      const renewed = await provider.refresh?.(world.channel, world.context);
      expect(renewed?.credentials.jwt).not.toBe(world.channel.credentials.jwt);
      const channel = { ...world.channel, credentials: renewed?.credentials ?? {} };
      await provider.publish({ ...request, channel }, prepared, world.context);
      expect(world.network.posts()).toHaveLength(1);
    },
  );

  it('is gone with the password, or where a code is asked for by now; but not while logins are limited', async () => {
    const refresh = (): Promise<unknown> =>
      provider.refresh?.(world.channel, world.context) ?? Promise.resolve();
    const isLogin = ({ path }: { path: string }): boolean => path === '/api/v3/user/login';
    world.front.arm(refusal('rate_limit_error'), isLogin);
    await expect(refresh()).rejects.toBeInstanceOf(RateLimited);
    world.person.password = 'changed';
    await expect(refresh()).rejects.toThrow('The user name or the password is wrong; reconnect the channel');
    await expect(refresh()).rejects.toBeInstanceOf(ChannelGone);
    world.person.password = world.channel.credentials.password ?? '';
    world.person.totp = true;
    await expect(refresh()).rejects.toBeInstanceOf(ChannelGone);
  });
});
