import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import { pngFile } from '../_kit/test-harness.ts';
import { isPublish, prepared, refusal, startWorld, type World } from './fixtures/world.ts';
import { mastodon as provider } from './index.ts';

let world: World;

describe('a token that stops working', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  it('means that the channel must be reconnected if access was revoked', async () => {
    world.network.revoke(world.account.token);
    await expect(provider.publish(world.request(), prepared(), world.context)).rejects.toBeInstanceOf(
      ChannelGone,
    );
  });

  it('means that the channel must be reconnected if the account is suspended', async () => {
    world.network.suspend(world.account.id);
    await expect(provider.publish(world.request(), prepared(), world.context)).rejects.toBeInstanceOf(
      ChannelGone,
    );
  });

  it('means that the channel must be reconnected if a scope is missing, and names the scopes', async () => {
    const { token } = world.network.createAccount({ username: 'reader', scopes: ['read'] });
    const reader = { ...world.channel, credentials: { token } };
    const refused = provider.publish({ ...world.request(), channel: reader }, prepared(), world.context);
    await expect(refused).rejects.toBeInstanceOf(ChannelGone);
    await expect(refused).rejects.toThrow('write:statuses');
  });

  it('is an expired token if the instance does not know it', async () => {
    await expect(provider.publish(world.request(), prepared(), world.context)).resolves.toMatchObject({
      status: 'published',
    });
    const stranger = { ...world.channel, credentials: { token: 'unknown-token' } };
    const refused = provider.publish({ ...world.request(), channel: stranger }, prepared(), world.context);
    await expect(refused).rejects.toBeInstanceOf(TokenExpired);
    await expect(refused).rejects.not.toThrow('unknown-token');
  });
});

describe('an error of the instance', () => {
  const at = (): Date => new Date('2026-03-01T10:01:02.345Z');
  beforeEach(
    async () =>
      void (world = await startWorld({ limits: { requestsPer5Minutes: 12 }, now: at, contextNow: at })),
  );
  afterEach(() => world.stop());

  it('has the time of the next allowed call', async () => {
    const publish = (): Promise<unknown> => provider.publish(world.request(), prepared(), world.context);
    await publish();
    const error = await Array.from({ length: 12 })
      .reduce<Promise<unknown>>((before) => before.then(publish), Promise.resolve())
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt).toEqual(new Date('2026-03-01T10:05:00Z'));
  });

  it('asks to wait a minute if it gives no time, and may give Unix seconds', async () => {
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

  it('is final for a reply to a deleted post, or a file too large for the web server', async () => {
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

  it('is an unknown outcome if a 2xx answer has no id', async () => {
    world.front.arm({ kind: 'status', status: 200, body: '{}' }, isPublish);
    await expect(provider.publish(world.request(), prepared(), world.context)).rejects.toBeInstanceOf(
      OutcomeUnknown,
    );
  });
});
