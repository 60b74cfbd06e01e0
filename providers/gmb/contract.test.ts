import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstBusinessProfile } from '../../src/test/oracles/google/business-profile.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPublish, startWorld } from './fixtures/world.ts';
import { gmb as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.'),
  token_expired: () => fault(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
  rejected: () => fault(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.'),
  channel_gone: () => fault(403, 'PERMISSION_DENIED', 'The caller does not have permission'),
  server_error: () => fault(503, 'UNAVAILABLE', 'The service is currently unavailable.'),
};

const recorder = createRecorder();

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld({ recorder });
  return {
    channel: world.channel,
    context: world.context,
    settings: { topicType: 'STANDARD' },
    showsAtOnce: true,
    published: async () =>
      world.network
        .posts()
        .map(({ name, fields }) => ({
          id: name,
          text: String(fields.summary ?? ''),
          mediaCount: (fields.media as readonly unknown[] | undefined)?.length ?? 0,
          parentId: null,
        })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
});

testAgainstBusinessProfile(recorder);
