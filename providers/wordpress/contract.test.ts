import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { wordpress as server } from '../../src/test/servers/wordpress.ts';
import { underAnotherName } from '../../src/test/networks/front-egress.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { isPublish, refusal, SETTINGS, startWorld, textOf } from './fixtures/world.ts';
import { wordpress as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => ({
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '30', 'content-type': 'text/html' },
    body: '<html><body>Too Many Requests</body></html>',
  }),
  token_expired: () => refusal(401, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.'),
  rejected: () =>
    refusal(403, 'rest_cannot_publish', 'Sorry, you are not allowed to publish posts in this post type.'),
  channel_gone: () =>
    refusal(
      401,
      'application_passwords_disabled_for_user',
      'Application passwords are not available for your account. Please contact the site administrator for assistance.',
    ),
  server_error: () =>
    refusal(500, 'internal_server_error', '<p>There has been a critical error on this website.</p>'),
};

async function startHarness(): Promise<NetworkHarness> {
  const world = await startWorld();
  return {
    channel: world.channel,
    elsewhere: underAnotherName(world.channel),
    context: world.context,
    settings: { ...SETTINGS },
    published: async () =>
      (await world.posts()).map((post) => ({
        id: String(post.id),
        text: textOf(post),
        mediaCount: post.content.raw.split('<figure').length - 1,
        parentId: null,
      })),
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
}

describeWith([server], 'On a real WordPress', () => testProvider(provider, startHarness));
