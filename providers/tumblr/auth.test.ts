import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChannelGone, Rejected, Unsent } from '../_kit/errors.ts';
import { accountsOf } from './auth.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { tumblr as provider } from './index.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

describe('connecting on Tumblr', () => {
  it('offers each blog of the account, by an id that stays when its name changes', async () => {
    const blogs = await world.signIn();
    expect(
      blogs.map(({ internalId, name, profile, details }) => [internalId, name, profile, details]),
    ).toEqual(world.account.blogs.map(({ uuid, name, title }) => [uuid, title, name, { name }]));
    const [first] = blogs;
    expect(first?.picture).toBeNull();
    const minutes = ((first?.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(42);
    expect(JSON.stringify({ ...first, credentials: null })).not.toContain(first?.credentials.accessToken);
  });

  it('has the picture of the blog at its own URL where the account does not return one', async () => {
    const silent = await startWorld({ showsAvatars: false });
    try {
      const [first] = await silent.signIn();
      expect(first?.picture).toBe(`${silent.front.url}/v2/blog/ada.tumblr.com/avatar/128`);
    } finally {
      await silent.stop();
    }
  });

  it('needs both scopes, and a blog to post to', async () => {
    const { token: accessToken } = world.network.createToken(world.account, ['write']);
    const tokens = { accessToken, refreshToken: null, expiresAt: null, scopes: ['write'] };
    await expect(accountsOf(tokens, world.context)).rejects.toThrow('Tumblr did not grant offline_access');
    await expect(accountsOf({ ...tokens, scopes: null }, world.context)).rejects.toThrow('no lasting access');
    const nobody = world.network.createAccount();
    const { token, refreshToken } = world.network.createToken(nobody);
    await expect(
      accountsOf({ ...tokens, accessToken: token, refreshToken, scopes: null }, world.context),
    ).rejects.toThrow('has no blog to post to');
  });

  it('is done in the browser only', async () => {
    await expect(provider.connect({}, world.context)).rejects.toBeInstanceOf(Rejected);
  });
});

describe('renewing a token', () => {
  const renew = (refreshToken: string, env = {}): ReturnType<NonNullable<typeof provider.refresh>> => {
    if (!provider.refresh) throw new Error('Tumblr renews no tokens');
    const channel = { ...world.channel, credentials: { accessToken: 'old', refreshToken } };
    return provider.refresh(channel, { ...world.context, env: { ...world.context.env, ...env } });
  };

  it('gives another pair each time; the refresh token before it ends with it', async () => {
    const { refreshToken } = world.network.createToken(world.account);
    const once = await renew(refreshToken);
    expect(once.credentials.refreshToken).not.toBe(refreshToken);
    const twice = await renew(once.credentials.refreshToken ?? '');
    const channel = { ...world.channel, credentials: twice.credentials };
    expect(await provider.analytics?.(channel, world.context)).toEqual([{ label: 'Followers', total: 42 }]);
    await expect(renew(refreshToken)).rejects.toBeInstanceOf(ChannelGone);
  });

  it('that fails because of the application ends no channel', async () => {
    const { refreshToken } = world.network.createToken(world.account);
    const refused = renew(refreshToken, { TUMBLR_CLIENT_SECRET: 'wrong' });
    await expect(refused).rejects.toBeInstanceOf(Unsent);
    await expect(refused).rejects.toThrow(/client credentials are invalid.*TUMBLR_CLIENT_ID/);
    await expect(renew(refreshToken, { TUMBLR_CLIENT_ID: '' })).rejects.toThrow(
      'not set up on this instance',
    );
    await expect(renew(refreshToken)).resolves.toMatchObject({ expiresAt: expect.any(Date) });
  });
});

it('every call has the same user agent of Crier, those for tokens too', async () => {
  await world.signIn();
  expect([...world.network.agents()]).toEqual(['Crier']);
});
