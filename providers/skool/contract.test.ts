import type { Fault } from '../../src/test/networks/fault-front.ts';
import type { FailureMode, NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { skool as provider } from './index.ts';

const FAULTS: Record<Exclude<FailureMode, 'connection_refused'>, () => Fault> = {
  rate_limited: () => fault(429, 'too many requests', { 'retry-after': '60' }),
  token_expired: () => fault(401, 'unauthorized'),
  rejected: () => fault(403, 'cannot post to this label'),
  channel_gone: () => fault(403, 'forbidden'),
  server_error: () => fault(500, 'internal server error'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
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
