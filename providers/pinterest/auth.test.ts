/** An account on Pinterest: its token, its boards and its numbers. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { accountOfTokens } from './auth.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { pinterest as provider } from './index.ts';

const DAY_MS = 86_400_000;
let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const run = (tool: 'boards' | 'sections', input: Record<string, unknown> = {}): Promise<unknown> =>
  Promise.resolve(provider.tools?.[tool]?.run(world.channel, input, world.context));

describe("an account's access to Pinterest", () => {
  it('is renewed with a new refresh token each time, and ends when it is withdrawn', async () => {
    let now = Date.now();
    const later = await startWorld({ now: () => new Date(now), contextNow: () => new Date(now) });
    now += 31 * DAY_MS;
    await expect(provider.analytics?.(later.channel, later.context)).rejects.toThrow(TokenExpired);
    const renewed = await provider.refresh?.(later.channel, later.context);
    expect(renewed?.expiresAt?.getTime()).toBeCloseTo(now + 30 * DAY_MS, -4);
    expect(renewed?.credentials.refreshToken).not.toBe(later.channel.credentials.refreshToken);
    const channel = { ...later.channel, credentials: { ...renewed?.credentials } };
    expect(await provider.analytics?.(channel, later.context)).not.toEqual([]);
    later.network.revoke(later.account);
    const ended = provider.refresh?.(channel, later.context);
    await expect(ended).rejects.toThrow(ChannelGone);
    await expect(ended).rejects.toThrow('reconnect the channel');
    await later.stop();
  });

  it('is not lost when the instance has lost its app, or has the wrong secret', async () => {
    const { context } = world;
    const without = { ...context, env: { ...context.env, PINTEREST_CLIENT_SECRET: '' } };
    await expect(provider.refresh?.(world.channel, without)).rejects.toThrow(
      'set PINTEREST_CLIENT_ID and PINTEREST_CLIENT_SECRET',
    );
    const wrong = { ...context, env: { ...context.env, PINTEREST_CLIENT_SECRET: 'another' } };
    const refused = provider.refresh?.(world.channel, wrong);
    await expect(refused).rejects.toThrow(Unsent);
    await expect(refused).rejects.toThrow('are not those of an app on Pinterest');
    expect(await provider.refresh?.(world.channel, context)).toMatchObject({
      credentials: expect.anything(),
    });
  });

  it('must be for all that is used', async () => {
    const scopes = ['pins:read', 'user_accounts:read'];
    const { token, refreshToken } = world.network.createToken(world.account, scopes);
    const tokens = { accessToken: token, refreshToken, expiresAt: null, scopes };
    const refused = accountOfTokens(tokens, world.context);
    await expect(refused).rejects.toThrow(Rejected);
    await expect(refused).rejects.toThrow('did not grant boards:read, boards:write, pins:write');
    const channel = { ...world.channel, credentials: { accessToken: token, refreshToken } };
    const request = { ...world.request(), channel };
    await expect(publishUntilLive(provider, request, world.context)).rejects.toThrow(ChannelGone);
  });
});

describe('the choices for a pin', () => {
  it('are the boards of the account alone, and the sections of one of them', async () => {
    const stranger = world.network.createAccount('eve');
    const foreign = world.network.createBoard(stranger, 'Not hers');
    expect(await run('boards')).toEqual([{ id: world.board.id, name: 'Spring' }]);
    expect(await run('sections', { board: world.board.id })).toEqual(world.board.sections);
    await expect(run('sections', { board: foreign.id })).rejects.toThrow('Board not found.');
  });

  it('are complete for an account with more boards than Pinterest lists at once', async () => {
    for (let n = 1; n <= 250; n++) world.network.createBoard(world.account, `Board ${n}`);
    expect(await run('boards')).toHaveLength(251);
  });
});

describe('the numbers of Pinterest', () => {
  it('are those of the account by the day, without days that are not counted yet', async () => {
    const now = new Date('2026-07-31T12:00:00Z');
    const later = await startWorld({ now: () => now, contextNow: () => now });
    const metrics = (await provider.analytics?.(later.channel, later.context)) ?? [];
    expect(metrics.map(({ label, total }) => [label, total])).toEqual([
      ['Followers', 7],
      ['Impressions', 30],
      ['Engagements', 30],
      ['Pin clicks', 30],
      ['Outbound clicks', 30],
      ['Saves', 30],
    ]);
    const { days = [] } = metrics[1] ?? {};
    expect([days.length, days[0], days.at(-1)]).toEqual([
      30,
      { day: '2026-07-01', total: 1 },
      { day: '2026-07-30', total: 1 },
    ]);
    await later.stop();
  });

  it('are those of a pin since it was made', async () => {
    const published = await publishUntilLive(provider, world.request(), world.context);
    const metrics = (await provider.postAnalytics?.(world.channel, published, world.context)) ?? [];
    expect(metrics.map(({ label, total }) => [label, total])).toEqual([
      ['Impressions', 120],
      ['Pin clicks', 120],
      ['Outbound clicks', 120],
      ['Saves', 120],
    ]);
    const gone = { id: '1', url: '', ref: null };
    await expect(provider.postAnalytics?.(world.channel, gone, world.context)).rejects.toThrow(
      'Pin not found.',
    );
  });
});
