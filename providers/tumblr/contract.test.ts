import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { npfOracle, tumblrOracle } from '../../src/test/oracles/tumblr.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld, textOf } from './fixtures/world.ts';
import { tumblr as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(429, 0, 'Limit Exceeded', { 'x-ratelimit-perhour-remaining': '0' }),
  token_expired: () => fault(401, 1016, 'Unable to authorize'),
  rejected: () => fault(400, 8001, 'Posting failed. Please try again.'),
  channel_gone: () => fault(404, 0, 'The blog could not be found.'),
  server_error: () => fault(500, 8006, 'Unknown upload error'),
};

const recorder = createRecorder();

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld({ recorder });
  return {
    channel: world.channel,
    context: world.context,
    showsAtOnce: true,
    published: async () =>
      world
        .live()
        .map((post) => ({ id: post.id, text: textOf(post), mediaCount: post.media.length, parentId: null })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
}

testProvider(provider, startHarness);

testAgainst(tumblrOracle, recorder);
testAgainst(npfOracle, recorder);
