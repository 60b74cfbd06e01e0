import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { xOracle } from '../../src/test/oracles/x.ts';
import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { isPublish, refusal, startWorld } from './fixtures/world.ts';
import { x as provider } from './index.ts';

const inAMinute = (): string => String(Math.ceil(Date.now() / 1000) + 60);

const FAULTS: OwnFaults = {
  rate_limited: () =>
    refusal(429, 'Too Many Requests', {
      title: 'Too Many Requests',
      headers: {
        'x-rate-limit-limit': '100',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': inAMinute(),
      },
    }),
  token_expired: () => refusal(401, 'Unauthorized', { title: 'Unauthorized' }),
  rejected: () => refusal(403, 'You are not permitted to perform this action.'),
  channel_gone: () => refusal(403, 'Your account is suspended and is not permitted to access this feature.'),
  server_error: () => refusal(503, 'Service Unavailable', { title: 'Service Unavailable' }),
};

const recorder = createRecorder();

testProvider(provider, async (): Promise<NetworkHarness> => {
  // X refuses equal texts, and the contract sends some: here it has forgotten them already.
  const world = await startWorld({ recorder, limits: { duplicateSeconds: 0 } });
  return {
    channel: world.channel,
    context: world.context,
    settings: { who_can_reply_post: 'everyone' },
    showsAtOnce: true,
    published: async () =>
      world
        .live()
        .map(({ id, text, media, inReplyTo }) => ({
          id,
          text,
          mediaCount: media.length,
          parentId: inReplyTo,
        })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
});

testAgainst(xOracle, recorder);
