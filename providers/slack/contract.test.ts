import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { isPublish, messageBefore, refusal, startWorld } from './fixtures/world.ts';
import { slack as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => refusal('ratelimited', { status: 429, headers: { 'retry-after': '30' } }),
  token_expired: () => refusal('token_expired'),
  rejected: () => refusal('msg_too_long'),
  channel_gone: () => refusal('token_revoked'),
  server_error: () => ({ kind: 'status', status: 500, body: '' }),
};

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld();
  return {
    channel: world.channel,
    context: world.context,
    settings: { channel: world.network.channels.general },
    published: async () =>
      world
        .live()
        .map((m) => ({
          id: m.ts,
          text: m.text,
          mediaCount: m.files.length,
          parentId: messageBefore(world.live(), m),
        })),
    ...failingWith(world, FAULTS, isPublish),
    showsAtOnce: true,
    stop: world.stop,
  };
});
