import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { mewe as provider } from './index.ts';

const FAULTS: OwnFaults<'channel_gone'> = {
  rate_limited: () => fault(420, 'Enhance Your Calm', { 'retry-after': '60' }),
  token_expired: () => fault(401, 'Unauthorized'),
  rejected: () => fault(403, 'Not a member of the group'),
  server_error: () => fault(503, 'Service Unavailable'),
};

testProvider(
  provider,
  async (): Promise<NetworkHarness> => {
    const world = await startWorld();
    return {
      channel: world.channel,
      get context() {
        return world.context;
      },
      settings: { postType: 'timeline' },
      showsAtOnce: true,
      published: async () =>
        world.network
          .posts()
          .map(({ id, text, photos }) => ({ id, text, mediaCount: photos.length, parentId: null })),
      ...failingWith(world, FAULTS, isPublish),
      stop: world.stop,
    };
  },
  { channel_gone: 'MeWe has no answer of its own for an account that is gone' },
);
