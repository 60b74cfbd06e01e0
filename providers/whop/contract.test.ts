import type { Fault } from '../../src/test/networks/fault-front.ts';
import type { FailureMode, NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, seen, startWorld } from './fixtures/world.ts';
import { whop as provider } from './index.ts';

const FAULTS: Record<Exclude<FailureMode, 'connection_refused'>, () => Fault> = {
  rate_limited: () => fault(429, 'rate_limit_exceeded', 'Try again in 12 seconds.'),
  token_expired: () => fault(401, 'unauthorized', 'The access token is invalid or has expired'),
  rejected: () => fault(422, 'unprocessable_entity', 'Content is too long'),
  channel_gone: () => fault(403, 'insufficient_scope', 'The token lacks the scope forum:post:create'),
  server_error: () => fault(503, 'service_unavailable', 'Service unavailable'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld({ limits: { requests: 10_000 } });
  return {
    channel: world.channel,
    get context() {
      return world.context;
    },
    settings: { company: world.company.id, experience: world.forum.experience },
    showsAtOnce: true,
    published: async () => world.network.posts().map(seen),
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
}

testProvider(provider, startHarness);
