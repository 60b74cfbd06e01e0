import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublishRequest, PublishResult } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { fault, isPublish, startWorld, type World } from './fixtures/world.ts';
import { skool as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

async function publish(request: PublishRequest): Promise<PublishResult> {
  return provider.publish(request, await prepareStored(provider, request, world.context), world.context);
}

describe('a post', () => {
  it('is in its category, with its title, and has a URL in its group', async () => {
    const live = await publishUntilLive(provider, world.request({ text: 'Hello' }), world.context);
    expect(world.live()).toEqual([
      expect.objectContaining({
        id: live.id,
        title: 'Spring',
        content: 'Hello',
        label: world.group.labels[0]?.id,
        group: world.group.id,
      }),
    ]);
    expect(live.url).toBe(`https://www.skool.com/${world.group.slug}/spring-${live.id.slice(0, 8)}`);
  });

  it('in a group without categories goes without one', async () => {
    const { id } = world.network.createGroup('Plain', [world.person]);
    await publish(world.request({}, { group: id, label: 'none' }));
    expect(world.live()).toEqual([expect.objectContaining({ group: id, label: null })]);
    await expect(publish(world.request({}, { label: 'none' }))).rejects.toThrow('select a category');
  });

  it('has its files in order, each stored once for all tries, without a cookie', async () => {
    const request = world.request({ media: [pngFile('one'), pngFile('two')] });
    const { context } = world;
    const prepared = await prepareStored(provider, request, context);
    expect(await prepareStored(provider, request, context)).toEqual(prepared);
    await provider.publish(request, prepared, context);
    const { metadata } = prepared as { metadata: { attachments: string } };
    expect(world.live().map(({ files }) => files.join(','))).toEqual([metadata.attachments]);
  });

  it('is not sent when a file could not be stored', async () => {
    world.network.arm({ storageFails: true });
    await expect(publish(world.request({ media: [pngFile()] }))).rejects.toBeInstanceOf(Unsent);
    expect(world.live()).toEqual([]);
  });

  it.each([
    ['in a category for admins', () => ({ label: world.group.labels[1]?.id }), 'cannot post to this label'],
    ['in a category of another group', () => ({ label: 'f'.repeat(32) }), 'invalid label'],
    ['in a group that is not there', () => ({ group: 'gone' }), 'group not found'],
  ])("%s is refused with Skool's message", async (_, settings, message) => {
    const refused = publish(world.request({}, settings()));
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(message);
  });

  it('waits for the channel to be connected again when the person has signed out', async () => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.person.signedOut = true;
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(TokenExpired);
    world.front.arm(fault(403, 'forbidden'), isPublish);
    const gone = provider.publish(request, prepared, world.context);
    await expect(gone).rejects.toBeInstanceOf(ChannelGone);
    await expect(gone).rejects.toThrow('sign in to Skool and reconnect the channel. forbidden');
    expect(provider.refresh).toBeUndefined();
  });

  it.each(['challenge', 'captcha', 'page'] as const)(
    'was certainly not sent when the firewall stops it (%s)',
    async (stopped) => {
      const request = world.request();
      const prepared = await prepareStored(provider, request, world.context);
      world.network.arm({ stopped });
      const failed = provider.publish(request, prepared, world.context);
      await expect(failed).rejects.toBeInstanceOf(Unsent);
      await expect(failed).rejects.toThrow('it wants a browser');
      expect(world.live()).toEqual([]);
    },
  );
});

describe('a comment', () => {
  it('stands below the one before, leads to the post, and may have a file', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const parent = await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    const request = world.request({ root, parent, media: [pngFile()] });
    const live = await publishUntilLive(provider, request, world.context);
    expect(live.url).toBe(root.url);
    expect(world.live().slice(1)).toEqual([
      expect.objectContaining({ root: root.id, parent: root.id, title: '' }),
      expect.objectContaining({ root: root.id, parent: parent.id, title: '', files: [expect.any(String)] }),
    ]);
  });
});

describe('the choices', () => {
  it('are the groups of the account, however many, and no others', async () => {
    const more = Array.from({ length: 31 }, (_, i) => world.network.createGroup(`G${i}`, [world.person]));
    world.network.createGroup('Others', []);
    expect(await provider.tools?.groups?.run(world.channel, {}, world.context)).toEqual(
      [world.group, ...more].map(({ id, name }) => ({ id, name })),
    );
  });

  it('are the categories of a group; one for admins goes by its id', async () => {
    const label = (group: string): unknown =>
      provider.tools?.label?.run(world.channel, { group }, world.context);
    const [general, news] = world.group.labels;
    expect(await label(world.group.id)).toEqual([
      { id: general?.id, name: 'General' },
      { id: news?.id, name: news?.id },
    ]);
    const { id } = world.network.createGroup('Plain', [world.person]);
    expect(await label(id)).toEqual([{ id: 'none', name: 'No category' }]);
  });
});
