/** The provider against the strict stand-in: the contract, connecting, and what refusals mean. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { pngFile, testProvider, type Breakage, type NetworkHarness } from '../_kit/test-provider.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { isPublish, prepared, refusal, startWorld, type World, type WorldOptions } from './fixtures/world.ts';
import { mastodon as provider } from './index.ts';

const inAMinute = (): string => new Date(Date.now() + 60_000).toISOString().replace('Z', '000Z');

const FAULTS: Record<Exclude<Breakage, 'refused_connection'>, () => Fault> = {
  rate_limited: () =>
    refusal(429, 'Too many requests', {
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': inAMinute(),
    }),
  token_expired: () => refusal(401, 'The access token is invalid'),
  rejected: () => refusal(422, 'Validation failed: Text character limit of 500 exceeded'),
  channel_gone: () => refusal(403, 'Your login is currently disabled'),
  server_error: () => refusal(500, 'Internal Server Error'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

async function startHarness(options: WorldOptions): Promise<NetworkHarness> {
  const world = await startWorld({ ...options, limits: { requestsPer5Minutes: 100_000 } });
  return {
    channel: world.channel,
    context: world.context,
    published: async () =>
      world
        .live()
        .map((s) => ({ id: s.id, text: s.text, mediaCount: s.mediaIds.length, parentId: s.inReplyToId })),
    break: (how) =>
      how === 'refused_connection' ? world.refuse(true) : world.front.arm(FAULTS[how](), isPublish),
    mend: () => {
      world.refuse(false);
      world.front.disarm();
    },
    stop: world.stop,
  };
}

testProvider(provider, () => startHarness({}));
describe('on an instance that does not honour the key', () =>
  testProvider(provider, () => startHarness({ software: 'gotosocial' })));

let world: World;

describe('connecting a Mastodon account', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  it('keeps the facts of the instance, and the token only among the credentials', () => {
    expect(world.channel.details).toMatchObject({
      baseUrl: world.front.url,
      software: 'mastodon',
      version: '4.5.2',
      maxCharacters: 500,
      charactersReservedPerUrl: 23,
      maxMedia: 4,
      imageSizeLimit: 16_777_216,
      videoSizeLimit: 103_809_024,
      descriptionLimit: 1500,
      honoursIdempotencyKey: true,
    });
    expect(world.channel).toMatchObject({
      internalId: `${world.account.id}@${new URL(world.front.url).host}`,
      profile: `@ada@${new URL(world.front.url).host}`,
    });
    expect(JSON.stringify(world.channel.details)).not.toContain(world.account.token);
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
    await expect(
      provider.connect({ instance: 'social.example/@ada', token: 't' }, unreachable),
    ).rejects.toThrow('https://social.example/api/v1/accounts/verify_credentials');
    await expect(
      provider.connect({ instance: 'http://social.example', token: 't' }, unreachable),
    ).rejects.toThrow('must be called by https');
    await expect(
      provider.connect(
        { instance: 'http://social.example', token: 't' },
        { ...unreachable, env: { MASTODON_URL: 'http://social.example' } },
      ),
    ).rejects.toBeInstanceOf(Unsent);
  });

  it('trusts an instance with nothing that does not say what it is, and does not connect to one in trouble', async () => {
    const connectWith = (fault: Fault): Promise<unknown> => {
      world.front.arm(fault, ({ path }) => path.includes('nodeinfo'), 2);
      return provider
        .connect({ instance: world.front.url, token: world.account.token }, world.context)
        .finally(() => world.front.disarm());
    };
    const untrusted = {
      details: expect.objectContaining({
        software: 'unknown',
        honoursIdempotencyKey: false,
        maxCharacters: 500,
      }),
    };
    await expect(connectWith(refusal(404, 'Record not found'))).resolves.toMatchObject(untrusted);
    await expect(connectWith({ kind: 'garbage_after' })).resolves.toMatchObject(untrusted);
    await expect(
      connectWith(refusal(503, 'There was a temporary problem serving your request, please try again')),
    ).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it('refuses an unknown token in words', async () => {
    const refused = provider.connect({ instance: world.front.url, token: 'nobody' }, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('The access token is invalid');
  });

  it.each(['read:statuses', 'write:statuses', 'write:media'])(
    'refuses a token without %s, before a post could fail on it',
    async (missing) => {
      const scopes = ['profile', 'read:statuses', 'write:statuses', 'write:media'];
      const connect = (token: string): Promise<unknown> =>
        provider.connect({ instance: world.front.url, token }, world.context);
      await expect(
        connect(world.network.createAccount({ username: 'bob', scopes }).token),
      ).resolves.toMatchObject({ name: 'bob' });
      await expect(
        connect(
          world.network.createAccount({ username: 'eve', scopes: scopes.filter((s) => s !== missing) }).token,
        ),
      ).rejects.toThrow(/outside the authorized scopes/);
      expect(world.live()).toEqual([]);
    },
  );
});

describe('a token that stops working', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  it('is a channel to connect again when the person withdrew it', async () => {
    world.network.revoke(world.account.token);
    await expect(provider.publish(world.request(), prepared(), world.context)).rejects.toBeInstanceOf(
      ChannelGone,
    );
  });

  it('is a channel to connect again when the account is suspended', async () => {
    world.network.suspend(world.account.id);
    await expect(provider.publish(world.request(), prepared(), world.context)).rejects.toBeInstanceOf(
      ChannelGone,
    );
  });

  it('is a channel to connect again when a scope is missing, with the scopes in words', async () => {
    const { token } = world.network.createAccount({ username: 'reader', scopes: ['read'] });
    const reader = { ...world.channel, credentials: { token } };
    const refused = provider.publish({ ...world.request(), channel: reader }, prepared(), world.context);
    await expect(refused).rejects.toBeInstanceOf(ChannelGone);
    await expect(refused).rejects.toThrow('write:statuses');
  });

  it('is an expired token when the instance does not know it, and works before', async () => {
    await expect(provider.publish(world.request(), prepared(), world.context)).resolves.toMatchObject({
      status: 'published',
    });
    const stranger = { ...world.channel, credentials: { token: 'unknown-token' } };
    const refused = provider.publish({ ...world.request(), channel: stranger }, prepared(), world.context);
    await expect(refused).rejects.toBeInstanceOf(TokenExpired);
    await expect(refused).rejects.not.toThrow('unknown-token');
  });
});

describe('refusals of a post', () => {
  const at = (): Date => new Date('2026-03-01T10:01:02.345Z');
  beforeEach(
    async () =>
      void (world = await startWorld({ limits: { requestsPer5Minutes: 12 }, now: at, contextNow: at })),
  );
  afterEach(() => world.stop());

  it('name the time at which the instance allows the next call', async () => {
    const publish = (): Promise<unknown> => provider.publish(world.request(), prepared(), world.context);
    await publish();
    const error = await Array.from({ length: 12 })
      .reduce<Promise<unknown>>((before) => before.then(publish), Promise.resolve())
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt).toEqual(new Date('2026-03-01T10:05:00Z'));
  });

  it('name a minute where the answer names no time, and understand Unix seconds', async () => {
    const resetAt = (headers: Record<string, string>): Promise<unknown> => {
      world.front.arm(refusal(429, 'Too many requests', headers), isPublish);
      return provider
        .publish(world.request(), prepared(), { ...world.context, now: () => new Date(0) })
        .catch((e: RateLimited) => e.resetAt.toISOString());
    };
    expect(await resetAt({})).toBe('1970-01-01T00:01:00.000Z');
    expect(await resetAt({ 'x-ratelimit-reset': '90' })).toBe('1970-01-01T00:01:30.000Z');
    expect(await resetAt({ 'x-ratelimit-reset': '1970-01-01T00:02:00.123456Z' })).toBe(
      '1970-01-01T00:02:00.123Z',
    );
  });

  it('are final, in the words of the instance: a reply to what is gone, a file too large for the web server', async () => {
    await expect(
      provider.publish(world.request(), prepared({ inReplyToId: '1' }), world.context),
    ).rejects.toThrow('The post you are trying to reply to does not appear to exist.');
    world.front.arm(
      { kind: 'status', status: 413, headers: { 'content-type': 'text/html' }, body: '<html></html>' },
      ({ path }) => path === '/api/v2/media',
    );
    await expect(
      provider.prepare(world.request({ media: [pngFile()] }), world.context),
    ).rejects.toBeInstanceOf(Rejected);
  });

  it('leave the outcome unknown when a 2xx answer has no id', async () => {
    world.front.arm({ kind: 'status', status: 200, body: '{}' }, isPublish);
    await expect(provider.publish(world.request(), prepared(), world.context)).rejects.toBeInstanceOf(
      OutcomeUnknown,
    );
  });
});
