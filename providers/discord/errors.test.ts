import { afterAll, beforeAll, afterEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import type { Json, PublishRequest } from '../_kit/contract.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { cloudflare, isPublish, refusal, startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

const NOW = new Date('2026-03-01T10:00:00Z');
let world: World;
let request: PublishRequest;
let prepared: Json;

beforeAll(async () => {
  world = await startWorld({ contextNow: () => NOW, limits: { nonceMs: 0 } });
  request = world.request();
  prepared = await world.prepare(request);
});
afterAll(() => world.stop());
afterEach(() => void world.front.disarm());

const answered = async (fault: Fault): Promise<unknown> => {
  world.front.arm(fault, isPublish);
  return provider.publish(request, prepared, world.context).then(
    (r) => r,
    (e: unknown) => e,
  );
};
const refused = (status: number, code: number, message = 'message'): Fault =>
  refusal(status, { message, code });

describe('an error of Discord', () => {
  it.each<[string, Fault, abstract new (...args: never[]) => Error]>([
    ['401, the token was reset', refusal(401, { message: '401: Unauthorized', code: 0 }), TokenExpired],
    ['40001', refused(401, 40001, 'Unauthorized. Provide a valid token and try again'), TokenExpired],
    ['50014 with another status', refused(403, 50014, 'Invalid authentication token provided'), TokenExpired],
    ['50025', refused(400, 50025, 'Invalid OAuth2 access token provided'), TokenExpired],
    ['10004, the server is gone', refused(404, 10004, 'Unknown Guild'), ChannelGone],
    ['10003, while the bot is in the server', refused(404, 10003, 'Unknown Channel'), Rejected],
    ['10008', refused(404, 10008, 'Unknown Message'), Rejected],
    ['50001, while the bot is in the server', refused(403, 50001, 'Missing Access'), Rejected],
    ['50013', refused(403, 50013, 'Missing Permissions'), Rejected],
    ['50008', refused(403, 50008, 'Cannot send messages in a non-text channel'), Rejected],
    ['50006', refused(400, 50006, 'Cannot send an empty message'), Rejected],
    ['40005', refused(413, 40005, 'Request entity too large'), Rejected],
    ['413 by the web server', cloudflare(413), Rejected],
    ['50045', refused(400, 50045, 'File uploaded exceeds the maximum size'), Rejected],
    ['30015', refused(400, 30015, 'Maximum number of attachments in a message reached (10)'), Rejected],
    ['40058', refused(400, 40058, 'Cannot send a message in a forum channel'), Rejected],
    ['40067', refused(400, 40067, 'A tag is required to create a forum post in this channel'), Rejected],
    ['160005', refused(403, 160005, 'Thread is locked'), Rejected],
    ['200000', refused(400, 200000, 'Message was blocked by automatic moderation'), Rejected],
    ['240000', refused(400, 240000, 'Message blocked by harmful links filter'), Rejected],
    [
      '20016, slow mode',
      refused(400, 20016, 'This action cannot be performed due to slowmode rate limit'),
      RateLimited,
    ],
    [
      '20028',
      refused(400, 20028, 'The write action you are performing on the channel has hit the write rate limit'),
      RateLimited,
    ],
    [
      '20029',
      refused(400, 20029, 'The write action you are performing on the server has hit the write rate limit'),
      RateLimited,
    ],
    ['40062', refused(400, 40062, 'Service resource is being rate limited'), RateLimited],
    [
      '40006, temporarily disabled',
      refused(400, 40006, 'This feature has been temporarily disabled server-side'),
      RateLimited,
    ],
    ['40004', refused(403, 40004, 'Send messages has been temporarily disabled'), RateLimited],
    ['40333, by Cloudflare', refused(403, 40333, 'internal network error'), Unsent],
    ['403 as a page of Cloudflare', cloudflare(403), Unsent],
    [
      '130000 with 503',
      refused(503, 130000, 'API resource is currently overloaded. Try again a little later'),
      OutcomeUnknown,
    ],
    ['500', refused(500, 0, '500: Internal Server Error'), OutcomeUnknown],
    ['502 as HTML', cloudflare(502), OutcomeUnknown],
    ['520 of Cloudflare', cloudflare(520), OutcomeUnknown],
    ['408', cloudflare(408), OutcomeUnknown],
    ['200 as HTML', cloudflare(200), OutcomeUnknown],
    ['200 without an id', refusal(200, {}), OutcomeUnknown],
    ['204', { kind: 'status', status: 204, body: '' }, OutcomeUnknown],
  ])('%s', async (_, fault, kind) => {
    const error = await answered(fault);
    expect(error).toBeInstanceOf(kind);
    expect(String(error)).not.toContain(world.bot.token);
  });

  it.each<Fault['kind'] & ('truncated_after' | 'reset_after' | 'reset_before' | 'garbage_after')>([
    'truncated_after',
    'reset_after',
    'reset_before',
    'garbage_after',
  ])('%s leaves the outcome unknown', async (kind) => {
    expect(await answered({ kind })).toBeInstanceOf(OutcomeUnknown);
  });

  it('keeps the code and the message, with each field that Discord names', async () => {
    const errors = {
      content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
      attachments: {
        0: {
          description: {
            _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 1024 or fewer in length.' }],
          },
        },
      },
    };
    expect(await answered(refusal(400, { message: 'Invalid Form Body', code: 50035, errors }))).toMatchObject(
      {
        networkCode: '50035',
        message:
          'Invalid Form Body: content: Must be 2000 or fewer in length. ' +
          'attachments.0.description: Must be 1024 or fewer in length. (HTTP 400)',
      },
    );
    expect(
      await answered(
        refusal(400, {
          message: 'Invalid Form Body',
          code: 50035,
          errors: { _errors: [{ code: 'X', message: 'Too much.' }] },
        }),
      ),
    ).toMatchObject({ message: 'Invalid Form Body: Too much. (HTTP 400)' });
    expect(await answered(refused(400, 50006, 'Cannot send an empty message'))).toMatchObject({
      networkCode: '50006',
      message: 'Cannot send an empty message (HTTP 400)',
    });
  });

  it('about a hidden channel is distinguished from a server that removed the bot', async () => {
    world.network.kick(world.guild, world.bot.id);
    const error = await provider.publish(request, prepared, world.context).catch((e: unknown) => e);
    world.network.invite(world.guild, world.bot.id);
    expect(error).toBeInstanceOf(ChannelGone);
    world.network.permit(world.news, { VIEW_CHANNEL: false });
    const hidden = await provider.publish(request, prepared, world.context).catch((e: unknown) => e);
    world.network.permit(world.news, { VIEW_CHANNEL: true });
    expect(hidden).toBeInstanceOf(Rejected);
    await expect(provider.publish(request, prepared, world.context)).resolves.toMatchObject({
      status: 'published',
    });
  });
});

describe('the time of the next call after a 429', () => {
  const body = { message: 'You are being rate limited.', retry_after: 64.57, global: false };
  it.each<[string, Fault, number]>([
    [
      'is in retry_after, with decimals',
      refusal(429, body, {
        'retry-after': '65',
        'x-ratelimit-reset-after': '64.57',
        'x-ratelimit-scope': 'user',
      }),
      64.57,
    ],
    [
      'is in retry_after for a shared resource, not in the reset of the own bucket',
      refusal(
        429,
        { ...body, retry_after: 1336.57 },
        { 'retry-after': '1337', 'x-ratelimit-reset-after': '64.57', 'x-ratelimit-scope': 'shared' },
      ),
      1336.57,
    ],
    [
      'is in retry_after for the global limit',
      refusal(
        429,
        { ...body, global: true, retry_after: 3 },
        { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' },
      ),
      3,
    ],
    ['is in retry_after in slow mode', refusal(429, { ...body, code: 20016, retry_after: 12.5 }), 12.5],
    ['is in Retry-After, in seconds', refusal(429, { message: 'x' }, { 'retry-after': '65' }), 65],
    [
      'is in Retry-After, as a date',
      refusal(
        429,
        { message: 'x' },
        { 'retry-after': new Date(NOW.getTime() + 90_000).toUTCString(), date: NOW.toUTCString() },
      ),
      90,
    ],
    [
      'is in X-RateLimit-Reset-After',
      refusal(429, { message: 'x' }, { 'x-ratelimit-reset-after': '7.25' }),
      7.25,
    ],
    [
      'is in X-RateLimit-Reset, in seconds since 1970',
      refusal(429, { message: 'x' }, { 'x-ratelimit-reset': String(NOW.getTime() / 1000 + 33.5) }),
      33.5,
    ],
    ['is in Retry-After of a page of Cloudflare', cloudflare(429, { 'retry-after': '321' }), 321],
    ['is in ten minutes after a page of Cloudflare that gives no time', cloudflare(429), 600],
    ['is in a minute if JSON gives no time', refusal(429, { message: 'x' }), 60],
    ['is never in less than a second', refusal(429, { ...body, retry_after: 0.01 }), 1],
    ['is never in more than a day', refusal(429, { ...body, retry_after: 1e9 }), 86_400],
  ])('%s', async (_, fault, seconds) => {
    const error = await answered(fault);
    expect(error).toBeInstanceOf(RateLimited);
    expect((error as RateLimited).resetAt.getTime() - NOW.getTime()).toBe(Math.round(seconds * 1000));
  });
});
