import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PollResult, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected } from '../_kit/errors.ts';
import { filmFile, keepUploads, pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { accept, expectPatience } from '../_kit/test-poll.ts';
import { isPublish, refusal, startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const files = (): unknown => world.live().map((m) => m.files.map(({ name, alt }) => ({ name, alt })));

describe('files', () => {
  it.each([
    ['a picture', [pngFile('a pixel')], [{ name: 'pixel.png', alt: 'a pixel' }]],
    ['a picture without a description', [pngFile('')], [{ name: 'pixel.png', alt: '' }]],
    ['a video', [filmFile()], [{ name: 'film.mp4', alt: 'a short film' }]],
    [
      'both in one message',
      [pngFile('a pixel'), filmFile()],
      [
        { name: 'pixel.png', alt: 'a pixel' },
        { name: 'film.mp4', alt: 'a short film' },
      ],
    ],
  ])('may be %s, in the order of the request', async (_, media, expected) => {
    await publishUntilLive(provider, world.request({ media }), world.context);
    expect(files()).toEqual([expected]);
  });

  it('may come with or without a text', async () => {
    await publishUntilLive(provider, world.request({ text: '', media: [pngFile()] }), world.context);
    await publishUntilLive(provider, world.request({ text: 'a & b', media: [pngFile()] }), world.context);
    expect(world.live().map((m) => m.text)).toEqual(['', 'a &amp; b']);
  });

  it('may be replies, and may have replies', async () => {
    const root = await publishUntilLive(provider, world.request({ media: [pngFile()] }), world.context);
    const second = await publishUntilLive(
      provider,
      world.request({ root, parent: root, media: [filmFile()] }),
      world.context,
    );
    expect(world.live().map((m) => [m.ts, m.threadTs])).toEqual([
      [root.id, null],
      [second.id, root.id],
    ]);
  });

  it('are live only once Slack has shared them', async () => {
    world.network.arm({ sharePolls: 3 });
    const what = world.request({ media: [pngFile()] });
    let result: PollResult = await provider.publish(
      what,
      await provider.prepare(what, world.context),
      world.context,
    );
    for (let look = 0; look < 3; look++) {
      if (result.status !== 'processing') throw new Error('too early');
      result = (await provider.poll?.(what, result.ref, world.context)) ?? result;
    }
    expect(result.status).toBe('processing');
    if (result.status === 'processing') {
      result = (await provider.poll?.(what, result.ref, world.context)) ?? result;
    }
    expect(result).toMatchObject({ status: 'published', published: { id: world.live()[0]?.ts } });
  });

  it('that were deleted while Slack was sharing them end the polling', async () => {
    const what = world.request({ media: [pngFile()] });
    const post = await accept(provider, what, world.context);
    world.front.arm(refusal('file_deleted'), ({ path }) => path === '/api/files.info');
    expect(await provider.poll?.(what, post.ref, world.context)).toMatchObject({
      status: 'rejected',
      networkCode: 'file_deleted',
    });
    // A file that Slack cannot find yet is polled again.
    world.front.arm(refusal('file_not_found'), ({ path }) => path === '/api/files.info');
    expect(await provider.poll?.(what, post.ref, world.context)).toMatchObject({ status: 'processing' });
    await expectPatience(post, world.context, [{ ok: true, file: {} }, { ok: true }]);
  });

  it('are uploaded once, however often the rest is tried again', async () => {
    const uploads: string[] = [];
    const context: ProviderContext = {
      ...world.context,
      uploads: keepUploads(),
      egress: {
        ...world.context.egress,
        fetch: (url, init) => {
          if (String(url).includes('/upload/v1/')) uploads.push(String(url));
          return world.context.egress.fetch(url, init);
        },
      },
    };
    const what = world.request({ media: [pngFile(), filmFile()] });
    await provider.prepare(what, context);
    await publishUntilLive(provider, what, context);
    expect(uploads).toHaveLength(2);
    expect(world.live().at(-1)?.files).toHaveLength(2);
  });

  it('may be uploaded any number of times before anything appears', async () => {
    const what = world.request({ media: [pngFile()] });
    await provider.prepare(what, world.context);
    await provider.prepare(what, world.context);
    expect(world.live()).toEqual([]);
    await publishUntilLive(provider, what, world.context);
    expect(world.live()).toHaveLength(1);
  });

  it('are uploaded without the token, to a URL that is not stored', async () => {
    const seen: { url: string; headers: string }[] = [];
    const { egress } = world.context;
    const watching = {
      ...world.context,
      egress: {
        ...egress,
        fetch: (url: string | URL, init?: Parameters<typeof egress.fetch>[1]) => {
          seen.push({ url: String(url), headers: JSON.stringify(init?.headers) });
          return egress.fetch(url, init);
        },
      },
    };
    const stored = JSON.stringify(await provider.prepare(world.request({ media: [pngFile()] }), watching));
    const upload = seen.find(({ url }) => url.includes('/upload/'));
    expect(upload?.headers).not.toContain(world.token);
    expect(stored).not.toContain('/upload/');
  });

  it.each([
    ['the workspace does not accept files', refusal('file_uploads_disabled'), Rejected],
    ['they are too large', refusal('file_upload_size_restricted'), Rejected],
    [
      'there were too many calls',
      refusal('ratelimited', { status: 429, headers: { 'retry-after': '5' } }),
      RateLimited,
    ],
  ])('are not sent while %s, and are afterwards', async (_, fault, expected) => {
    const what = world.request({ media: [pngFile()] });
    world.front.arm(fault, ({ path }) => path === '/api/files.getUploadURLExternal');
    await expect(provider.prepare(what, world.context)).rejects.toBeInstanceOf(expected);
    await publishUntilLive(provider, what, world.context);
    expect(world.live()).toHaveLength(1);
  });

  it('are deleted with their message', async () => {
    const live = await publishUntilLive(
      provider,
      world.request({ media: [pngFile(), filmFile()] }),
      world.context,
    );
    const { fileIds } = live.ref as { fileIds: string[] };
    const known = async (id: string): Promise<boolean> =>
      (
        (await (
          await fetch(`${world.network.url}/api/files.info`, {
            method: 'POST',
            headers: { authorization: `Bearer ${world.token}` },
            body: new URLSearchParams({ file: id }),
          })
        ).json()) as { ok: boolean }
      ).ok;
    expect(await Promise.all(fileIds.map(known))).toEqual([true, true]);
    await provider.remove?.(world.channel, live, world.context);
    await provider.remove?.(world.channel, live, world.context);
    expect(await Promise.all(fileIds.map(known))).toEqual([false, false]);
    expect(world.live()).toEqual([]);
  });

  it('have an unknown outcome if the answer to their completion is lost', async () => {
    const what = world.request({ media: [pngFile()] });
    const stored = await provider.prepare(what, world.context);
    world.front.arm({ kind: 'truncated_after' }, isPublish);
    await expect(provider.publish(what, stored, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(world.live()).toHaveLength(1);
  });
});
