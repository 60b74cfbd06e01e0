import type { Fault } from '../../src/test/networks/fault-front.ts';
import type { FailureMode, NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { twitch as provider } from './index.ts';

const FAULTS: Record<Exclude<FailureMode, 'connection_refused'>, () => Fault> = {
  rate_limited: () => fault(429, 'The rate limit has been exceeded.'),
  token_expired: () => fault(401, 'Invalid OAuth token'),
  rejected: () => fault(422, 'The message is too large'),
  channel_gone: () => fault(401, 'Missing scope: user:write:chat'),
  server_error: () => fault(500, 'An internal server error occurred.'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
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
    fail: (mode) =>
      mode === 'connection_refused'
        ? world.refuseConnections(true)
        : world.front.arm(FAULTS[mode](), isPublish),
    recover: () => {
      world.refuseConnections(false);
      world.front.disarm();
    },
    stop: world.stop,
  };
});
