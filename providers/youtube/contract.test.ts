import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstYouTube } from '../../src/test/oracles/google/youtube.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { filming, isPublish, refusal, SETTINGS, startWorld } from './fixtures/world.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => refusal(403, 'quotaExceeded', 'You have exceeded your quota.'),
  token_expired: () => refusal(401, 'authError', 'Invalid Credentials'),
  rejected: () => refusal(400, 'invalidTitle', 'The request metadata specifies an invalid video title.'),
  channel_gone: () => refusal(403, 'channelSuspended', 'The channel has been suspended.'),
  server_error: () => refusal(503, 'backendError', 'Backend Error'),
};

const recorder = createRecorder();

testProvider(filming, async (): Promise<NetworkHarness> => {
  const world = await startWorld({ recorder });
  return {
    channel: world.channel,
    get context() {
      return world.context;
    },
    settings: SETTINGS,
    showsAtOnce: true,
    published: async () => [
      ...world.network
        .videos()
        .map(({ id, snippet }) => ({ id, text: snippet.description ?? '', mediaCount: 1, parentId: null })),
      ...world.network
        .comments()
        .map(({ id, text, videoId }) => ({ id, text, mediaCount: 0, parentId: videoId })),
    ],
    ...failingWith(world, FAULTS, isPublish),
    stop: world.stop,
  };
});

testAgainstYouTube(recorder);
