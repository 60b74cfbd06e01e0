import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { testSteps } from '../_kit/test-steps.ts';
import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { codedFault, isPublish, settingsFor, startWorld, statusFault } from './fixtures/world.ts';
import { reddit as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () =>
    codedFault(
      'RATELIMIT',
      "Looks like you've been doing that a lot. Take a break for 14 minutes before trying again.",
    ),
  token_expired: () => statusFault(401, { error: 'invalid_token' }),
  rejected: () =>
    statusFault(400, {
      reason: 'SUBMIT_VALIDATION_TITLE_BLACKLISTED_STRING',
      explanation: 'You may not have "menu" in your title. ',
    }),
  channel_gone: () => statusFault(403, { error: 'insufficient_scope' }),
  server_error: () => ({ kind: 'status', status: 502, body: '' }),
};

const PLACES = ['cafes', 'bakeries', 'tearooms'].map((subreddit) => ({ subreddit }));

/** A text submission; with files, the type has to be another one. */
async function startHarness(settings: Record<string, unknown>): Promise<NetworkHarness> {
  const world = await startWorld({ limits: { requests: 100_000 } });
  const failing = failingWith(world, FAULTS, isPublish);
  return {
    channel: world.channel,
    get context() {
      return world.context;
    },
    settings,
    published: async () =>
      world
        .live()
        .map((entry) => ({
          id: entry.id,
          text: entry.text,
          mediaCount: entry.assets.length,
          parentId: entry.parent?.replace(/^t\d_/, '') ?? null,
        })),
    ...failing,
    steps: { request: () => ({ settings: settingsFor(...PLACES) }), failAt: failing.failAt },
    showsAtOnce: true,
    stop: world.stop,
  };
}

// What the settings call a text carries no file, so the picture of the contract is left out by the rules.
const withoutPictures = {
  ...provider,
  rules: { ...provider.rules, media: { ...provider.rules.media, maxImages: 0 } },
};
testProvider(withoutPictures, () => startHarness(settingsFor({})));
testSteps(withoutPictures, () => startHarness(settingsFor({})));
