/** Comments on LinkedIn have permissions of their own, which not every app has. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { problemsOf } from '../_kit/test-network.ts';
import { NO_COMMENTS } from './auth.ts';
import { Rejected } from '../_kit/errors.ts';
import { prepareStored } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { linkedin, linkedinPage } from './index.ts';

let world: World;
afterEach(() => world?.stop());

const FEED = {
  profile: ['w_member_social_feed'],
  page: ['w_organization_social_feed', 'r_organization_social_feed'],
} as const;
const REDIRECT = 'https://crier.example/integrations/social/linkedin';

/** What LinkedIn's page says to a person whom Crier sends there, and the account that comes back. */
async function approve(kind: 'profile' | 'page', env: Record<string, string> = {}) {
  const { oauth } = kind === 'page' ? linkedinPage : linkedin;
  if (!oauth) throw new Error('LinkedIn is connected in a browser');
  const ctx = { ...world.context, env: { ...world.context.env, ...env } };
  const app = world.network.client;
  const request = { app, redirectUri: REDIRECT, state: 'state' };
  const address = new URL(oauth.authorizeUrl(request, ctx));
  const answer = await fetch(`${address.origin}${address.pathname}`, {
    method: 'POST',
    body: new URLSearchParams([...address.searchParams, ['account', world.member.id]]),
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
    const [granted] = (await approve(kind, { [variable]: 'true' })).accounts ?? [];
    expect(granted?.details).not.toHaveProperty('comments');
    const [without] = (await approve(kind, { [variable]: 'false' })).accounts ?? [];
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
    expect((await approve(kind, { [variable]: 'true' })).refused).toContain('is not authorized');
    expect((await approve(kind, { [variable]: 'false' })).accounts).toHaveLength(1);
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

it('asks for comments of pages by itself, and for those of profiles where the operator says so', async () => {
  world = await startWorld('profile', { lacks: FEED.profile });
  expect((await approve('profile')).accounts).toHaveLength(1);
  const [page] = (await approve('page')).accounts ?? [];
  expect(page?.details).not.toHaveProperty('comments');
});
