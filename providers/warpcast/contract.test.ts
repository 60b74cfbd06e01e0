import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { neynarOracle } from '../../src/test/oracles/neynar.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { testSteps } from '../_kit/test-steps.ts';
import { fault, inChannels, isPublish, startWorld } from './fixtures/world.ts';
import { warpcast as provider } from './index.ts';

const FAULTS: OwnFaults<'token_expired'> = {
  rate_limited: () =>
    fault(429, 'RateLimitExceeded', 'Rate limit exceeded', { headers: { 'retry-after': '20' } }),
  rejected: () => fault(400, 'InvalidField', 'Text is too long', { property: 'text' }),
  channel_gone: () => fault(403, 'Forbidden', 'Signer is not approved', { property: 'signer_uuid' }),
  server_error: () => fault(500, 'InternalServerError', 'Internal server error'),
};

const recorder = createRecorder();

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld({ recorder, limits: { requests: 10_000 } });
  const failing = failingWith(world, FAULTS, isPublish);
  return {
    channel: world.channel,
    context: world.context,
    settings: inChannels('food'),
    showsAtOnce: true,
    published: async () =>
      world
        .live()
        .map(({ hash, text, embeds, parent }) => ({
          id: hash,
          text,
          mediaCount: embeds.length,
          parentId: parent?.hash ?? null,
        })),
    ...failing,
    steps: { request: () => ({ settings: inChannels('food', 'art', 'tea') }), failAt: failing.failAt },
    stop: world.stop,
  };
}

const IMPOSSIBLE = { token_expired: 'a signer works until it is revoked, and nothing can be renewed' };
testProvider(provider, startHarness, IMPOSSIBLE);
testSteps(provider, startHarness, IMPOSSIBLE);

testAgainst(neynarOracle, recorder);
