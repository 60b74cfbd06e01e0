/** A post on Dribbble: its picture, its text, its team, and Dribbble's work on it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PublishRequest } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, Unsent } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { expectPatience } from '../_kit/test-poll.ts';
import { fault, isPublish, picture, startWorld, TEAM, type World } from './fixtures/world.ts';
import { dribbble as provider } from './index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const publish = (request: PublishRequest): ReturnType<typeof publishUntilLive> =>
  publishUntilLive(provider, request, world.context);
const failure = (request = world.request()): Promise<unknown> =>
  publish(request).catch((error: unknown) => error);

describe('a shot on Dribbble', () => {
  it('has its picture, its title and its text, and its own URL', async () => {
    const file = await picture(800, 600);
    const text = 'Signs < 3 & more';
    const { id, url } = await publish(world.request({ text, media: [file] }, { title: ' Menu, redrawn ' }));
    const shot = world.network.shots().at(-1);
    const bytes = Buffer.from(await (await file.blob()).arrayBuffer());
    expect(shot).toMatchObject({
      title: 'Menu, redrawn',
      description: 'Signs &lt; 3 & more',
      teamId: null,
      fileName: 'dashboard.png',
    });
    expect(shot?.image.equals(bytes)).toBe(true);
    expect([id, url]).toEqual([String(shot?.id), `https://dribbble.com/shots/${shot?.id}-Menu-redrawn`]);
  });

  it('is of the team whose URL the setting has, however that is written', async () => {
    for (const team of [TEAM.html_url, 'http://www.dribbble.com/Cafe-Team/']) {
      await publish(world.request({}, { team }));
      expect(world.network.shots().at(-1)?.teamId).toBe(TEAM.id);
    }
    await publish(world.request({}, { team: '' }));
    expect(world.network.shots().at(-1)?.teamId).toBeNull();
    expect(await provider.tools?.teams?.run(world.channel, {}, world.context)).toEqual([
      { id: TEAM.html_url, name: TEAM.name },
    ]);
  });

  it('of a team that the account is not in is refused before anything is sent', async () => {
    const before = world.network.shots().length;
    const error = await failure(world.request({}, { team: 'https://dribbble.com/elsewhere' }));
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({ message: expect.stringContaining(`its teams: ${TEAM.html_url}`) });
    expect(world.network.shots()).toHaveLength(before);
  });

  it('is followed until Dribbble shows it', async () => {
    world.network.arm({ processingReads: 2 });
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    const sent = await provider.publish(request, prepared, world.context);
    world.network.arm({ processingReads: 0 });
    const ref = sent.status === 'processing' ? sent.ref : null;
    expect(ref).toEqual({ id: String(world.network.shots().at(-1)?.id) });
    const poll = async () => provider.poll?.(request, ref, world.context);
    expect(await poll()).toMatchObject({ status: 'processing' });
    expect(await poll()).toMatchObject({ status: 'processing' });
    expect(await poll()).toMatchObject({ status: 'published', published: { ref } });
    await expectPatience({ provider, request, ref }, world.context, [{ id: 1 }]);
  });

  it("fails with Dribbble's message with a picture of another size", async () => {
    const error = await failure(world.request({ media: [await picture(401, 300)] }));
    expect(error).toBeInstanceOf(Rejected);
    expect(error).toMatchObject({ message: 'Validation failed. image must be exactly 400x300 or 800x600' });
  });

  it('may be there if the answer does not contain its place, and was not sent if the picture cannot be read', async () => {
    world.front.arm({ kind: 'status', status: 202, body: '' }, isPublish);
    expect(await failure()).toBeInstanceOf(OutcomeUnknown);
    const file = { ...(await picture()), blob: () => Promise.reject(new Error('gone')) };
    expect(await failure(world.request({ media: [file] }))).toBeInstanceOf(Unsent);
  });
});

describe('what Dribbble allows', () => {
  it('is asked for again when the limit of a minute is over', async () => {
    const reset = Math.floor(Date.now() / 1000) + 40;
    world.front.arm(
      fault(429, 'API rate limit exceeded.', { 'x-ratelimit-reset': String(reset) }),
      isPublish,
    );
    expect(await failure()).toMatchObject({ constructor: RateLimited, resetAt: new Date(reset * 1000) });
  });

  it('is not to upload, for an account that may not: neither to connect nor to publish', async () => {
    world.network.createAccount('grace', { mayUpload: false });
    await expect(world.signIn('Authorize as grace')).rejects.toThrow('lets this account upload no shots');
    world.front.arm(fault(403, 'You are not authorized to upload shots.'), isPublish);
    expect(await failure()).toBeInstanceOf(Rejected);
  });

  it('ends when the person withdraws the access', async () => {
    const other = await startWorld();
    other.network.revoke(other.account);
    await expect(provider.prepare(other.request(), other.context)).rejects.toThrow(ChannelGone);
    await other.stop();
  });
});
