import { describe } from '@jest/globals';
import { underAnotherName } from '../../src/test/networks/front-egress.ts';
import { type NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { isPublish, refusal, startWorld, type WorldOptions } from './fixtures/world.ts';
import { mastodon as provider } from './index.ts';

const inAMinute = (): string => new Date(Date.now() + 60_000).toISOString().replace('Z', '000Z');

const FAULTS: OwnFaults = {
  rate_limited: () =>
    refusal(429, 'Too many requests', {
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': inAMinute(),
    }),
  token_expired: () => refusal(401, 'The access token is invalid'),
  rejected: () => refusal(422, 'Validation failed: Text character limit of 500 exceeded'),
  channel_gone: () => refusal(403, 'Your login is currently disabled'),
  server_error: () => refusal(500, 'Internal Server Error'),
};

async function startHarness(options: WorldOptions): Promise<NetworkHarness> {
  const world = await startWorld({ ...options, limits: { requestsPer5Minutes: 100_000 } });
  return {
    channel: world.channel,
    elsewhere: underAnotherName(world.channel),
    context: world.context,
    published: async () =>
      world
        .live()
        .map((s) => ({ id: s.id, text: s.text, mediaCount: s.mediaIds.length, parentId: s.inReplyToId })),
    ...failingWith(world, FAULTS, isPublish),
    showsAtOnce: true,
    stop: world.stop,
  };
}

testProvider(provider, () => startHarness({}));
describe('on an instance that does not honour the key', () =>
  testProvider(provider, () => startHarness({ software: 'gotosocial' })));
