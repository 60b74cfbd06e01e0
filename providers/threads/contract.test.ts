import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { threadsOracle } from '../../src/test/oracles/threads.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { threads as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(400, 4, 'Application request limit reached'),
  token_expired: () =>
    fault(401, 190, 'Error validating access token: Session has expired.', { error_subcode: 463 }),
  rejected: () => fault(400, 100, 'The action is restricted', { error_subcode: 2_207_051 }),
  channel_gone: () => fault(403, 10, 'Application does not have permission for this action'),
  server_error: () => fault(500, 2, 'An unexpected error has occurred. Please retry your request later.'),
};

const recorder = createRecorder();

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld({ recorder });
  return {
    channel: world.channel,
    get context() {
      return world.context;
    },
    showsAtOnce: true,
    published: async () =>
      world
        .live()
        .map(({ id, text, urls, parent }) => ({ id, text, mediaCount: urls.length, parentId: parent })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
});

testAgainst(threadsOracle, recorder);
