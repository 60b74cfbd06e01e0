import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { skool as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(429, 'too many requests', { 'retry-after': '60' }),
  token_expired: () => fault(401, 'unauthorized'),
  rejected: () => fault(403, 'cannot post to this label'),
  channel_gone: () => fault(403, 'forbidden'),
  server_error: () => fault(500, 'internal server error'),
};

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld();
  return {
    channel: world.channel,
    get context() {
      return world.context;
    },
    settings: world.request().settings,
    showsAtOnce: true,
    published: async () =>
      world
        .live()
        .map(({ id, content, files, parent }) => ({
          id,
          text: content,
          mediaCount: files.length,
          parentId: parent,
        })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
});
