import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstVk } from '../../src/test/oracles/vk/vk.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { vk as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(6, 'Too many requests per second'),
  token_expired: () => fault(5, 'User authorization failed: access_token has expired.'),
  rejected: () => fault(222, 'Hyperlinks are forbidden'),
  channel_gone: () => fault(18, 'User was deleted or banned'),
  server_error: () => fault(10, 'Internal server error: could not get application'),
};

const recorder = createRecorder();

async function startHarness(wall: 'channel' | 'community'): Promise<NetworkHarness> {
  const world = await startWorld({ recorder });
  return {
    channel: world[wall],
    get context() {
      return world.context;
    },
    showsAtOnce: true,
    published: async () =>
      world.network
        .items()
        .filter(({ deleted }) => !deleted)
        .map(({ id, text, attachments, post }) => ({
          id: String(id),
          text,
          mediaCount: attachments.length,
          parentId: post === null ? null : String(post),
        })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
}

testProvider(provider, () => startHarness('channel'));
testProvider({ ...provider, name: 'VK, for a community,' }, () => startHarness('community'));
testAgainstVk(recorder);
