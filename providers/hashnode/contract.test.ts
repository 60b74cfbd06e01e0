import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { hashnodeOracle } from '../../src/test/oracles/hashnode.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { isPublish, refusal, startWorld } from './fixtures/world.ts';
import { hashnode as provider } from './index.ts';

const FAULTS: OwnFaults<'channel_gone'> = {
  rate_limited: () => ({ kind: 'status', status: 429, headers: { 'retry-after': '30' }, body: '' }),
  token_expired: () => refusal('UNAUTHENTICATED', 'You must be authenticated.'),
  rejected: () => refusal('BAD_USER_INPUT', 'A post needs a title and content.'),
  server_error: () => refusal('INTERNAL_SERVER_ERROR', 'Internal server error'),
};

const recorder = createRecorder();

testProvider(
  provider,
  async (): Promise<NetworkHarness> => {
    const world = await startWorld({ recorder });
    return {
      channel: world.channel,
      context: world.context,
      settings: world.request().settings,
      showsAtOnce: true,
      published: async () =>
        world.network
          .posts()
          .map(({ id, content: { markdown } }) => ({
            id,
            text: markdown,
            mediaCount: markdown.match(/!\[/g)?.length ?? 0,
            parentId: null,
          })),
      ...failingWith(world, FAULTS, isPublish),
      stop: world.stop,
    };
  },
  { channel_gone: 'Hashnode answers a token of an account that was ended like a wrong one' },
);

testAgainst(hashnodeOracle, recorder);
