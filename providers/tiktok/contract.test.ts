import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { fault, isPhotoPublish, isPublish, SETTINGS, startWorld, videoFile } from './fixtures/world.ts';
import { tiktok as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => fault(403, 'spam_risk_too_many_posts', 'The daily post cap is reached.'),
  token_expired: () => fault(401, 'access_token_invalid', 'The access token is invalid.'),
  rejected: () => fault(403, 'url_ownership_unverified', 'The ownership of the URL is not verified.'),
  channel_gone: () => fault(403, 'spam_risk_user_banned_from_posting', 'The user is banned from posting.'),
  server_error: () => fault(500, 'internal_error', 'Something went wrong.'),
};

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld();
  return {
    channel: world.channel,
    get context() {
      return world.context;
    },
    settings: SETTINGS,
    media: [videoFile()],
    showsAtOnce: true,
    published: async () =>
      world.network
        .posts()
        .map(({ postId, info, photos }) => ({
          id: postId,
          text: String(info.description ?? info.title ?? ''),
          mediaCount: photos.length || 1,
          parentId: null,
        })),
    ...failingWith(world, FAULTS, (call) => isPublish(call) || isPhotoPublish(call)),
    stop: world.stop,
  };
});
