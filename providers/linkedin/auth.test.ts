/** Tokens of LinkedIn: their renewal, and what a person reads when there is none. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import type { ProviderContext } from '../_kit/contract.ts';
import { MEMBER, requestTokens } from './auth.ts';
import { linkedin, linkedinPage } from './index.ts';
import { startWorld, type World } from './fixtures/world.ts';

let world: World;
afterEach(() => world?.stop());

const failing = async (call: Promise<unknown> | undefined): Promise<unknown> =>
  call?.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  );
const withApp = (secret = world.network.client.secret): ProviderContext => ({
  ...world.context,
  env: { ...world.context.env, LINKEDIN_CLIENT_ID: world.network.client.id, LINKEDIN_CLIENT_SECRET: secret },
});
const REDIRECT = 'https://crier.example/integrations/social/linkedin';

/** What LinkedIn issues to a person who presses the button. */
async function approve(): ReturnType<typeof requestTokens> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: world.network.client.id,
    redirect_uri: REDIRECT,
    state: 'state',
    scope: MEMBER.scopes.join(' '),
    account: world.member.id,
  });
  const answer = await fetch(`${world.network.url}/oauth/v2/authorization`, {
    method: 'POST',
    body: query,
    redirect: 'manual',
  });
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return requestTokens(
    world.network.client,
    { grant_type: 'authorization_code', code, redirect_uri: REDIRECT },
    world.context,
  );
}

describe('the access of an app to LinkedIn', () => {
  it('is renewed for the app of a partner, with the refresh token that it keeps', async () => {
    world = await startWorld('profile', { isPartner: true });
    const { token, refreshToken, scopes } = await approve();
    expect(scopes).toEqual(MEMBER.scopes);
    const channel = { ...world.channel, credentials: { token, refreshToken: refreshToken ?? '' } };
    const renewed = await linkedin.refresh?.(channel, withApp());
    expect(renewed?.credentials).toEqual({ token: expect.any(String), refreshToken });
    expect(renewed?.credentials.token).not.toBe(token);
    expect(renewed?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 59 * 86_400_000);
  });

  it('ends for any other app, and a person has to connect again', async () => {
    world = await startWorld('profile');
    expect((await approve()).refreshToken).toBeNull();
    const error = await failing(linkedin.refresh?.(world.channel, withApp()));
    expect(error).toBeInstanceOf(ChannelGone);
    expect(error).toMatchObject({ message: expect.stringContaining('60 days') });
  });

  it('ends when it was withdrawn, but not when the operator has a wrong secret', async () => {
    world = await startWorld('profile', { isPartner: true });
    const { token, refreshToken } = await approve();
    const channel = { ...world.channel, credentials: { token, refreshToken: refreshToken ?? '' } };
    expect(await failing(linkedin.refresh?.(channel, withApp('wrong')))).toBeInstanceOf(Unsent);
    world.network.revoke(world.member);
    expect(await failing(world.publish(world.request()))).toBeInstanceOf(TokenExpired);
    expect(await failing(linkedin.refresh?.(channel, withApp()))).toBeInstanceOf(ChannelGone);
  });

  it('is not typed by hand', async () => {
    world = await startWorld('page');
    expect(await failing(linkedinPage.connect({}, world.context))).toBeInstanceOf(Rejected);
  });
});
