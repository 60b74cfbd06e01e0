import type { Fault } from '../../src/test/networks/fault-front.ts';
import type { FailureMode, NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { mewe as provider } from './index.ts';

type Possible = Exclude<FailureMode, 'connection_refused' | 'channel_gone'>;

const FAULTS: Record<Possible, () => Fault> = {
  rate_limited: () => fault(420, 'Enhance Your Calm', { 'retry-after': '60' }),
  token_expired: () => fault(401, 'Unauthorized'),
  rejected: () => fault(403, 'Not a member of the group'),
  server_error: () => fault(503, 'Service Unavailable'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

testProvider(
  provider,
  async (): Promise<NetworkHarness> => {
    const world = await startWorld();
    return {
      channel: world.channel,
      get context() {
        return world.context;
      },
      settings: { postType: 'timeline' },
      showsAtOnce: true,
      published: async () =>
        world.network
          .posts()
          .map(({ id, text, photos }) => ({ id, text, mediaCount: photos.length, parentId: null })),
      fail: (mode) =>
        mode === 'connection_refused'
          ? world.refuseConnections(true)
          : world.front.arm(FAULTS[mode as Possible](), isPublish),
      recover: () => {
        world.refuseConnections(false);
        world.front.disarm();
      },
      stop: world.stop,
    };
  },
  { channel_gone: 'MeWe has no answer of its own for an account that is gone' },
);
