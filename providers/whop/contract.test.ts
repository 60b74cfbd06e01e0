import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, seen, startWorld } from './fixtures/world.ts';
import { whop as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(429, 'rate_limit_exceeded', 'Try again in 12 seconds.'),
  token_expired: () => fault(401, 'unauthorized', 'The access token is invalid or has expired'),
  rejected: () => fault(422, 'unprocessable_entity', 'Content is too long'),
  channel_gone: () => fault(403, 'insufficient_scope', 'The token lacks the scope forum:post:create'),
  server_error: () => fault(503, 'service_unavailable', 'Service unavailable'),
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
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
}

testProvider(provider, startHarness);
