/** Tokens of LinkedIn: their renewal, what a person reads when there is none, and what they permit. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import type { ProviderContext } from '../_kit/contract.ts';
import { prepareStored } from '../_kit/test-harness.ts';
import { problemsOf } from '../_kit/test-network.ts';
import { MEMBER, NO_COMMENTS, requestTokens } from './auth.ts';
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

const FEED = {
  profile: ['w_member_social_feed'],
  page: ['w_organization_social_feed', 'r_organization_social_feed'],
} as const;
/** What LinkedIn's page says to a person whom Crier sends there, and the account that comes back. */
async function connect(kind: 'profile' | 'page', env: Record<string, string> = {}) {
  const { oauth } = kind === 'page' ? linkedinPage : linkedin;
  if (!oauth) throw new Error('LinkedIn is connected in a browser');
  const ctx = { ...world.context, env: { ...world.context.env, ...env } };
  const app = world.network.client;
  const request = { app, redirectUri: REDIRECT, state: 'state' };
  const url = new URL(oauth.authorizeUrl(request, ctx));
  const answer = await fetch(`${url.origin}${url.pathname}`, {
    method: 'POST',
    body: new URLSearchParams([...url.searchParams, ['account', world.member.id]]),
    redirect: 'manual',
  });
  const code = new URL(answer.headers.get('location') ?? 'http://none').searchParams.get('code');
  if (!code) return { refused: await answer.text() };
  return { accounts: await oauth.exchange({ ...request, code }, ctx) };
}

describe.each(['profile', 'page'] as const)('a comment on a LinkedIn %s', (kind) => {
  const variable = kind === 'page' ? 'LINKEDIN_PAGE_COMMENTS' : 'LINKEDIN_COMMENTS';

  it('is offered where LinkedIn granted its permission, and refused before anything is sent elsewhere', async () => {
    world = await startWorld(kind);
    const [granted] = (await connect(kind, { [variable]: 'true' })).accounts ?? [];
    expect(granted?.details).not.toHaveProperty('comments');
    const [without] = (await connect(kind, { [variable]: 'false' })).accounts ?? [];
    expect(without?.details).toMatchObject(NO_COMMENTS);
    const value = [{ content: 'Spring' }, { content: 'More' }];
    const problems = (account: typeof granted): string[] =>
      problemsOf(world.provider, { settings: {} }, { value, details: account?.details ?? {} }).map(
        ({ path, message }) => `${path} ${message}`,
      );
    expect(problems(granted)).toEqual([]);
    expect(problems(without)).toEqual([
      expect.stringMatching(/^value\.1\.content cannot be published: .* permission for comments/),
    ]);
  });

  it('is not asked for with an app that lacks the permission, as LinkedIn would connect nobody', async () => {
    world = await startWorld(kind, { lacks: FEED[kind] });
    expect((await connect(kind, { [variable]: 'true' })).refused).toContain('is not authorized');
    expect((await connect(kind, { [variable]: 'false' })).accounts).toHaveLength(1);
  });

  it('that LinkedIn refuses leaves the channel as it is, and says that the post is published', async () => {
    world = await startWorld(kind, { lacks: FEED[kind] });
    const root = await world.publish(world.request());
    const request = world.request({ root, parent: root });
    const prepared = await prepareStored(world.provider, request, world.context);
    const error = await world.provider.publish(request, prepared, world.context).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({
      networkCode: 'comments_not_granted',
      message: expect.stringContaining('the post itself is published'),
    });
  });
});

it('leaves a comment whose answer was lost to a person, where the app may write comments but not read them', async () => {
  world = await startWorld('page', { lacks: ['r_organization_social_feed'] });
  const root = await world.publish(world.request());
  const request = world.request({ root, parent: root });
  const attempt = await world.lose(request);
  expect(await world.provider.verify(request, attempt, world.context)).toEqual({
    status: 'unknown',
    reason: expect.stringContaining('comments'),
  });
});

it('asks for comments of pages by itself, and for those of profiles where the operator says so', async () => {
  world = await startWorld('profile', { lacks: FEED.profile });
  expect((await connect('profile')).accounts).toHaveLength(1);
  const [page] = (await connect('page')).accounts ?? [];
  expect(page?.details).not.toHaveProperty('comments');
});
