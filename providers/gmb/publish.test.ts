/** A post on a Business Profile, its numbers, and who may publish it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstBusinessProfile } from '../../src/test/oracles/google/business-profile.ts';
import type { Provider, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { accept, expectPatience } from '../_kit/test-poll.ts';
import { isPublish, photo, startWorld, type World } from './fixtures/world.ts';
import { gmb as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => {
  world = await startWorld({ recorder });
});
afterAll(() => world.stop());

const publish = (request: PublishRequest): ReturnType<typeof publishUntilLive> =>
  publishUntilLive(provider, request, world.context);
const newest = (): Readonly<Record<string, unknown>> | undefined => world.network.posts().at(-1)?.fields;

describe('a post on a Business Profile', () => {
  it('has its text, its photo and its button, and the URL that Google gives it', async () => {
    const settings = { callToActionType: 'LEARN_MORE', callToActionUrl: 'https://cafe.example/menu' };
    const { id, url } = await publish(world.request({ text: 'Spring menu', media: [photo()] }, settings));
    expect(newest()).toEqual({
      languageCode: 'en-GB',
      topicType: 'STANDARD',
      summary: 'Spring menu',
      callToAction: { actionType: 'LEARN_MORE', url: 'https://cafe.example/menu' },
      media: [{ mediaFormat: 'PHOTO', sourceUrl: 'https://crier.example/uploads/signed/menu.png' }],
    });
    expect(id).toBe(world.network.posts().at(-1)?.name);
    expect(url).toMatch(/^https:\/\/local\.google\.com\/place\?/);
  });

  it('has a button without a URL that calls the business, and none with NONE', async () => {
    const callToActionUrl = 'https://cafe.example';
    await publish(world.request({}, { callToActionType: 'CALL', callToActionUrl }));
    expect(newest()?.callToAction).toEqual({ actionType: 'CALL' });
    await publish(world.request({}, { callToActionType: 'NONE', callToActionUrl }));
    expect(newest()).not.toHaveProperty('callToAction');
  });

  it('of an event has its title, days and times', async () => {
    await publish(
      world.request(
        {},
        {
          topicType: 'EVENT',
          eventTitle: 'Tasting',
          eventStartDate: '2031-05-04',
          eventStartTime: '09:30',
          eventEndDate: '2031-05-05',
        },
      ),
    );
    expect(newest()?.event).toEqual({
      title: 'Tasting',
      schedule: {
        startDate: { year: 2031, month: 5, day: 4 },
        startTime: { hours: 9, minutes: 30 },
        endDate: { year: 2031, month: 5, day: 5 },
      },
    });
  });

  it('of an offer has an event all the same, of today and with the first line as its title', async () => {
    const settings = { topicType: 'OFFER', offerCouponCode: 'MAY', callToActionType: 'CALL' };
    await publish(world.request({ text: '\nTwo for one\nUntil ten' }, settings));
    const [year, month, day] = new Date().toISOString().slice(0, 10).split('-').map(Number);
    expect(newest()).toMatchObject({
      event: {
        title: 'Two for one',
        schedule: { startDate: { year, month, day }, endDate: { year, month, day } },
      },
      offer: { couponCode: 'MAY' },
    });
    expect(newest()).not.toHaveProperty('callToAction');
  });

  it('is published once Google has looked at it, and fails where Google rejects it', async () => {
    world.network.arm({ processingReads: 2 });
    const request = world.request();
    const sent = await provider.publish(
      request,
      await prepareStored(provider, request, world.context),
      world.context,
    );
    const ref = sent.status === 'processing' ? sent.ref : null;
    expect(await provider.poll?.(request, ref, world.context)).toMatchObject({ status: 'processing' });
    expect(await provider.poll?.(request, ref, world.context)).toMatchObject({ status: 'published' });
    world.network.arm({ rejects: true });
    const rejected = publish(world.request());
    await expect(rejected).rejects.toThrow(Rejected);
    await expect(rejected).rejects.toThrow('Google rejected the post because of its content policy');
    world.network.arm({ processingReads: 1 });
    const post = await accept(provider, world.request(), world.context);
    await expectPatience(post, world.context, [{ name: 'accounts/1/locations/2/localPosts/3' }]);
    await provider.poll?.(post.request, post.ref, world.context);
    expect(await provider.poll?.(post.request, post.ref, world.context)).toMatchObject({
      status: 'rejected',
      networkCode: 'REJECTED',
    });
    world.network.arm({ processingReads: 0, rejects: false });
  });

  it('is gone once taken down, and a second time is no error', async () => {
    const published = await publish(world.request());
    for (let n = 0; n < 2; n++) await provider.remove?.(world.channel, published, world.context);
    expect(world.network.posts().map(({ name }) => name)).not.toContain(published.id);
  });
});

describe('a post whose answer was lost', () => {
  async function lose(request: PublishRequest, kind: 'reset_after' | 'reset_before'): Promise<SentAttempt> {
    const prepared = await prepareStored(provider, request, world.context);
    world.front.arm({ kind }, isPublish);
    const sentAt = new Date();
    await expect(provider.publish(request, prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    return { prepared, sentAt, readAt: new Date(), ref: null };
  }
  const verify = (...[request, attempt]: [PublishRequest, SentAttempt]): ReturnType<Provider['verify']> =>
    provider.verify(request, attempt, world.context);

  it('is found by its text, unless another item has it', async () => {
    const request = world.request({ text: 'Found again', media: [photo()] });
    const attempt = await lose(request, 'reset_after');
    const id = world.network.posts().at(-1)?.name;
    expect(await verify(request, attempt)).toMatchObject({
      status: 'found',
      byWords: true,
      published: { id },
    });
    expect(await verify(request, { ...attempt, isTaken: () => true })).toMatchObject({ status: 'absent' });
  });

  it('is absent when it never arrived, but not too soon', async () => {
    const request = world.request({ text: 'Never arrived' });
    const attempt = await lose(request, 'reset_before');
    expect(await verify(request, attempt)).toMatchObject({ status: 'absent', afterMs: 300_000 });
  });

  it('is not found while Google looks at it, and is absent once rejected', async () => {
    const request = world.request({ text: 'Looked at first' });
    const attempt = await lose(request, 'reset_after');
    const ref = { name: world.network.posts().at(-1)?.name ?? '' };
    world.network.arm({ processingReads: 1000 });
    const lookedAt = { status: 'unknown', reason: 'Google is still looking at the post' };
    for (const known of [null, ref]) {
      expect(await verify(request, { ...attempt, ref: known })).toEqual(lookedAt);
    }
    world.network.arm({ processingReads: 1, rejects: true });
    const rejected = world.request({ text: 'Rejected unseen' });
    const unseen = await lose(rejected, 'reset_after');
    expect(await verify(rejected, unseen)).toEqual(lookedAt);
    const processing = await provider.publish(rejected, unseen.prepared, world.context);
    world.network.arm({ processingReads: 0 });
    for (const known of [null, processing.status === 'processing' ? processing.ref : null]) {
      expect(await verify(rejected, { ...unseen, ref: known })).toMatchObject({ status: 'absent' });
    }
    world.network.arm({ rejects: false });
  });

  it('is found by its name when Google had accepted it', async () => {
    const request = world.request();
    const { id, ref } = await publish(request);
    const attempt = {
      prepared: await prepareStored(provider, request, world.context),
      sentAt: new Date(),
      readAt: new Date(),
      ref,
    };
    expect(await verify(request, attempt)).toMatchObject({ status: 'found', published: { id } });
  });
});

describe('the locations of a Google account', () => {
  it('are all offered, from every account and every page', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `Cafe ${n}`);
    world.network.createOwner('Grace', many, ['Bakery']);
    const found = await world.signIn('Allow as Grace');
    expect(found.map(({ name }) => name)).toEqual([...many, 'Bakery']);
    expect(found[0]).toMatchObject({
      internalId: expect.stringMatching(/^accounts\/\d+\/locations\/\d+$/),
      profile: '1 High Street, Leeds',
      details: { language: 'en-GB' },
    });
  });

  it('are missed with a message where there are none, and where the person clears the box', async () => {
    world.network.createOwner('Heidi');
    await expect(world.signIn('Allow as Heidi')).rejects.toThrow('This Google account manages no location');
    await expect(world.signIn('Allow nothing as Ada')).rejects.toThrow('leave every box ticked');
  });

  it('have numbers by the day', async () => {
    const metrics = (await provider.analytics?.(world.channel, world.context)) ?? [];
    expect(metrics.map(({ label }) => label)).toContain('Directions');
    expect(metrics[0]?.days).toHaveLength(31);
    expect(metrics[0]?.total).toBe(60);
    const published = await publish(world.request());
    const [first] = (await provider.recent?.(world.channel, world.context)) ?? [];
    expect(first).toMatchObject({ id: published.id, url: published.url });
  });
});

describe('the access to a Business Profile', () => {
  it('is explained for a project that Google has not approved', async () => {
    world.network.arm({ unapproved: true });
    await expect(publish(world.request())).rejects.toThrow('Google has not approved the project');
    world.network.arm({ unapproved: false });
  });

  it('ends with the grant, and not with the operator changing the app', async () => {
    const refresh = (env = world.context.env) => provider.refresh?.(world.channel, { ...world.context, env });
    expect((await refresh())?.credentials.refreshToken).toBe(world.channel.credentials.refreshToken);
    const other = { ...world.context.env, GOOGLE_GMB_CLIENT_SECRET: 'another' };
    await expect(refresh(other)).rejects.toThrow(Unsent);
    world.network.endGrants();
    await expect(refresh()).rejects.toThrow(ChannelGone);
  });
});

testAgainstBusinessProfile(recorder);
