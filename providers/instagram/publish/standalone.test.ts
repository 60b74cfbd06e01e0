/** What differs for accounts without a Page: Instagram fetches videos too. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../../src/test/oracles/exchange.ts';
import { testAgainstMeta } from '../../../src/test/oracles/meta/meta.ts';
import { filmFile } from '../../_kit/test-harness.ts';
import { picture, startWorld, type World } from '../../_shared/meta/fixtures/world.ts';
import { instagramStandalone as provider } from '../index.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => {
  world = await startWorld(provider, { recorder });
});
afterAll(() => world.stop());

const SIGNED = expect.stringMatching(/^https:.*\/signed\//) as unknown;

describe('a video of an account without a Page', () => {
  it('is fetched as a reel, in a carousel and as a story', async () => {
    await world.publish(world.request({ text: 'Reel', media: [filmFile()] }));
    await world.publish(world.request({ text: 'Both', media: [filmFile(), picture('A menu')] }));
    await world.publish(world.request({ media: [filmFile()], settings: { post_type: 'story' } }));
    const [reel, both, story] = world.live();
    expect(reel).toMatchObject({ type: 'VIDEO', files: [SIGNED], fields: { video_url: SIGNED } });
    expect(reel?.fields).not.toHaveProperty('upload_type');
    expect(both).toMatchObject({ type: 'CAROUSEL_ALBUM', files: [SIGNED, SIGNED] });
    expect(story).toMatchObject({ files: [SIGNED], fields: { media_type: 'STORIES', video_url: SIGNED } });
  });
});

testAgainstMeta('instagram-standalone', recorder);
