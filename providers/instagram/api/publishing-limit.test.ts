import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../../src/test/oracles/exchange.ts';
import { testAgainstMeta } from '../../../src/test/oracles/meta/meta.ts';
import { startWorld, type World } from '../../_shared/meta/fixtures/world.ts';
import type { ConnectedAccount } from '../../_kit/contract.ts';
import { PAGE } from '../api.ts';
import { instagram as provider } from '../index.ts';
import { limitOf, withLimit } from './publishing-limit.ts';

const recorder = createRecorder();
let world: World;
let account: ConnectedAccount;
beforeAll(async () => {
  world = await startWorld(provider, { recorder, limits: { posts: 50 } });
  account = { ...world.channel, picture: null, expiresAt: null };
});
afterAll(() => world.stop());

describe('the number of posts that Instagram takes from an account', () => {
  it("is the account's own, which it is asked for when it is connected", async () => {
    const connected = await withLimit(PAGE, account, world.context);
    expect(connected.details).toMatchObject({ username: 'ada', postLimit: { posts: 50, seconds: 86_400 } });
    expect(provider.postLimit?.({}, connected)).toEqual({
      posts: 50,
      of: 'account',
      within: { hours: 24 },
      eachPart: false,
    });
  });

  it('is 100 within 24 hours where Instagram does not tell, and the account is connected all the same', async () => {
    world.front.arm({ kind: 'status', status: 400, body: '{}' }, ({ path }) =>
      path.includes('/content_publishing_limit'),
    );
    const connected = await withLimit(PAGE, account, world.context);
    expect(connected).toEqual(account);
    expect(limitOf(connected)).toMatchObject({ posts: 100, within: { hours: 24 } });
  });
});

testAgainstMeta('instagram', recorder);
