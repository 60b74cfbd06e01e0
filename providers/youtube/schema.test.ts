import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstYouTube } from '../../src/test/oracles/google/youtube.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { SETTINGS, startWorld, type World } from './fixtures/world.ts';
import { youtube as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => void (world = await startWorld({ recorder })));
afterAll(() => world.stop());

const newest = () => world.network.videos().at(-1);
const publish = (settings: Record<string, unknown>) => world.publish(world.request({}, settings));
const run = (name: string): Promise<unknown> | undefined =>
  provider.tools?.[name]?.run(world.channel, {}, world.context);

describe('the settings of a video on YouTube', () => {
  it('are those of YouTube where nobody has chosen', async () => {
    await publish({ category: '', license: null, embeddable: true, notifySubscribers: true });
    expect(newest()).toMatchObject({
      snippet: { categoryId: '22' },
      status: { privacyStatus: 'public', selfDeclaredMadeForKids: false },
      notifies: true,
    });
    expect(Object.keys(newest()?.status ?? {})).toEqual(['privacyStatus', 'selfDeclaredMadeForKids']);
  });

  it('arrive with the upload', async () => {
    await publish({
      category: '27',
      license: 'creativeCommon',
      embeddable: false,
      notifySubscribers: false,
      containsSyntheticMedia: true,
    });
    expect(newest()).toMatchObject({
      snippet: { categoryId: '27' },
      status: { license: 'creativeCommon', embeddable: false, containsSyntheticMedia: true },
      notifies: false,
    });
  });

  it('are refused with the message of YouTube for a category that cannot be chosen', async () => {
    const refused = publish({ category: '18' });
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('invalid category ID');
  });

  it('can be looked up: categories that can be chosen, and all playlists of the channel', async () => {
    const other = world.network.createOwner({ title: 'Grace' });
    world.network.createPlaylist(other, 'Not ours');
    const own = Array.from({ length: 60 }, (_, n) => world.network.createPlaylist(world.owner, `List ${n}`));
    expect(await run('categories')).toEqual([
      { id: '1', name: 'Film & Animation' },
      { id: '22', name: 'People & Blogs' },
      { id: '27', name: 'Education' },
    ]);
    expect(await run('playlists')).toEqual(own.map(({ id, title }) => ({ id, name: title })));
  });
});

describe('the playlist of a video on YouTube', () => {
  it('has the video once it is processed, beside its thumbnail', async () => {
    const playlist = world.network.createPlaylist(world.owner, 'Spring');
    const request = world.request({}, { playlist: playlist.id });
    const { id } = await publishUntilLive(
      provider,
      { ...request, settingsMedia: { thumbnail: pngFile() } },
      world.context,
    );
    expect(playlist.items).toEqual([id]);
    expect(newest()?.thumbnail).toMatchObject({ sets: 1 });
  });

  it('has the video once, although the answer to that was lost', async () => {
    const playlist = world.network.createPlaylist(world.owner, 'Spring');
    const request = world.request({}, { playlist: playlist.id });
    world.network.arm({ losesItems: 1 });
    const prepared = await provider.prepare(request, world.context);
    const result = await provider.publish(request, prepared, world.context);
    const ref = result.status === 'processing' ? result.ref : null;
    await expect(provider.poll?.(request, ref, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await provider.poll?.(request, ref, world.context)).toMatchObject({ status: 'published' });
    expect(playlist.items).toHaveLength(1);
  });

  it('gets a video that was found after a lost answer', async () => {
    const playlist = world.network.createPlaylist(world.owner, 'Spring');
    const request = world.request({}, { playlist: playlist.id });
    const attempt = await world.lose(request);
    expect(await provider.verify(request, attempt, world.context)).toMatchObject({
      status: 'found',
      pollAfterMs: 1000,
    });
  });

  it('of another channel, or one that is gone, stops the post before the upload', async () => {
    const other = world.network.createOwner({ title: 'Bob' });
    const { id } = world.network.createPlaylist(other, 'Not ours');
    const before = world.network.videos().length;
    for (const playlist of [id, 'PLgone']) {
      await expect(publish({ ...SETTINGS, playlist })).rejects.toThrow('The channel has no such playlist');
    }
    expect(world.network.videos()).toHaveLength(before);
  });
});

testAgainstYouTube(recorder);
