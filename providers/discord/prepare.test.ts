import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Channel, Published } from '../_kit/contract.ts';
import { Rejected, TokenExpired } from '../_kit/errors.ts';
import { pngFile } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

let world: World;
let root: Published;
beforeEach(async () => {
  world = await startWorld();
  root = await world.publish(world.request({ text: 'A long story\nbegins' }));
});
afterEach(() => world.stop());

const threads = (): string[] =>
  world.network
    .channels()
    .filter((c) => c.parentId === world.news)
    .map((c) => c.name);

describe('the parts after the first', () => {
  it('go into one thread under it, named after it, in order and with files', async () => {
    const second = await world.publish(
      world.request({ root, parent: root, text: 'two', media: [pngFile('between')] }),
    );
    const third = await world.publish(world.request({ root, parent: second, text: 'three' }));
    expect(threads()).toEqual(['A long story']);
    expect(world.live().map((m) => [m.channelId, m.content, m.attachments.length])).toEqual([
      [world.news, 'A long story\nbegins', 0],
      [root.id, 'two', 1],
      [root.id, 'three', 0],
    ]);
    expect(third.url).toBe(`https://discord.com/channels/${world.guild}/${root.id}/${third.id}`);
  });

  it('use an existing thread, opened by an earlier attempt or archived since', async () => {
    const what = world.request({ root, parent: root });
    await world.prepare(what);
    await world.prepare(what);
    expect(threads()).toHaveLength(1);
    world.network.setThread(root.id, { archived: true });
    await world.publish(what);
    expect(world.network.channels().find((c) => c.id === root.id)).toMatchObject({ archived: false });
  });

  it('are not duplicated if the answer to opening the thread is lost', async () => {
    world.front.arm({ kind: 'reset_after' }, ({ path }) => path.endsWith('/threads'));
    const what = world.request({ root, parent: root });
    await expect(world.prepare(what)).rejects.toThrow('The connection broke');
    await world.publish(what);
    expect(threads()).toHaveLength(1);
    expect(world.live()).toHaveLength(2);
  });

  it('continue with a new token if the old one is replaced in between', async () => {
    const second = await world.publish(world.request({ root, parent: root, text: 'two' }));
    const token = world.network.resetToken(world.bot.id);
    const what = world.request({ root, parent: second, text: 'three' });
    await expect(world.prepare(what)).rejects.toBeInstanceOf(TokenExpired);
    const renewed: Channel = { ...world.channel, credentials: { token } };
    await world.publish({ ...what, channel: renewed });
    expect(world.live().map((m) => m.content)).toEqual(['A long story\nbegins', 'two', 'three']);
  });

  it('follow a first part of which a person gave only the URL', async () => {
    const urlOnly: Published = { id: root.id, url: root.url, ref: null };
    await world.publish(world.request({ root: urlOnly, parent: urlOnly, text: 'two' }));
    expect(world.live()[1]).toMatchObject({ channelId: root.id, content: 'two' });
    const unknown: Published = { id: root.id, url: 'https://elsewhere.example/1', ref: null };
    await expect(world.prepare(world.request({ root: unknown, parent: unknown }))).rejects.toBeInstanceOf(
      Rejected,
    );
  });

  it('are rejected if the first one is gone, the thread is locked, or permissions are missing', async () => {
    world.network.permit(world.news, { CREATE_PUBLIC_THREADS: false });
    await expect(world.prepare(world.request({ root, parent: root }))).rejects.toThrow('Missing Permissions');
    world.network.permit(world.news, { CREATE_PUBLIC_THREADS: true });
    const second = await world.publish(world.request({ root, parent: root }));
    world.network.permit(world.news, { SEND_MESSAGES_IN_THREADS: false });
    await expect(world.publish(world.request({ root, parent: second }))).rejects.toThrow(
      'Missing Permissions',
    );
    world.network.permit(world.news, { SEND_MESSAGES_IN_THREADS: true });
    world.network.setThread(root.id, { locked: true });
    await expect(world.publish(world.request({ root, parent: second }))).rejects.toThrow('Thread is locked');
    const other = await world.publish(world.request());
    await provider.remove?.(world.channel, other, world.context);
    await expect(world.prepare(world.request({ root: other, parent: other }))).rejects.toThrow(
      'Unknown Message',
    );
  });

  it('go into the post itself in a forum, or into the thread that the first part went to', async () => {
    const forum = world.network.createChannel({ guild: world.guild, name: 'stories', type: 'forum' });
    for (const channel of [forum, (await world.publish(world.request({ root, parent: root })), root.id)]) {
      const first = await world.publish(world.request({ settings: { __type: 'discord', channel } }));
      const second = await world.publish(world.request({ root: first, parent: first }));
      expect(second.ref).toMatchObject({ channelId: channel === forum ? first.id : channel });
    }
  });

  it('go into a thread under an announcement, too', async () => {
    const channel = world.network.createChannel({
      guild: world.guild,
      name: 'official',
      type: 'announcement',
    });
    const first = await world.publish(world.request({ settings: { __type: 'discord', channel } }));
    await world.publish(world.request({ root: first, parent: first }));
    expect(world.network.channels().find((c) => c.id === first.id)).toMatchObject({
      type: 10,
      parentId: channel,
    });
  });
});
