import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { readTypings } from '../../src/test/oracles/typings.ts';
import { vkTypings } from '../../src/test/oracles/vk/typings.ts';
import { testAgainstVk, vkCheck } from '../../src/test/oracles/vk/vk.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import { filmFile, keepUploads, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { fault, isPublish, startWorld, type World } from './fixtures/world.ts';
import { vk as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeEach(async () => void (world = await startWorld({ recorder })));
afterEach(() => world.stop());

const publish = (request = world.request()) => publishUntilLive(provider, request, world.context);

describe('a post to VK', () => {
  it("is on the person's own wall, with a URL", async () => {
    const published = await publish(world.request({ text: 'Asparagus, from today\n[club1|Team VK]' }));
    const [item] = world.network.items();
    const { id } = world.user;
    expect(item).toMatchObject({ owner: id, from: id, text: 'Asparagus, from today\n[club1|Team VK]' });
    expect(published).toMatchObject({ id: String(item?.id), url: `https://vk.com/wall${id}_${item?.id}` });
  });

  it('stands on the wall of a community, in its name', async () => {
    const published = await publish(world.request({ channel: world.community }));
    const owner = -world.group.id;
    expect(world.network.items()).toMatchObject([{ owner, from: owner }]);
    expect(published.url).toBe(`https://vk.com/wall${owner}_${published.id}`);
  });

  it('of a community is signed, names its source, notifies nobody and closes its comments if that is chosen', async () => {
    const settings = {
      signed: true,
      copyright: 'https://a.example/source',
      mute_notifications: true,
      close_comments: true,
    };
    const channel = world.community;
    const root = await publish(world.request({ channel }, settings));
    const switches = { copyright: 'https://a.example/source', mute_notifications: '1', close_comments: '1' };
    expect(world.network.items()[0]?.extras).toEqual({ signed: '1', ...switches });
    await expect(publish(world.request({ channel, root, parent: root }))).rejects.toThrow(
      'Access to status replies denied',
    );
    await publish(world.request({}, settings));
    expect(world.network.items()[1]?.extras).toEqual(switches);
    await publish(world.request());
    expect(world.network.items()[2]?.extras).toEqual({});
  });

  it.each(['channel', 'community'] as const)(
    'has its pictures and videos in their order, as those of the %s',
    async (wall) => {
      const media = [pngFile('asparagus'), filmFile(), pngFile('')];
      await publish(world.request({ channel: world[wall], text: '', media }));
      const owner = wall === 'channel' ? world.user.id : -world.group.id;
      const [item] = world.network.items();
      expect(item?.attachments.map((one) => one.replace(/_\d+$/, ''))).toEqual([
        `photo${owner}`,
        `video${owner}`,
        `photo${owner}`,
      ]);
      expect(world.network.media().map(({ caption }) => caption)).toEqual(['asparagus', 'a short film', '']);
    },
  );

  it('that is tried again does not upload its files again', async () => {
    const request = world.request({ media: [pngFile(), filmFile()] });
    const context = { ...world.context, uploads: keepUploads() };
    const first = await prepareStored(provider, request, context);
    expect(await prepareStored(provider, request, context)).toEqual(first);
    expect(world.network.media()).toHaveLength(2);
  });

  it('with a file that VK cannot read is refused before anything is posted', async () => {
    const broken = { ...pngFile(), mime: 'image/tiff', fileName: 'scan.tiff' };
    await expect(prepareStored(provider, world.request({ media: [broken] }), world.context)).rejects.toThrow(
      'VK could not process scan.tiff; it does not say why',
    );
    const empty = { ...filmFile(), blob: async () => new Blob([]) };
    await expect(prepareStored(provider, world.request({ media: [empty] }), world.context)).rejects.toThrow(
      'VK could not process film.mp4: invalid_file',
    );
  });

  it.each(['channel', 'community'] as const)(
    'of several parts has comments below it, in the name of the %s',
    async (wall) => {
      const channel = world[wall];
      const root = await publish(world.request({ channel }));
      const second = await publish(
        world.request({ channel, text: 'Two', media: [pngFile()], root, parent: root }),
      );
      const third = await publish(world.request({ channel, text: 'Three', root, parent: second }));
      const owner = Number(channel.details.ownerId);
      expect(world.network.items().slice(1)).toMatchObject([
        { text: 'Two', post: Number(root.id), owner, from: owner, attachments: [expect.any(String)] },
        { text: 'Three', post: Number(root.id), owner, from: owner },
      ]);
      expect(third.url).toBe(`https://vk.com/wall${owner}_${root.id}?reply=${third.id}`);
      expect(await provider.postAnalytics?.(channel, third, world.context)).toEqual([
        { label: 'Likes', total: 3 },
      ]);
      await provider.remove?.(channel, third, world.context);
      await provider.remove?.(channel, third, world.context);
      expect(world.network.items().map(({ deleted }) => deleted)).toEqual([false, false, true]);
    },
  );

  it('has numbers, and so has the wall', async () => {
    const published = await publish();
    expect(await provider.postAnalytics?.(world.channel, published, world.context)).toEqual([
      { label: 'Views', total: 20 },
      { label: 'Likes', total: 3 },
      { label: 'Comments', total: 0 },
      { label: 'Reposts', total: 1 },
    ]);
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([
      { label: 'Followers', total: 12 },
    ]);
    expect(await provider.analytics?.(world.community, world.context)).toEqual([
      { label: 'Members', total: 77 },
    ]);
    await provider.remove?.(world.channel, published, world.context);
    await expect(provider.postAnalytics?.(world.channel, published, world.context)).rejects.toThrow(
      'VK no longer has the post',
    );
  });

  it('is not taken down by a person who may not, and reports it', async () => {
    const published = await publish(world.request({ channel: world.community }));
    world.group.editors.clear();
    const refused = provider.remove?.(world.community, published, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
  });

  it('is published with a text that is longer than a caption of VK, whole', async () => {
    const text = 'ж'.repeat(16_384);
    await publish(world.request({ text }));
    expect(world.network.items().at(-1)).toMatchObject({ text });
  });

  it('whose text is too long for VK is refused with what to do, and nothing is published', async () => {
    const request = world.request({ text: 'ж'.repeat(16_385) });
    const prepared = await prepareStored(provider, request, world.context);
    const refused = provider.publish(request, prepared, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow(
      'if the text is long, shorten it or put the rest into a further part',
    );
    expect(world.network.items()).toEqual([]);
  });

  it('to a community of which the person is editor no more is refused with a message', async () => {
    const request = world.request({ channel: world.community });
    const prepared = await prepareStored(provider, request, world.context);
    world.group.editors.clear();
    await expect(provider.publish(request, prepared, world.context)).rejects.toThrow(
      'VK answered 15 "Access denied": VK gives the right to post to few apps',
    );
  });
});

describe('an error of VK', () => {
  const CLASSES = [
    [OutcomeUnknown, [1, 10, 13, 36, 9999]],
    [TokenExpired, [5, 27, 1117, 3609]],
    [RateLimited, [6, 9, 29, 32]],
    [ChannelGone, [17, 18, 37, 3301, 3610]],
    [Rejected, [7, 14, 15, 100, 203, 214, 219, 220, 222, 3300]],
  ] as const;
  const cases = CLASSES.flatMap(([kind, codes]) => codes.map((code) => ({ code, kind, name: kind.name })));
  it.each(cases)('$code is $name, and reveals nothing of the request', async ({ code, kind }) => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(fault(code, 'in words of VK'), isPublish);
    const error = (await provider
      .publish(request, prepared, world.context)
      .catch((e: unknown) => e)) as Error;
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ networkCode: String(code) });
    expect(error.message).toContain(`VK answered ${code} "in words of VK"`);
    expect(error.message).not.toContain(request.item.text);
  });

  it('about a captcha explains that only a person can solve it', async () => {
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm(fault(14, 'Captcha needed'), isPublish);
    await expect(provider.publish(request, prepared, world.context)).rejects.toThrow('post once by hand');
  });
});

describeWith([vkTypings], "the types of VK's own API", () => {
  it('would notice a request that has another name, another kind or lacks a parameter', async () => {
    const check = vkCheck(readTypings(`${vkTypings.folder()}/dist`));
    const said = (method: string, form: Record<string, string>, response: unknown) =>
      check({
        method: 'POST',
        target: `/method/${method}`,
        request: { headers: {}, body: Buffer.from(new URLSearchParams({ ...form, v: '5.199' }).toString()) },
        status: 200,
        answer: { headers: {}, body: Buffer.from(JSON.stringify({ response })) },
      });
    const words = async (...args: Parameters<typeof said>): Promise<string[]> =>
      (await said(...args)).map(({ side, message }) => `${side}: ${message}`);
    expect(await words('wall.post', { owner_id: '1', guid: 'x' }, { post_id: 2 })).toEqual([]);
    expect(await words('wall.post', { owner: '1', from_group: '2' }, { post_id: 'x' })).toEqual([
      'request: owner is not known',
      'request: from_group is not 0',
      'answer: post_id is not a number',
    ]);
    expect(await words('wall.createComment', { message: 'x' }, undefined)).toEqual([
      'request: post_id is missing',
    ]);
  });
});

testAgainstVk(recorder);
