import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accepted, guild, network, post, send, start, stop, type Seen } from './fixtures/client.ts';

beforeEach(() => start());
afterEach(stop);

describe('rate limits', () => {
  it('are in every response to a new message, and reject excess messages until the window ends', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    await start({ now: () => now, limits: { messagesPerBucket: 2 } });
    const shown = (seen: Seen): unknown[] => [
      seen.status,
      ...['limit', 'remaining', 'reset', 'reset-after', 'scope'].map((name) =>
        seen.headers.get(`x-ratelimit-${name}`),
      ),
    ];
    expect(shown(await post({ content: 'a' }))).toEqual([200, '2', '1', '1767225605.000', '5.000', null]);
    now = new Date('2026-01-01T00:00:01.250Z');
    expect(shown(await post({ content: ' ' }))).toEqual([400, '2', '0', '1767225605.000', '3.750', null]);
    const last = await post({ content: 'c' });
    expect(shown(last)).toEqual([429, '2', '0', '1767225605.000', '3.750', 'user']);
    expect([last.headers.get('retry-after'), last.body]).toEqual([
      '4',
      { message: 'You are being rate limited.', retry_after: 3.75, global: false },
    ]);
    expect(await post({ content: 'd' }, network.createChannel({ guild, name: 'other' }))).toMatchObject(
      accepted(),
    );
    now = new Date('2026-01-01T00:00:05Z');
    expect(await post({ content: 'e' })).toMatchObject(accepted());
  });

  it('count every call of a bot', async () => {
    const now = new Date('2026-01-01T00:00:00Z');
    await start({ now: () => now, limits: { requestsPerSecond: 1 } });
    expect((await send('GET', '/users/@me')).status).toBe(200);
    const last = await send('GET', '/users/@me');
    expect([
      last.status,
      last.headers.get('x-ratelimit-global'),
      last.headers.get('x-ratelimit-scope'),
      last.body.global,
    ]).toEqual([429, 'true', 'global', true]);
  });
});
