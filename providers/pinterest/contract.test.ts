import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { pngFile, type NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, limited, startWorld } from './fixtures/world.ts';
import { pinterest as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => limited(42),
  token_expired: () => fault(401, 2, 'Authentication failed.'),
  rejected: () => fault(404, 40, 'Board not found.'),
  channel_gone: () => fault(401, 3, 'Your token does not have sufficient permissions.'),
  server_error: () => ({ kind: 'status', status: 502, body: '' }),
};

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld({ limits: { requests: 10_000 } });
  return {
    channel: world.channel,
    get context() {
      return world.context;
    },
    settings: { board: world.board.id },
    media: [pngFile()],
    showsAtOnce: true,
    published: async () =>
      world
        .live()
        .map(({ id, description, pictures }) => ({
          id,
          text: description ?? '',
          mediaCount: pictures,
          parentId: null,
        })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
}

testProvider(provider, startHarness);
