import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { kick as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(429, 'Too Many Requests'),
  token_expired: () => fault(401, 'Unauthorized'),
  rejected: () => fault(400, 'Invalid request'),
  channel_gone: () => fault(403, 'Forbidden'),
  server_error: () => fault(500, 'Internal Server Error'),
};

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld();
  return {
    channel: world.channel,
    context: world.context,
    showsAtOnce: true,
    published: async () =>
      world.network.messages().map(({ id, text, parentId }) => ({ id, text, mediaCount: 0, parentId })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
});
