import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { moltbook as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(429, 'You can only post once every 30 minutes', { retry_after_minutes: 12 }),
  token_expired: () => fault(401, 'Authentication required'),
  rejected: () => fault(404, 'Submolt "gone" not found'),
  channel_gone: () => fault(403, 'Account suspended', { hint: 'Suspension ends in 1 day.' }),
  server_error: () => fault(500, 'Internal server error'),
};

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld();
  return {
    channel: world.channel,
    context: world.context,
    settings: { submolt: 'general' },
    showsAtOnce: true,
    listsOnePage: true,
    published: async () =>
      world
        .live()
        .map(({ id, content, postId, parentId }) => ({
          id,
          text: content,
          mediaCount: 0,
          parentId: parentId ?? postId,
        })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
});
