import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstDevto } from '../../src/test/oracles/devto/devto.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { isPublish, refusal, startWorld, title } from './fixtures/world.ts';
import { devto as provider } from './index.ts';

const FAULTS: OwnFaults<'channel_gone'> = {
  rate_limited: () => refusal(429, 'Rate limit reached, try again in 30 seconds', { 'retry-after': '30' }),
  token_expired: () => refusal(401, 'unauthorized'),
  rejected: () => refusal(422, 'Canonical url has already been taken. Email yo@dev.to for further details.'),
  server_error: () => ({
    kind: 'status',
    status: 503,
    headers: { 'content-type': 'text/html' },
    body: '<html><body>first byte timeout</body></html>',
  }),
};

const recorder = createRecorder();

testProvider(
  provider,
  async (): Promise<NetworkHarness> => {
    const world = await startWorld({ recorder });
    return {
      channel: world.channel,
      context: world.context,
      settings: {
        get title() {
          return title();
        },
      },
      showsAtOnce: true,
      published: async () =>
        world
          .live()
          .map(({ id, body }) => ({
            id: String(id),
            text: body,
            mediaCount: body.match(/!\[/g)?.length ?? 0,
            parentId: null,
          })),
      ...failingWith(world, FAULTS, isPublish),
      stop: world.stop,
    };
  },
  { channel_gone: 'DEV answers a suspended account like a wrong key' },
);

testAgainstDevto(recorder);
