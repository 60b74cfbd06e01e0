import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { filmFile, pngFile } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { tumblr as provider } from './index.ts';

describe('a post whose answer was lost', () => {
  let world: World;
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  const blog = (): Parameters<World['network']['fill']>[0] => {
    const [first] = world.account.blogs;
    if (!first) throw new Error('there is no blog');
    return first;
  };

  it('is found by its text and its files, behind other posts and below a pinned one', async () => {
    const what = world.request(
      { text: '<h1>Spring</h1><p>menu</p>', media: [pngFile('')] },
      { title: 'New' },
    );
    world.network.fill(blog(), 1, 'Pinned for years');
    world.network.pin(world.live()[0]?.id ?? '');
    const attempt = await world.lose(what);
    const [made] = world.live().slice(-1);
    world.network.fill(blog(), 25, 'Something else');
    expect(await provider.verify(what, attempt, world.context)).toEqual({
      status: 'found',
      byWords: true,
      published: {
        id: made?.id,
        url: `https://www.tumblr.com/ada/${made?.id}/a-slug`,
        ref: { id: made?.id },
      },
    });
  });

  it('is not taken for one that was there before, or that is of another item', async () => {
    const text = 'Twins';
    world.network.fill(blog(), 1, text);
    const what = world.request({ text, media: [pngFile()] });
    const lost = await world.lose(what, 'reset_before');
    const absent = { status: 'absent', evidence: expect.any(String), afterMs: 300_000 };
    expect(await provider.verify(what, lost, world.context)).toEqual(absent);
    world.network.fill(blog(), 1, text);
    const [other] = world.live().slice(-1);
    expect(await provider.verify(what, lost, world.context)).toMatchObject({ published: { id: other?.id } });
    const isTaken = ({ id }: { id: string }): boolean => id === other?.id;
    expect(await provider.verify(what, { ...lost, isTaken }, world.context)).toEqual(absent);
  });

  it('is left to a person when there is one with the same text and other files', async () => {
    const what = world.request({ text: 'Same words' });
    const lost = await world.lose(what, 'reset_before');
    world.network.fill(blog(), 1, 'Same words');
    expect(await provider.verify(what, lost, world.context)).toMatchObject({ status: 'unknown' });
  });

  it('without any text of its own is left to a person if something could be it, else it is not there', async () => {
    const what = world.request({ text: '', media: [pngFile('')] });
    const lost = await world.lose(what, 'reset_before');
    expect(await provider.verify(what, lost, world.context)).toMatchObject({ status: 'absent' });
    world.network.fill(blog(), 1);
    expect(await provider.verify(what, lost, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining(`https://www.tumblr.com/ada/${world.live().at(-1)?.id}`),
    });
  });

  it('with a video is never reported absent: it appears only once it is processed', async () => {
    world.network.arm({ transcodingReads: 1 });
    const what = world.request({ text: 'A film', media: [filmFile()] });
    const lost = await world.lose(what);
    expect(await provider.verify(what, lost, world.context)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('may still be processing its video'),
    });
    expect(await provider.verify(what, lost, world.context)).toMatchObject({
      status: 'found',
      published: { id: world.live().at(-1)?.id },
    });
  });

  it('is left to a person on a blog with more new posts than are looked through', async () => {
    const what = world.request();
    const lost = await world.lose(what, 'reset_before');
    world.network.fill(blog(), 150, 'x');
    expect(await provider.verify(what, lost, world.context)).toMatchObject({ status: 'absent' });
    world.network.fill(blog(), 60, 'x');
    expect(await provider.verify(what, lost, world.context)).toMatchObject({ status: 'unknown' });
  });

  it('is looked for no further than posts that are older than the call', async () => {
    let now = new Date('2031-05-04T09:00:00Z');
    const past = await startWorld({
      now: () => now,
      contextNow: () => now,
      limits: { posts: 1000, photos: 1000 },
    });
    try {
      const [old] = past.account.blogs;
      if (!old) throw new Error('there is no blog');
      past.network.fill(old, 300, 'x');
      now = new Date('2031-05-04T09:30:00Z');
      const what = past.request();
      const lost = await past.lose(what, 'reset_before');
      expect(await provider.verify(what, lost, past.context)).toMatchObject({ status: 'absent' });
    } finally {
      await past.stop();
    }
  });
});
