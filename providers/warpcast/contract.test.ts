import type { Fault } from '../../src/test/networks/fault-front.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { neynarOracle } from '../../src/test/oracles/neynar.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import type { FailureMode, NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, inChannels, isPublish, startWorld } from './fixtures/world.ts';
import { warpcast as provider } from './index.ts';

const FAULTS: Record<Exclude<FailureMode, 'connection_refused' | 'token_expired'>, () => Fault> = {
  rate_limited: () =>
    fault(429, 'RateLimitExceeded', 'Rate limit exceeded', { headers: { 'retry-after': '20' } }),
  rejected: () => fault(400, 'InvalidField', 'Text is too long', { property: 'text' }),
  channel_gone: () => fault(403, 'Forbidden', 'Signer is not approved', { property: 'signer_uuid' }),
  server_error: () => fault(500, 'InternalServerError', 'Internal server error'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

const recorder = createRecorder();

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld({ recorder, limits: { requests: 10_000 } });
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
    fail(mode) {
      if (mode === 'connection_refused') return world.refuseConnections(true);
      if (mode === 'token_expired') throw new Error('A signer does not expire');
      return world.front.arm(FAULTS[mode](), isPublish);
    },
    recover: () => {
      world.refuseConnections(false);
      world.front.disarm();
    },
    stop: world.stop,
  };
}

testProvider(provider, startHarness, {
  token_expired: 'a signer works until it is revoked, and nothing can be renewed',
});

testAgainst(neynarOracle, recorder);
