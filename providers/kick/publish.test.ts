/** A post on Kick: a message in the chat, or a reason why not. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishRequest } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, Unsent } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { BLOCKED, fault, isPublish, startWorld, type World } from './fixtures/world.ts';
import { kick as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const publish = (request: PublishRequest): ReturnType<typeof publishUntilLive> =>
  publishUntilLive(provider, request, world.context);
const failure = (request = world.request()): Promise<unknown> =>
  publish(request).catch((error: unknown) => error);

describe('a message on Kick', () => {
  it('is in the chat of the channel as the person wrote it, and leads to the channel', async () => {
    const { id, url } = await publish(world.request({ text: 'Live at eight [emote:37226:KEKW] @grace' }));
    expect(world.network.messages()).toEqual([
      { id, account: world.account, text: 'Live at eight [emote:37226:KEKW] @grace', parentId: null },
    ]);
    expect(url).toBe('https://kick.com/ada-l');
  });

  it('follows a part that a person found as a message of its own', async () => {
    const parent = { id: 'https://kick.com/ada-l', url: null, ref: null };
    await publish(world.request({ parent, root: parent }));
    expect(world.network.messages()).toEqual([expect.objectContaining({ parentId: null })]);
  });

  it('that Kick took and did not send is a failure with a message', async () => {
    world.network.arm({ holdsBack: true });
    const error = await failure();
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({ message: expect.stringContaining('did not send it') });
    expect(world.network.messages()).toEqual([]);
  });

  it('whose answer does not confirm that it was sent may be there', async () => {
    world.front.arm({ kind: 'status', status: 200, body: '{"data":{},"message":"OK"}' }, isPublish);
    expect(await failure()).toBeInstanceOf(OutcomeUnknown);
  });

  it.each([
    ['in JSON', BLOCKED],
    ['by a page', { ...BLOCKED, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html>' }],
  ] as const)(
    'that Cloudflare blocks %s was not sent, and a 403 of Kick ends the access',
    async (_, block) => {
      world.front.arm(block, isPublish);
      expect(await failure()).toBeInstanceOf(Unsent);
      world.front.arm(fault(403, 'Forbidden'), isPublish);
      expect(await failure()).toBeInstanceOf(ChannelGone);
      expect(await failure()).toMatchObject({ url: 'https://kick.com/ada-l' });
    },
  );

  it('waits as long as Kick asks', async () => {
    world.front.arm(fault(429, 'Too Many Requests', { 'retry-after': '20' }), isPublish);
    const error = await failure();
    expect(error).toBeInstanceOf(RateLimited);
    const waitMs = (error as RateLimited).resetAt.getTime() - Date.now();
    expect(waitMs).toBeLessThanOrEqual(20_000);
  });
});

describe('taking a message down on Kick', () => {
  it('works by the id alone, and not without the scope', async () => {
    const live = await publish(world.request());
    await provider.remove?.(world.channel, { ...live, ref: null }, world.context);
    expect(world.network.messages()).toEqual([]);
    const { token } = world.network.createToken(world.account, ['chat:write']);
    const less = { ...world.channel, credentials: { accessToken: token } };
    const again = await publish(world.request());
    await expect(provider.remove?.(less, again, world.context)).rejects.toThrow(ChannelGone);
    expect(world.network.messages()).toHaveLength(1);
  });
});
