import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { twitch as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(429, 'The rate limit has been exceeded.'),
  token_expired: () => fault(401, 'Invalid OAuth token'),
  rejected: () => fault(422, 'The message is too large'),
  channel_gone: () => fault(401, 'Missing scope: user:write:chat'),
  server_error: () => fault(500, 'An internal server error occurred.'),
};

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld();
  return {
    channel: world.channel,
    context: world.context,
    settings: { messageType: 'message' },
    showsAtOnce: true,
    published: async () =>
      world.network.lines().map(({ id, text, parentId }) => ({ id, text, mediaCount: 0, parentId })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
});
