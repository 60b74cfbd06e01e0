import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { mediumOracle } from '../../src/test/oracles/medium.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, SETTINGS, startWorld } from './fixtures/world.ts';
import { medium as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(429, 4000, 'Too many requests.'),
  token_expired: () => fault(401, 6003, 'Token was invalid.'),
  rejected: () => fault(400, 2002, 'Invalid field: content'),
  channel_gone: () => fault(401, 6004, 'User not found'),
  server_error: () => ({ kind: 'status', status: 502, body: '' }),
};

const recorder = createRecorder();

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld({ recorder });
  return {
    channel: world.channel,
    get context() {
      return world.context;
    },
    settings: SETTINGS,
    showsAtOnce: true,
    published: async () =>
      world.network
        .stories()
        .map(({ id, content }) => ({
          id,
          text: content,
          mediaCount: content.split('![').length - 1,
          parentId: null,
        })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
}

testProvider(provider, startHarness);

testAgainst(mediumOracle, recorder);
