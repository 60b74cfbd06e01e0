/** Renewal, and whose identity a sign-in ends with. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { press } from '../../src/channels/connect/fixtures/browser.ts';
import { challengeOf } from '../../src/oauth/pkce.ts';
import type { ConnectedAccount } from '../_kit/contract.ts';
import { ChannelGone, Rejected, Unsent } from '../_kit/errors.ts';
import { fault, startWorld, type World } from './fixtures/world.ts';
import { whop as provider } from './index.ts';
import { oauth } from './oauth.ts';

const VERIFIER = 'v'.repeat(64);
let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const step = () => ({
  app: { id: world.network.client.id, secret: '' },
  redirectUri: 'https://crier.example/integrations/social/whop',
});
const urlOf = (challenge = challengeOf(VERIFIER)): string =>
  oauth.authorizeUrl({ ...step(), state: 'a-state', challenge }, world.context);
const signIn = async (verifier = VERIFIER): Promise<readonly ConnectedAccount[]> => {
  const { query } = await press(urlOf(), 'Authorize as ada');
  return oauth.exchange({ ...step(), code: query.code ?? '', verifier }, world.context);
};

describe('signing in on Whop', () => {
  it('ends with the account, and with tokens of an hour', async () => {
    const [account] = await signIn();
    expect(account).toEqual({
      internalId: world.person.id,
      name: 'Ada',
      picture: null,
      profile: '@ada',
      credentials: { accessToken: expect.any(String), refreshToken: expect.any(String) },
      details: { userId: world.person.id },
      expiresAt: expect.any(Date),
    });
    expect(account?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  });

  it('has another nonce for each sign-in', () => {
    const nonces = ['one', 'two', 'one'].map((name) => new URL(urlOf(name)).searchParams.get('nonce'));
    expect(nonces[0]).toMatch(/^[\w-]{43}$/);
    expect([nonces[0] === nonces[1], nonces[0] === nonces[2]]).toEqual([false, true]);
  });

  it('is refused with an identity that was made for another sign-in, or without the verifier', async () => {
    world.network.arm({ otherNonce: true });
    await expect(signIn()).rejects.toThrow('Whop answered for another sign-in');
    world.network.arm({ otherNonce: false });
    await expect(signIn('w'.repeat(64))).rejects.toThrow(Rejected);
  });

  it('explains what the operator has to look at when Whop does not know the app', async () => {
    world.front.arm(
      { kind: 'status', status: 401, body: '{"error":"invalid_client"}' },
      ({ path }) => path === '/oauth/token',
    );
    await expect(signIn()).rejects.toThrow('WHOP_CLIENT_ID is not that of an app on Whop');
  });
});

describe('renewing a token of Whop', () => {
  const renew = (credentials = world.channel.credentials) =>
    provider.refresh?.({ ...world.channel, credentials }, world.context);

  it('gives another pair, of which the refresh token before is void', async () => {
    const first = await renew();
    expect(first?.credentials).not.toEqual(world.channel.credentials);
    expect((await renew(first?.credentials))?.credentials).not.toEqual(first?.credentials);
    await expect(renew()).rejects.toThrow(ChannelGone);
  });

  it('ends the channel whose access was withdrawn, and no channel for a matter of the operator', async () => {
    world.network.revoke(world.person);
    await expect(renew()).rejects.toThrow('Access was withdrawn at Whop');
    world.front.arm(
      {
        kind: 'status',
        status: 401,
        body: '{"error":"invalid_client","error_description":"Unknown client"}',
      },
      ({ path }) => path === '/oauth/token',
    );
    await expect(renew()).rejects.toThrow(Unsent);
    const bare = { ...world.context, env: { ...world.context.env, WHOP_CLIENT_ID: '' } };
    await expect(provider.refresh?.(world.channel, bare)).rejects.toThrow('set WHOP_CLIENT_ID');
  });

  it('waits when Whop limits it', async () => {
    world.front.arm(fault(429, 'rate_limit_exceeded', 'Try again in 12 seconds.'), ({ path }) =>
      path.startsWith('/oauth/token'),
    );
    await expect(renew()).rejects.toMatchObject({ kind: 'rate_limited' });
  });
});
