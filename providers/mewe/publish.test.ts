import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishRequest, PublishResult } from '../_kit/contract.ts';
import { RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import { pngFile, prepareStored } from '../_kit/test-harness.ts';
import { fault, isPublish, startWorld, type World } from './fixtures/world.ts';
import { mewe as provider } from './index.ts';

const NOW = new Date('2031-05-04T09:30:00Z');
let world: World;
beforeEach(async () => void (world = await startWorld({ now: () => NOW, contextNow: () => NOW })));
afterEach(() => world.stop());

async function publish(request: PublishRequest): Promise<PublishResult> {
  return provider.publish(request, await prepareStored(provider, request, world.context), world.context);
}

describe('a post', () => {
  it('on the timeline gets a name of ours where MeWe returns none, and leads to the profile', async () => {
    const request = world.request({ text: 'Hello' });
    expect(await publish(request)).toEqual({
      status: 'published',
      published: { id: request.idempotencyKey, url: 'https://mewe.com/ada/posts', ref: null },
    });
    expect(world.network.posts()).toEqual([expect.objectContaining({ text: 'Hello', group: null })]);
  });

  it('has the id that MeWe returns', async () => {
    world.network.arm({ tellsIds: true });
    const { published } = (await publish(world.request())) as PublishResult & { status: 'published' };
    expect(world.network.posts().map(({ id }) => id)).toEqual([published.id]);
  });

  it('in a group leads to the group', async () => {
    const { id } = world.network.createGroup('Bakers', [world.person]);
    expect(await publish(world.request({}, { postType: 'group', group: id }))).toMatchObject({
      published: { url: `https://mewe.com/group/${id}` },
    });
    expect(world.network.posts()).toEqual([expect.objectContaining({ group: id })]);
  });

  it('on the timeline ignores the group beside it', async () => {
    const { id } = world.network.createGroup('Bakers', [world.person]);
    await publish(world.request({}, { group: id }));
    expect(world.network.posts()).toEqual([expect.objectContaining({ group: null })]);
  });

  it('shows its photos in order, and each is uploaded once for all tries', async () => {
    const request = world.request({ text: '', media: [pngFile('one'), pngFile('two')] });
    const { context } = world;
    const prepared = await prepareStored(provider, request, context);
    expect(await prepareStored(provider, request, context)).toEqual(prepared);
    await provider.publish(request, prepared, context);
    expect(world.network.posts()).toEqual([
      expect.objectContaining({ text: '', photos: (prepared as { photos: string[] }).photos }),
    ]);
  });

  it('is refused in a group of others, and in one that does not exist', async () => {
    const { id } = world.network.createGroup('Others', []);
    const refused = publish(world.request({}, { postType: 'group', group: id }));
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(/is not a member of the group\. Not a member/);
    await expect(publish(world.request({}, { postType: 'group', group: 'gone' }))).rejects.toThrow(
      'Group not found',
    );
  });

  it.each([420, 429])('waits after %i', async (status) => {
    world.front.arm(fault(status, 'Enhance Your Calm', { 'retry-after': '90' }), isPublish);
    const failure = await publish(world.request()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RateLimited);
    expect((failure as RateLimited).resetAt).toEqual(new Date('2031-05-04T09:31:30Z'));
  });

  it('waits for the channel to be connected again when the token has ended', async () => {
    world.network.revoke(world.person);
    await expect(publish(world.request())).rejects.toBeInstanceOf(TokenExpired);
    expect(provider.refresh).toBeUndefined();
  });
});

describe('the groups', () => {
  it('are listed to the last page', async () => {
    const names = ['Bakers', 'Cyclists', 'Dancers'];
    const groups = names.map((name) => world.network.createGroup(name, [world.person]));
    world.network.createGroup('Others', []);
    expect(await provider.tools?.groups?.run(world.channel, {}, world.context)).toEqual(
      groups.map(({ id, name }) => ({ id, name })),
    );
  });

  it('are not asked for at another server', async () => {
    for (const name of ['Bakers', 'Cyclists', 'Dancers']) world.network.createGroup(name, [world.person]);
    world.network.arm({ strayPage: true });
    await expect(provider.tools?.groups?.run(world.channel, {}, world.context)).rejects.toThrow(
      'without what was asked for',
    );
  });
});
