/** The provider against a real WordPress: the contract, connecting, and credentials that stop working. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { type FailureMode, type NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { wordpress as server } from '../../src/test/servers/wordpress.ts';
import {
  isPublish,
  prepareStored,
  refusal,
  SETTINGS,
  startWorld,
  textOf,
  type World,
} from './fixtures/world.ts';
import { wordpress as provider } from './index.ts';

const FAULTS: Record<Exclude<FailureMode, 'connection_refused'>, () => Fault> = {
  rate_limited: () => ({
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '30', 'content-type': 'text/html' },
    body: '<html><body>Too Many Requests</body></html>',
  }),
  token_expired: () => refusal(401, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.'),
  rejected: () =>
    refusal(403, 'rest_cannot_publish', 'Sorry, you are not allowed to publish posts in this post type.'),
  channel_gone: () =>
    refusal(
      401,
      'application_passwords_disabled_for_user',
      'Application passwords are not available for your account. Please contact the site administrator for assistance.',
    ),
  server_error: () =>
    refusal(500, 'internal_server_error', '<p>There has been a critical error on this website.</p>'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld();
  return {
    channel: world.channel,
    context: world.context,
    settings: { ...SETTINGS },
    published: async () =>
      (await world.posts()).map((post) => ({
        id: String(post.id),
        text: textOf(post),
        mediaCount: post.content.raw.split('<figure').length - 1,
        parentId: null,
      })),
    fail: (mode) =>
      mode === 'connection_refused' ? world.refuse(true) : world.front.arm(FAULTS[mode](), isPublish),
    recover: () => {
      world.refuse(false);
      world.front.disarm();
    },
    stop: world.stop,
  };
}

describeWith([server], 'on a real WordPress', () => {
  testProvider(provider, startHarness);

  let world: World;
  beforeAll(async () => void (world = await startWorld()), 180_000);
  afterAll(() => world?.stop());

  describe('connecting a site', () => {
    it('keeps its address and its name, and the password only among the credentials', () => {
      const { users } = world.site;
      const address = new URL(world.front.url).host;
      expect(world.channel).toMatchObject({
        internalId: `${address}:${users.author.id}`,
        name: 'author',
        profile: world.front.url,
      });
      expect(world.channel.details).toEqual({
        baseUrl: world.front.url,
        restRoot: `${world.front.url}/wp-json`,
        siteName: 'The Daily Crier',
      });
      expect(JSON.stringify({ ...world.channel, credentials: null })).not.toContain(users.author.password);
    });

    it("takes the address of any page of the site's administration, and a password with or without its blanks", async () => {
      const { author } = world.site.users;
      expect(
        (await world.connect(author, { domain: `${world.front.url}/wp-admin/profile.php?x=1` })).details,
      ).toMatchObject({ baseUrl: world.front.url });
      expect(await world.connect(author, { password: author.password.replaceAll(' ', '') })).toMatchObject({
        name: 'author',
      });
    });

    it('takes an address without a protocol as https, and refuses plain http beyond this machine', async () => {
      const unreachable = {
        ...world.context,
        egress: {
          ...world.context.egress,
          fetch: async (url: string | URL) => {
            throw new Unsent(String(url));
          },
        },
      };
      const connect = (domain: string, env = {}): Promise<unknown> =>
        provider.connect({ domain, username: 'ada', password: 'x' }, { ...unreachable, env });
      await expect(connect('blog.example/news/')).rejects.toThrow('https://blog.example/news/wp-json/');
      await expect(connect('http://blog.example')).rejects.toThrow('must be called by https');
      await expect(
        connect('http://blog.example', { WORDPRESS_URL: 'http://blog.example' }),
      ).rejects.toBeInstanceOf(Unsent);
      await expect(connect('', { WORDPRESS_URL: 'https://blog.example' })).rejects.toThrow(
        'https://blog.example/wp-json/',
      );
      await expect(connect('')).rejects.toThrow('The address of the site is needed');
    });

    it('refuses a wrong password, an unknown user and the password that opens the site, in words', async () => {
      const { author, administrator } = world.site.users;
      const opens = { username: 'alan', password: 'long and unguessable' };
      await world.site.rest('/wp/v2/users', {
        method: 'POST',
        as: administrator,
        body: { ...opens, email: 'alan@example.test', roles: ['author'] },
      });
      const wrong: Record<string, string>[] = [
        { password: 'abcd efgh ijkl mnop qrst uvwx' },
        { username: 'nobody' },
        opens,
      ];
      for (const changes of wrong) {
        const refused = world.connect(author, changes);
        await expect(refused).rejects.toBeInstanceOf(Rejected);
        await expect(refused).rejects.toThrow('no longer takes the application password');
      }
    });

    it('refuses a user who may not write, and takes one who may write but not publish', async () => {
      await expect(world.connect(world.site.users.subscriber)).rejects.toThrow(
        'the role Author or above is needed',
      );
      expect(await world.connect(world.site.users.contributor)).toMatchObject({ name: 'contributor' });
    });

    it('does not show the password to the host that the site sends callers to, and names it', async () => {
      const asked: { url: string; authorized: boolean }[] = [];
      const watching = {
        ...world.context,
        egress: {
          ...world.context.egress,
          fetch: (url: string | URL, init: RequestInit = {}) => {
            asked.push({ url: String(url), authorized: new Headers(init.headers).has('authorization') });
            return world.context.egress.fetch(url, init as never);
          },
        },
      };
      world.front.arm(
        { kind: 'status', status: 301, headers: { location: 'https://www.blog.example/wp-json/' }, body: '' },
        () => true,
      );
      const { username, password } = world.site.users.author;
      await expect(
        provider.connect({ domain: world.front.url, username, password }, watching as never),
      ).rejects.toThrow('The site sends callers to https://www.blog.example');
      expect(asked).toEqual([
        { url: expect.stringContaining(`${world.front.url}/wp-json/`), authorized: false },
      ]);
    });

    it('refuses a site without application passwords, and one that is no WordPress', async () => {
      const rootIs = (body: unknown, times = 1): void =>
        world.front.arm(
          { kind: 'status', status: 200, body: JSON.stringify(body) },
          ({ path }) => !path.includes('users'),
          times,
        );
      rootIs({ name: 'Old', namespaces: ['wp/v2'], authentication: [] });
      await expect(world.connect(world.site.users.author)).rejects.toThrow(
        'does not offer application passwords',
      );
      rootIs({ hello: 'world' }, 2);
      await expect(world.connect(world.site.users.author)).rejects.toThrow(
        'No WordPress with its REST API answers',
      );
      world.front.arm(
        refusal(500, 'internal_server_error', 'There has been a critical error on this website.'),
        () => true,
      );
      await expect(world.connect(world.site.users.author)).rejects.toBeInstanceOf(OutcomeUnknown);
    });
  });

  describe('credentials that stop working', () => {
    it('are a channel to connect again, and no post: withdrawn before the draft was made, or after it', async () => {
      const one = await world.site.rest<{ id: number }>('/wp/v2/users', {
        method: 'POST',
        as: world.site.users.administrator,
        body: {
          username: 'grace',
          email: 'grace@example.test',
          password: 'long and unguessable',
          roles: ['author'],
        },
      });
      const { password } = await world.site.rest<{ password: string }>(
        `/wp/v2/users/${one.id}/application-passwords`,
        { method: 'POST', as: world.site.users.administrator, body: { name: 'Crier' } },
      );
      const channel = await world.connect({ id: one.id, username: 'grace', password });
      const request = { ...world.request(), channel };
      const prepared = await prepareStored(request, world.context);
      await world.site.rest(`/wp/v2/users/${one.id}/application-passwords`, {
        method: 'DELETE',
        as: world.site.users.administrator,
      });

      const publishing = provider.publish(request, prepared, world.context);
      await expect(publishing).rejects.toBeInstanceOf(TokenExpired);
      await expect(publishing).rejects.not.toThrow(password);
      await expect(provider.prepare(request, world.context)).rejects.toBeInstanceOf(TokenExpired);
      await expect(
        provider.verify(request, { prepared, sentAt: new Date(), ref: null }, world.context),
      ).rejects.toBeInstanceOf(TokenExpired);
      expect((await world.posts()).filter((post) => textOf(post) === request.item.text)).toEqual([]);
    });

    it('are one when the site has moved for good', async () => {
      const request = world.request();
      const prepared = await prepareStored(request, world.context);
      world.front.arm(
        {
          kind: 'status',
          status: 301,
          headers: { location: 'https://new.example/wp-json/wp/v2/posts/1' },
          body: '',
        },
        isPublish,
      );
      const publishing = provider.publish(request, prepared, world.context);
      await expect(publishing).rejects.toBeInstanceOf(ChannelGone);
      await expect(publishing).rejects.toThrow('The site has moved to https://new.example');
    });
  });
});
