import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { isPublish, posts, refusal, startWorld } from './fixtures/world.ts';
import { telegram as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => refusal(429, 'Too Many Requests: retry after 35', { parameters: { retry_after: 35 } }),
  token_expired: () => refusal(401, 'Unauthorized'),
  rejected: () => refusal(400, 'Bad Request: message is too long'),
  channel_gone: () => refusal(403, 'Forbidden: bot was kicked from the channel chat'),
  server_error: () => refusal(500, 'Internal Server Error: restart'),
};

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld();
  return {
    channel: world.channel,
    context: world.context,
    published: async () => posts(world.live()),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
}

testProvider(provider, startHarness);
