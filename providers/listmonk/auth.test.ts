import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listmonk as server } from '../../src/test/servers/listmonk.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { hasBegun, PERMISSIONS, refusal, startWorld, type World } from './fixtures/world.ts';
import { listmonk as provider } from './index.ts';

describeWith([server], 'Connecting a real listmonk', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()), 180_000);
  afterAll(() => world?.stop());

  it('records its URL and its user, and keeps the token among the credentials only', () => {
    const { user } = world.server;
    const { host } = new URL(world.front.url);
    expect(world.channel).toMatchObject({
      internalId: `${host}:${user.username}`,
      name: `${user.username} (${host})`,
      profile: world.front.url,
      credentials: { url: world.front.url, ...user },
    });
    expect(world.channel.details).toEqual({
      baseUrl: world.front.url,
      username: user.username,
      scheme: 'basic',
    });
    expect(provider.hostOf?.(world.channel)).toBe(host);
    expect(JSON.stringify({ ...world.channel, credentials: null })).not.toContain(user.password);
  });

  it('accepts the URL of any page of its dashboard', async () => {
    const { details } = await world.connect({ url: `${world.front.url}/admin/campaigns?page=2` });
    expect(details.baseUrl).toBe(world.front.url);
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
    const connect = (url: string, env = {}): Promise<unknown> =>
      provider.connect({ url, username: 'ada', password: 'x' }, { ...unreachable, env });
    await expect(connect('news.example/mail/')).rejects.toThrow('https://news.example/mail/api/lists');
    await expect(connect('http://news.example')).rejects.toThrow('must use https');
    const LISTMONK_URL = 'http://news.example';
    await expect(connect('http://news.example', { LISTMONK_URL })).rejects.toBeInstanceOf(Unsent);
    await expect(connect('', { LISTMONK_URL })).rejects.toThrow('http://news.example/api/lists');
    await expect(connect('')).rejects.toThrow('The URL of listmonk is required');
    await expect(connect('http://[')).rejects.toThrow('Not a URL');
  });

  it('fails with a wrong token or an unknown user, and asks for what is missing', async () => {
    const wrong: Record<string, string>[] = [{ password: 'wrong' }, { username: 'nobody' }];
    for (const changes of wrong) {
      const refused = world.connect(changes);
      await expect(refused).rejects.toBeInstanceOf(Rejected);
      await expect(refused).rejects.toThrow('does not know the API user');
    }
    await expect(world.connect({ password: ' ' })).rejects.toThrow('An API user with its token is required');
  });

  it('fails where something else answers', async () => {
    world.front.arm(refusal(404, 'Not Found'), ({ path }) => path.startsWith('/api/lists'));
    await expect(world.connect()).rejects.toThrow('does not answer as listmonk does');
    world.front.arm({ kind: 'garbage_after' }, ({ path }) => path.startsWith('/api/lists'));
    await expect(world.connect()).rejects.toThrow('does not answer as listmonk does');
  });

  it('does not take a server that is down for another program', async () => {
    world.front.arm(refusal(502, 'Bad Gateway'), ({ path }) => path.startsWith('/api/lists'));
    await expect(world.connect()).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it('needs a person once the password has been changed', async () => {
    const channel = { ...world.channel, credentials: { ...world.channel.credentials, password: 'old' } };
    await expect(prepareStored(provider, world.request({ channel }), world.context)).rejects.toBeInstanceOf(
      TokenExpired,
    );
    expect(provider.refresh).toBeUndefined();
  });
});

describeWith([server], 'Connecting a listmonk with API users and roles', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld({ newer: true })), 180_000);
  afterAll(() => world?.stop());

  const connectAs = (
    permissions: readonly string[],
    lists?: readonly number[],
  ): Promise<World['channel']> => {
    const user = world.newer?.createApiUser({ permissions, lists });
    return world.connect({ username: user?.username ?? '', password: user?.token ?? '' });
  };
  const without = (...names: string[]): string[] => PERMISSIONS.filter((one) => !names.includes(one));

  it('names the permissions that its user lacks, each with what may stand in for it', async () => {
    await expect(connectAs(without('campaigns:manage'))).rejects.toThrow(
      /^The API user lacks the permission campaigns:manage or campaigns:manage_all; add it to its role/,
    );
    await expect(connectAs(without('campaigns:get', 'campaigns:manage'))).rejects.toThrow(
      'campaigns:get or campaigns:get_all, campaigns:manage or campaigns:manage_all',
    );
    await expect(
      connectAs([
        ...without('campaigns:get', 'campaigns:manage'),
        'campaigns:get_all',
        'campaigns:manage_all',
      ]),
    ).resolves.toMatchObject({ profile: world.front.url });
  });

  it('reports when the token is wrong, and when it has been withdrawn since', async () => {
    await expect(world.connect({ password: 'wrong' })).rejects.toThrow('invalid API credentials');
    const channel = { ...world.channel, credentials: { ...world.channel.credentials, password: 'old' } };
    await expect(prepareStored(provider, world.request({ channel }), world.context)).rejects.toBeInstanceOf(
      ChannelGone,
    );
  });

  it('uses the form "token" where a web server keeps Basic to itself, also afterwards', async () => {
    world.newer?.keepBasic(true);
    try {
      const channel = await world.connect();
      expect(channel.details.scheme).toBe('token');
      const before = world.newer?.schemes.length ?? 0;
      const request = world.request({ channel });
      await publishUntilLive(provider, request, world.context);
      expect(new Set(world.newer?.schemes.slice(before))).toEqual(new Set(['token']));
      await expect(world.connect({ password: 'wrong' })).rejects.toThrow('invalid API credentials');
    } finally {
      world.newer?.keepBasic(false);
    }
  });

  it('refuses with a message what a role does not allow, before anything is sent', async () => {
    const begun = async (): Promise<number> => (await world.campaigns()).filter(hasBegun).length;
    const before = await begun();
    const send = await connectAs(without('campaigns:send'));
    await expect(publishUntilLive(provider, world.request({ channel: send }), world.context)).rejects.toThrow(
      'The API user lacks the permission campaigns:send',
    );
    const other = await connectAs(PERMISSIONS, []);
    await expect(prepareStored(provider, world.request({ channel: other }), world.context)).rejects.toThrow(
      'The API user may not use this list',
    );
    expect(await begun()).toBe(before);
  });

  it('lists only the lists of its role', async () => {
    const other = await world.server.createList('Friends');
    const channel = await connectAs(without('lists:get_all'), [other]);
    expect(await provider.tools?.lists?.run(channel, {}, world.context)).toEqual([
      { id: other, name: 'Friends' },
    ]);
  });
});

describe('A token of listmonk', () => {
  it('is no part of the message of a failed connection', async () => {
    const egress = {
      fetch: async () => {
        throw new Unsent('refused');
      },
      webSocket: async () => {
        throw new Unsent('refused');
      },
    };
    const context = { egress, env: {}, signal: new AbortController().signal, now: () => new Date() };
    const fields = { url: 'https://news.example', username: 'ada', password: 'long and unguessable' };
    await expect(provider.connect(fields, context)).rejects.not.toThrow('long and unguessable');
  });
});
