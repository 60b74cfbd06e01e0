import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../../src/test/oracles/exchange.ts';
import { testAgainstMeta } from '../../../src/test/oracles/meta/meta.ts';
import { startWorld, type World } from '../../_shared/meta/fixtures/world.ts';
import { PAGE } from '../api.ts';
import { instagram as provider } from '../index.ts';
import { limitOf, readLimit } from './publishing-limit.ts';

const recorder = createRecorder();
let world: World;
beforeAll(async () => {
  world = await startWorld(provider, { recorder, limits: { posts: 50 } });
});
afterAll(() => world.stop());

describe('the number of posts that Instagram takes from an account', () => {
  it("is the account's own, which it is asked for when it is connected and renewed", async () => {
    const details = await readLimit(PAGE, world.channel, world.context);
    expect(details).toEqual({ postLimit: { posts: 50, seconds: 86_400 } });
    expect(provider.postLimit?.({}, { details })).toEqual({
      posts: 50,
      of: 'account',
      within: { hours: 24 },
      eachPart: false,
    });
  });

  it('is 100 within 24 hours where Instagram does not say, and the account is connected all the same', async () => {
    world.front.arm({ kind: 'status', status: 400, body: '{}' }, ({ path }) =>
      path.includes('/content_publishing_limit'),
    );
    const details = await readLimit(PAGE, world.channel, world.context);
    expect(details).toEqual({});
    expect(limitOf({ details })).toMatchObject({ posts: 100, within: { hours: 24 } });
  });
});

testAgainstMeta('instagram', recorder);
