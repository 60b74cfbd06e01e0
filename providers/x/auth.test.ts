import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { xOracle } from '../../src/test/oracles/x.ts';
import type { Channel } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { refusal, startWorld, type World } from './fixtures/world.ts';
import { x as provider } from './index.ts';

const recorder = createRecorder();
let nowMs: number;
let world: World;
beforeEach(async () => {
  nowMs = Date.now();
  const now = (): Date => new Date(nowMs);
  world = await startWorld({ recorder, now, contextNow: now });
});
afterEach(() => world.stop());

const HOUR = 3_600_000;
const isToken = ({ path }: { path: string }): boolean => path === '/2/oauth2/token';

describe('connecting an account on X', () => {
  it('records the account and what it pays for, and keeps the tokens among the credentials only', async () => {
    expect(world.channel).toMatchObject({
      internalId: world.account.id,
      name: 'ada',
      profile: '@ada',
      details: { premium: false, username: 'ada' },
      credentials: { accessToken: expect.any(String), refreshToken: expect.any(String) },
    });
    world.network.createAccount({ username: 'bob', subscription: 'Premium' });
    const [bob] = await world.signIn('@bob');
    expect(bob).toMatchObject({ details: { premium: true, username: 'bob' } });
    expect(bob?.expiresAt).toEqual(new Date(nowMs + 2 * HOUR));
    expect(JSON.stringify(bob?.details)).not.toContain(bob?.credentials.accessToken);
  });

  it('asks for the permissions that are used, with a challenge, and with spaces that X can read', () => {
    const step = { app: { id: 'id', secret: 's' }, redirectUri: 'https://crier.example/back' };
    const href = provider.oauth?.authorizeUrl(
      { ...step, state: 'st', challenge: 'ch' },
      { ...world.context, env: {} },
    );
    const url = new URL(href ?? '');
    expect(`${url.origin}${url.pathname}`).toBe('https://x.com/i/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'id',
      redirect_uri: 'https://crier.example/back',
      scope: 'tweet.read tweet.write users.read media.write offline.access',
      state: 'st',
      code_challenge: 'ch',
      code_challenge_method: 'S256',
    });
    expect(href).not.toContain('+');
  });

  it.each([
    [
      'a code that X does not know',
      { code: 'made-up' },
      'Value passed for the authorization code was invalid',
    ],
    ['a verifier of another challenge', { verifier: 'a'.repeat(43) }, 'did not match the code challenge'],
    ['another redirect URL', { redirectUri: 'https://crier.example/' }, 'redirect uri was invalid'],
  ])("fails with %s, with X's message", async (_, changes, message) => {
    await expect(world.signIn('@ada', changes)).rejects.toThrow(message);
    await expect(world.signIn('@ada', changes)).rejects.toBeInstanceOf(Rejected);
    await expect(world.signIn('@ada')).resolves.toHaveLength(1);
  });

  it('explains to the operator which secret X wants when it does not know the app', async () => {
    const app = { app: { id: 'key', secret: 'of-oauth-1' } } as unknown as Record<string, string>;
    await expect(world.signIn('@ada', app)).rejects.toThrow(
      'must be the Client ID and the Client Secret of OAuth 2.0, not the API Key',
    );
  });

  it('is not done with typed credentials', async () => {
    await expect(provider.connect({}, world.context)).rejects.toThrow('X is connected in the browser');
  });
});

describe('a token of X', () => {
  const refresh = async (channel = world.channel): Promise<Channel> => {
    const renewed = await provider.refresh?.(channel, world.context);
    return { ...channel, credentials: renewed?.credentials ?? {} };
  };
  const publish = (channel: Channel): Promise<unknown> =>
    publishUntilLive(provider, { ...world.request(), channel }, world.context);

  it('that has ended is renewed, with a new refresh token each time', async () => {
    nowMs += 2 * HOUR;
    await expect(publish(world.channel)).rejects.toBeInstanceOf(TokenExpired);
    const second = await refresh();
    const third = await refresh(second);
    const tokens = [world.channel, second, third].map(({ credentials }) => credentials.refreshToken);
    expect(new Set(tokens).size).toBe(3);
    await publish(third);
    expect(world.live()).toHaveLength(1);
  });

  it('keeps its time by the clock of the product', async () => {
    const renewed = await provider.refresh?.(world.channel, world.context);
    expect(renewed?.expiresAt).toEqual(new Date(nowMs + 2 * HOUR));
  });

  it('is lost with its whole family when a used refresh token comes again, and only X reports it', async () => {
    const second = await refresh();
    const again = refresh();
    await expect(again).rejects.toBeInstanceOf(ChannelGone);
    await expect(again).rejects.toThrow('Value passed for the token was invalid');
    await expect(refresh(second)).rejects.toBeInstanceOf(ChannelGone);
  });

  it.each([
    ['is not reached', Unsent, () => world.refuseConnections(true)],
    ['is in trouble', OutcomeUnknown, () => world.front.arm(refusal(503, 'Service Unavailable'), isToken)],
    ['answers with a page', OutcomeUnknown, () => world.front.arm({ kind: 'garbage_after' }, isToken)],
    ['loses its answer', OutcomeUnknown, () => world.network.arm({ loseTokens: true })],
    ['asks to wait', RateLimited, () => world.front.arm(refusal(429, 'Too Many Requests'), isToken)],
  ])('ends no channel when the network %s', async (_, expected, fail) => {
    fail();
    await expect(refresh()).rejects.toBeInstanceOf(expected);
  });

  it('is not lost because the operator has changed the app or removed it', async () => {
    for (const env of [{ X_API_SECRET: 'another' }, { X_API_SECRET: '' }]) {
      const context = { ...world.context, env: { ...world.context.env, ...env } };
      await expect(provider.refresh?.(world.channel, context)).rejects.toBeInstanceOf(Unsent);
    }
    await expect(refresh()).resolves.toBeDefined();
  });

  it.each([
    [
      'is withdrawn at X',
      TokenExpired,
      () => world.network.revoke(world.channel.credentials.accessToken ?? ''),
    ],
    ['belongs to a suspended account', ChannelGone, () => world.network.suspend(world.account.id)],
  ])('that %s is reported as such', async (_, expected, act) => {
    await publish(world.channel);
    act();
    await expect(publish(world.channel)).rejects.toBeInstanceOf(expected);
  });
});

testAgainst(xOracle, recorder);
