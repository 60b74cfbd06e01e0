/** A post on Whop: its title, its attachments, its comments, and what Whop refuses. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MediaFile, Published, PublishRequest } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { keepUploads, pngFile, prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { fault, isPublish, startWorld, type World } from './fixtures/world.ts';
import { whop as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

const publish = (request: PublishRequest): Promise<Published> =>
  publishUntilLive(provider, request, world.context);

describe('a post', () => {
  it('has its Markdown, its title, its URL and a key of its own', async () => {
    const request = world.request({ text: 'Fresh **bread**' }, { title: 'Today' });
    const { id, url } = await publish(request);
    expect(world.network.posts()).toEqual([
      expect.objectContaining({
        id,
        title: 'Today',
        content: 'Fresh **bread**',
        forum: world.forum,
        parent: null,
        key: request.idempotencyKey,
      }),
    ]);
    expect(url).toBe(`https://whop.com/experiences/${world.forum.experience}/${id}`);
  });

  it('has no title when it is empty, and needs no text beside a picture', async () => {
    await publish(world.request({ text: '', media: [pngFile()] }, { title: ' ' }));
    expect(world.network.posts()).toMatchObject([
      { title: null, content: '', attachments: [{ filename: 'pixel.png', status: 'ready' }] },
    ]);
  });

  it('goes into the public forum of its company, whose URL is not known', async () => {
    const { url } = await publish(world.request({}, { experience: 'public' }));
    expect(world.network.posts()).toMatchObject([{ forum: { isPublic: true, company: world.company } }]);
    expect(url).toBeNull();
  });

  it('gets its further parts as comments, which have files but no title', async () => {
    const root = await publish(world.request({ text: 'One' }, { title: 'Today' }));
    const second = await publish(
      world.request({ text: 'Two', root, parent: root, media: [pngFile()] }, { title: 'Today' }),
    );
    const third = await publish(world.request({ text: 'Three', root, parent: second }));
    expect(
      world.network.posts().map(({ title, parent, attachments }) => [title, parent?.id, attachments.length]),
    ).toEqual([
      ['Today', undefined, 0],
      [null, root.id, 1],
      [null, root.id, 0],
    ]);
    expect([second.url, third.url]).toEqual([root.url, root.url]);
  });

  it('has the numbers that Whop shows of it, and a comment those that it has', async () => {
    const root = await publish(world.request());
    const comment = await publish(world.request({ root, parent: root }));
    expect(await provider.postAnalytics?.(world.channel, root, world.context)).toEqual([
      { label: 'Views', total: 9 },
      { label: 'Likes', total: 4 },
      { label: 'Comments', total: 1 },
    ]);
    expect(await provider.postAnalytics?.(world.channel, comment, world.context)).toEqual([
      { label: 'Views', total: 9 },
      { label: 'Comments', total: 0 },
    ]);
  });
});

describe('a file of a post', () => {
  const prepare = (media: MediaFile[], uploads = keepUploads()) =>
    prepareStored(provider, world.request({ media }), { ...world.context, uploads });

  it('is uploaded once, however often the post is prepared', async () => {
    const uploads = keepUploads();
    const media = [pngFile(), pngFile()];
    const first = await prepare(media, uploads);
    expect((await prepare(media, uploads)) as object).toMatchObject({
      attachments: (first as { attachments: string[] }).attachments,
    });
    expect(world.network.files()).toBe(2);
  });

  it('is uploaded again after Whop could not process it', async () => {
    const uploads = keepUploads();
    world.network.arm({ failProcessing: true });
    await expect(prepare([pngFile()], uploads)).rejects.toThrow('Whop could not process pixel.png');
    world.network.arm({ failProcessing: false });
    await prepare([pngFile()], uploads);
    expect(world.network.files()).toBe(2);
  });

  it('is waited for when Whop is still processing it, and the next try goes on with it', async () => {
    let asked = 0;
    const slow = { ...world.context, now: () => new Date(asked++ * 3_600_000), uploads: keepUploads() };
    world.network.arm({ processingReads: 1 });
    const first = prepareStored(provider, world.request({ media: [pngFile()] }), slow);
    await expect(first).rejects.toThrow(Unsent);
    await expect(first).rejects.toThrow('Whop did not process pixel.png within');
    await prepare([pngFile()], slow.uploads);
    expect(world.network.files()).toBe(1);
  });

  it("is refused with the storage's message when it is too large for it", async () => {
    const small = await startWorld({ limits: { fileBytes: 10 } });
    const refused = publishUntilLive(provider, small.request({ media: [pngFile()] }), small.context);
    await expect(refused).rejects.toThrow(Rejected);
    await expect(refused).rejects.toThrow('EntityTooLarge');
    await small.stop();
  });
});

describe('what Whop refuses', () => {
  it.each([
    [400, 'bad_request', Rejected],
    [402, 'payment_required', Rejected],
    [403, 'forbidden', Rejected],
    [403, 'insufficient_scope', ChannelGone],
    [404, 'not_found', Rejected],
    [409, 'conflict', OutcomeUnknown],
    [422, 'unprocessable_entity', Rejected],
    [500, 'internal_server_error', OutcomeUnknown],
  ] as const)('with %d %s is that, with its message', async (status, type, kind) => {
    world.front.arm(fault(status, type, 'These are the words'), isPublish);
    const error = await publish(world.request()).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(kind);
    expect((error as Error).message).toContain('These are the words');
    expect((error as Rejected).networkCode).toBe(status === 500 ? '500' : type);
  });

  it('is a forum that does not exist, before anything is uploaded twice', async () => {
    await expect(publish(world.request({}, { experience: 'exp_nowhere' }))).rejects.toThrow(
      'Experience was not found',
    );
    expect(world.network.posts()).toEqual([]);
  });

  it('waits for as long as the message of a limit asks', async () => {
    const now = new Date('2026-11-23T10:00:42Z');
    const small = await startWorld({ limits: { requests: 1 }, now: () => now, contextNow: () => now });
    await publishUntilLive(provider, small.request(), small.context);
    const refused = publishUntilLive(provider, small.request(), small.context);
    await expect(refused).rejects.toThrow(RateLimited);
    await expect(refused).rejects.toMatchObject({ resetAt: new Date('2026-11-23T10:01:00Z') });
    await small.stop();
  });

  it('is an expired token for a channel whose access was withdrawn', async () => {
    world.network.revoke(world.person);
    await expect(publish(world.request())).rejects.toThrow(TokenExpired);
  });
});

describe('the lookups for people who write', () => {
  const run = async (
    name: 'companies' | 'experiences',
    input: Record<string, unknown> = {},
  ): Promise<unknown> => provider.tools?.[name]?.run(world.channel, input, world.context);

  it('list the companies of the account, over several pages', async () => {
    const more = Array.from({ length: 60 }, (_, n) => world.network.createCompany(world.person, `Shop ${n}`));
    world.network.createCompany(world.network.createPerson('eve'), 'Not mine');
    expect(await run('companies')).toEqual(
      [world.company, ...more].map(({ id, title }) => ({ id, name: title })),
    );
  });

  it('list the forums of a company, with its public one', async () => {
    const second = world.network.createForum(world.company, 'Questions');
    expect(await run('experiences', { company: world.company.id })).toEqual([
      { id: world.forum.experience, name: 'News' },
      { id: second.experience, name: 'Questions' },
      { id: 'public', name: 'Public forum' },
    ]);
    await expect(run('experiences', { company: 'biz_nowhere' })).rejects.toThrow('Company was not found');
  });
});
