import { afterEach, describe, expect, it } from '@jest/globals';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { prepared, startWorld, type World } from './fixtures/world.ts';
import { mastodon as provider } from './index.ts';

let world: World;

describe('a publish call with an unknown outcome', () => {
  afterEach(() => world.stop());

  it('creates one status if the same key is sent twice', async () => {
    world = await startWorld();
    const what = world.request();
    const stored = await provider.prepare(what, world.context);
    const [first, second] = [
      await provider.publish(what, stored, world.context),
      await provider.publish(what, stored, world.context),
    ];
    expect(second).toEqual(first);
    expect(world.live()).toHaveLength(1);
  });

  it('carries the key for replies, too', async () => {
    world = await startWorld();
    const root = await publishUntilLive(provider, world.request(), world.context);
    const reply = world.request({ root, parent: root });
    const stored = await provider.prepare(reply, world.context);
    await provider.publish(reply, stored, world.context);
    await provider.publish(reply, stored, world.context);
    expect(world.network.statuses().at(-1)).toMatchObject({
      inReplyToId: root.id,
      idempotencyKey: reply.idempotencyKey,
    });
    expect(world.live()).toHaveLength(2);
  });

  it.each([
    ['a link', 'Read https://www.example.com/a/very/long/path/that/is/cut/off?x=1&y=2#z today'],
    ['mentions', 'Thanks @ada, @bob@remote.example and @nobody!'],
    ['tags and quotes', '#Crier says "it\'s <b>done</b>" & more'],
    ['paragraphs', 'One\n\nTwo\nThree  with   spaces '],
    ['emoji', '🎉 café 👨‍👩‍👧'],
  ])('is found although the instance rewrote %s as HTML', async (_, text) => {
    world = await startWorld({ software: 'gotosocial' });
    await publishUntilLive(provider, world.request({ text: `Before: ${text}` }), world.context);
    const what = world.request({ text });
    const attempt = await world.lose(what);
    await publishUntilLive(provider, world.request({ text: `After: ${text}` }), world.context);
    const verdict = await provider.verify(what, attempt, world.context);
    expect(verdict).toMatchObject({ status: 'found', published: { id: world.network.statuses()[1]?.id } });
  });

  it('is found by its poll, and not confused with the same text without one', async () => {
    world = await startWorld({ software: 'gotosocial' });
    const text = 'What shall we cook?';
    const settings = { poll: { options: ['Soup & bread', 'Salad'], expires_in: 3600, multiple: true } };
    await publishUntilLive(provider, world.request({ text }), world.context);
    const what = world.request({ text, settings });
    const attempt = await world.lose(what);
    const other = { poll: { options: ['Soup', 'Salad'] } };
    await publishUntilLive(provider, world.request({ text, settings: other }), world.context);
    const verdict = await provider.verify(what, attempt, world.context);
    expect(verdict).toMatchObject({ status: 'found', published: { id: world.network.statuses()[1]?.id } });
    expect(world.network.statuses()[1]?.poll).toEqual({
      options: ['Soup & bread', 'Salad'],
      expiresIn: 3600,
      multiple: true,
      hideTotals: false,
    });
  });

  it('has its poll in the first part alone, and may be found without it where software has none', async () => {
    world = await startWorld({ software: 'gotosocial', limits: { pollOptions: 0 } });
    const settings = { poll: { options: ['Soup', 'Salad'] } };
    const what = world.request({ settings });
    const attempt = await world.lose(what);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'unknown' });
    const [root] = world.network.statuses();
    const published = { id: root?.id ?? '', url: null, ref: null };
    const reply = world.request({ settings, root: published, parent: published });
    const later = { ...reply, item: { ...reply.item, position: 1 } };
    expect(await provider.prepare(later, world.context)).toMatchObject({ poll: null });
  });

  it('is not confused with an earlier post of the same text or a reply, but one with media may be it', async () => {
    world = await startWorld({ software: 'gotosocial' });
    const text = 'The same words every day';
    const root = await publishUntilLive(provider, world.request({ text }), world.context);
    const what = world.request({ text });
    const attempt = await world.lose(what, 'reset_before');
    await publishUntilLive(provider, world.request({ text, root, parent: root }), world.context);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'absent' });
    await publishUntilLive(provider, world.request({ text, media: [pngFile()] }), world.context);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'unknown' });
  });

  it.each(['mastodon', 'gotosocial'])(
    'is not taken for another item with the same text, whose status is known, by %s',
    async (software) => {
      world = await startWorld({ software });
      const text = 'The same words twice';
      const what = world.request({ text });
      const attempt = await world.lose(what, 'reset_before');
      const twin = await publishUntilLive(provider, world.request({ text }), world.context);
      expect(await provider.verify(what, attempt, world.context)).toMatchObject({
        status: 'found',
        byWords: true,
      });
      const isTaken = ({ id }: { id: string }): boolean => id === twin.id;
      expect((await provider.verify(what, { ...attempt, isTaken }, world.context)).status).toBe(
        software === 'mastodon' ? 'repeatable' : 'absent',
      );
    },
  );

  it('counts as absent only minutes after the call if the key is not honoured', async () => {
    world = await startWorld({ software: 'gotosocial' });
    const what = world.request();
    const attempt = await world.lose(what, 'reset_before');
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({
      status: 'absent',
      afterMs: 300_000,
    });
  });

  it('is repeated after a minute, and for no longer than the key lives', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    world = await startWorld({ contextNow: () => now });
    const what = world.request();
    const attempt = await world.lose(what, 'reset_before');
    now = new Date('2026-03-01T10:40:00Z');
    expect(await provider.verify(what, { ...attempt, readAt: now }, world.context)).toMatchObject({
      status: 'repeatable',
      afterMs: 60_000,
      forMs: 600_000,
    });
  });

  it('may be repeated for 50 minutes if the key is honoured, and is absent after that', async () => {
    const now = new Date('2026-03-01T10:00:00Z');
    world = await startWorld({ contextNow: () => now });
    const what = world.request();
    const attempt = await world.lose(what, 'reset_before');
    const look = (at: string) =>
      provider.verify(what, { ...attempt, readAt: new Date(`2026-03-01T${at}Z`) }, world.context);
    expect(await look('10:49:59')).toMatchObject({ status: 'repeatable' });
    expect(await look('10:50:00')).toMatchObject({ status: 'absent' });
  });

  it('is never repeatable if the key is not honoured', async () => {
    world = await startWorld({ software: 'gotosocial' });
    expect(world.channel.details.honoursIdempotencyKey).toBe(false);
    const what = world.request();
    expect(await provider.verify(what, await world.lose(what, 'reset_before'), world.context)).toMatchObject({
      status: 'absent',
    });
    const taken = await world.lose(what);
    await provider.publish(what, taken.prepared, world.context);
    expect(world.live()).toHaveLength(2);
  });

  it('needs a person if a post resembles it, or if the list is too long', async () => {
    world = await startWorld({ software: 'gotosocial' });
    const what = world.request({ text: 'Five words that go together' });
    const attempt = await world.lose(what, 'reset_before');
    await publishUntilLive(
      provider,
      world.request({ text: 'Five *words* that go together, truncated' }),
      world.context,
    );
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('resembles'),
    });
    for (let i = 0; i < 200; i++) {
      await provider.publish(world.request(), prepared({ status: `filler ${i}` }), world.context);
    }
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('more than'),
    });
  });

  it('is found after a repeat that the instance recognised but answered with 500', async () => {
    world = await startWorld();
    const what = world.request();
    const attempt = await world.lose(what);
    world.network.arm({ repeatFails: true });
    await expect(provider.publish(what, attempt.prepared, world.context)).rejects.toBeInstanceOf(
      OutcomeUnknown,
    );
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'found' });
    expect(world.live()).toHaveLength(1);
  });
});
