import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { listmonk as server } from '../../src/test/servers/listmonk.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { underAnotherName } from '../../src/test/networks/front-egress.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { hasBegun, isPublish, refusal, startWorld, textOf } from './fixtures/world.ts';
import { listmonk as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => ({
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '30', 'content-type': 'text/html' },
    body: '<html><body>Too Many Requests</body></html>',
  }),
  token_expired: () => refusal(401, 'Unauthorized'),
  rejected: () => refusal(403, 'permission denied: campaigns:send'),
  channel_gone: () => refusal(403, 'invalid API credentials'),
  server_error: () => refusal(500, 'Error updating Campaign: pq: the database system is shutting down'),
};

async function startHarness(newer: boolean): Promise<NetworkHarness> {
  const world = await startWorld({ newer });
  return {
    channel: world.channel,
    elsewhere: underAnotherName(world.channel),
    context: world.context,
    settings: { ...world.request().settings },
    showsAtOnce: true,
    published: async () =>
      (await world.campaigns())
        .filter(hasBegun)
        .map((campaign) => ({
          id: campaign.uuid,
          text: textOf(campaign),
          mediaCount: campaign.body.split('<img ').length - 1,
          parentId: null,
        })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
}

describeWith([server], 'On a real listmonk', () => testProvider(provider, () => startHarness(false)));
describeWith([server], 'On a listmonk with API users and roles', () =>
  testProvider(provider, () => startHarness(true)),
);
