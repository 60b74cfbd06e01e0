import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeWith } from '../../src/test/servers/server.ts';
import { wordpress as server } from '../../src/test/servers/wordpress.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { prepareStored } from '../_kit/test-harness.ts';
import { isPublish, refusal, startWorld, textOf, type World } from './fixtures/world.ts';
import { wordpress as provider } from './index.ts';

describeWith([server], 'On a real WordPress,', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()), 180_000);
  afterAll(() => world?.stop());

  describe('connecting a site', () => {
    it('records its URL and name, and keeps the password among the credentials only', () => {
      const { users } = world.site;
      const host = new URL(world.front.url).host;
      expect(world.channel).toMatchObject({
        internalId: `${host}:${users.author.id}`,
        name: 'author',
        profile: world.front.url,
      });
      expect(world.channel.details).toEqual({
        baseUrl: world.front.url,
        restRoot: `${world.front.url}/wp-json`,
        siteName: 'The Daily Crier',
        username: users.author.username,
      });
      expect(JSON.stringify({ ...world.channel, credentials: null })).not.toContain(users.author.password);
    });

    it('accepts the URL of any admin page, and a password with or without spaces', async () => {
      const { author } = world.site.users;
      expect(
        (await world.connect(author, { domain: `${world.front.url}/wp-admin/profile.php?x=1` })).details,
      ).toMatchObject({ baseUrl: world.front.url });
      expect(await world.connect(author, { password: author.password.replaceAll(' ', '') })).toMatchObject({
        name: 'author',
      });
    });

    it('uses https for a URL without a protocol, and plain http only for this machine', async () => {
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
      await expect(connect('http://blog.example')).rejects.toThrow('must use https');
      await expect(
        connect('http://blog.example', { WORDPRESS_URL: 'http://blog.example' }),
      ).rejects.toBeInstanceOf(Unsent);
      await expect(connect('', { WORDPRESS_URL: 'https://blog.example' })).rejects.toThrow(
        'https://blog.example/wp-json/',
      );
      await expect(connect('')).rejects.toThrow('The URL of the site is required');
    });

    it('fails with a wrong password, an unknown user or the password for logging in', async () => {
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
        await expect(refused).rejects.toThrow('no longer accepts the application password');
      }
    });

    it('fails for a user who may not write, and works for one who may write but not publish', async () => {
      await expect(world.connect(world.site.users.subscriber)).rejects.toThrow(
        'the role Author or above is required',
      );
      expect(await world.connect(world.site.users.contributor)).toMatchObject({ name: 'contributor' });
    });

    it('does not send the password to the host of a redirect, but names that host', async () => {
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
      ).rejects.toThrow('The site redirects to https://www.blog.example');
      expect(asked).toEqual([
        { url: expect.stringContaining(`${world.front.url}/wp-json/`), authorized: false },
      ]);
    });

    it('fails for a site without application passwords, or one that is not WordPress', async () => {
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
        'does not answer as WordPress does',
      );
      world.front.arm(
        refusal(500, 'internal_server_error', 'There has been a critical error on this website.'),
        () => true,
      );
      await expect(world.connect(world.site.users.author)).rejects.toBeInstanceOf(OutcomeUnknown);
    });
  });

  describe('credentials that stop working', () => {
    it('are an expired token, whether they were revoked before or after the draft was created', async () => {
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
      const prepared = await prepareStored(provider, request, world.context);
      await world.site.rest(`/wp/v2/users/${one.id}/application-passwords`, {
        method: 'DELETE',
        as: world.site.users.administrator,
      });

      const publishing = provider.publish(request, prepared, world.context);
      await expect(publishing).rejects.toBeInstanceOf(TokenExpired);
      await expect(publishing).rejects.not.toThrow(password);
      await expect(provider.prepare(request, world.context)).rejects.toBeInstanceOf(TokenExpired);
      await expect(
        provider.verify(
          request,
          { prepared, sentAt: new Date(), readAt: new Date(), ref: null },
          world.context,
        ),
      ).rejects.toBeInstanceOf(TokenExpired);
      expect((await world.posts()).filter((post) => textOf(post) === request.item.text)).toEqual([]);
    });

    it('mean that the channel must be reconnected if the site has moved permanently', async () => {
      const request = world.request();
      const prepared = await prepareStored(provider, request, world.context);
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
