/** What is found out about a shot whose answer was lost. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { prepareStored, publishUntilLive } from '../_kit/test-harness.ts';
import { isPublish, startWorld, TEAM, type World } from './fixtures/world.ts';
import { dribbble as provider } from './index.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

async function lose(
  request: PublishRequest,
  kind: 'reset_before' | 'reset_after' = 'reset_after',
): Promise<{ prepared: Json; sentAt: Date; readAt: Date; ref: null }> {
  const prepared = await prepareStored(provider, request, world.context);
  world.front.arm({ kind }, isPublish);
  const sentAt = new Date();
  await expect(provider.publish(request, prepared, world.context)).rejects.toThrow(OutcomeUnknown);
  return { prepared, sentAt, readAt: new Date(), ref: null };
}
const verify = (request: PublishRequest, attempt: Parameters<typeof provider.verify>[1]) =>
  provider.verify(request, attempt, world.context);

describe('a lost shot', () => {
  it('is found by title and text, with any tags and links that Dribbble adds', async () => {
    const text = 'A menu, see https://cafe.example/menu?a=1&b=2\nand a sign < 3 m\n\nBye';
    const request = world.request({ text });
    const attempt = await lose(request);
    expect(await verify(request, attempt)).toMatchObject({
      status: 'found',
      published: { id: String(world.network.shots()[0]?.id) },
      byWords: true,
    });
  });

  it('without text is found by its title', async () => {
    const request = world.request({ text: '' });
    expect(await verify(request, await lose(request))).toMatchObject({ status: 'found' });
  });

  it('whose text Dribbble changed is left to a person', async () => {
    world.network.arm({ rewrite: (html) => html.replace('A darn menu', 'Taken out') });
    const request = world.request({ text: 'A darn menu' });
    expect(await verify(request, await lose(request))).toEqual({
      status: 'unknown',
      reason: expect.stringContaining('resembles this one'),
    });
  });

  it('is not an older one of the same title, and is absent a quarter of an hour later', async () => {
    const settings = { title: 'Menu' };
    await publishUntilLive(provider, world.request({ text: 'Menu' }, settings), world.context);
    const request = world.request({ text: 'Menu' }, settings);
    const attempt = await lose(request, 'reset_before');
    const later = { ...attempt, sentAt: new Date(Date.now() + 6 * 60_000) };
    expect(await verify(request, later)).toEqual({
      status: 'absent',
      evidence: 'None of the 0 shots of the account since the call is this one',
      afterMs: 900_000,
    });
  });

  it('of a team is left to a person if the account does not list it', async () => {
    const request = world.request({}, { team: TEAM.html_url });
    expect(await verify(request, await lose(request))).toMatchObject({ status: 'found' });
    const other = world.request({}, { team: TEAM.html_url });
    expect(await verify(other, await lose(other, 'reset_before'))).toMatchObject({ status: 'unknown' });
  });

  it('that Dribbble had accepted is found by its number, and waited for until then', async () => {
    world.network.arm({ processingReads: 1 });
    const request = world.request();
    const prepared = await prepareStored(provider, request, world.context);
    const sent = await provider.publish(request, prepared, world.context);
    const ref = sent.status === 'processing' ? sent.ref : null;
    const attempt = { prepared, sentAt: new Date(), readAt: new Date(), ref };
    expect(await verify(request, attempt)).toMatchObject({ status: 'unknown' });
    const found = await verify(request, attempt);
    expect(found).toMatchObject({ status: 'found', published: { ref } });
    expect(found).not.toHaveProperty('byWords');
  });
});
