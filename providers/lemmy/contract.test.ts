import type { Generation } from '../../src/test/networks/lemmy/state.ts';
import { failingWith, type OwnFaults } from '../../src/test/networks/failing.ts';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainstLemmy } from '../../src/test/oracles/lemmy/lemmy.ts';
import { underAnotherName } from '../../src/test/networks/front-egress.ts';
import type { NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { testSteps } from '../_kit/test-steps.ts';
import { isPublish, refusal, startWorld } from './fixtures/world.ts';
import { lemmy as provider } from './index.ts';

const FAULTS: OwnFaults = {
  rate_limited: () => refusal('rate_limit_error'),
  token_expired: () => refusal('not_logged_in'),
  rejected: () => refusal('only_mods_can_post_in_community'),
  channel_gone: () => refusal('site_ban'),
  server_error: () => ({ kind: 'status', status: 502, headers: { 'content-type': 'text/html' }, body: '' }),
};

const recorder = createRecorder();

async function startHarness(generation: Generation): Promise<NetworkHarness> {
  const world = await startWorld({ generation, recorder });
  const failing = failingWith(world, FAULTS, isPublish);
  return {
    channel: world.channel,
    elsewhere: underAnotherName(world.channel),
    get context() {
      return world.context;
    },
    settings: world.settingsFor({}),
    showsAtOnce: true,
    published: async () => [
      ...world.network
        .posts()
        .filter(({ deleted }) => !deleted)
        .map(({ id, body, url }) => ({
          id: String(id),
          text: body ?? '',
          mediaCount: url?.includes('/image/') ? 1 : 0,
          parentId: null,
        })),
      ...world.network
        .comments()
        .filter(({ deleted }) => !deleted)
        .map(({ id, content, post, path }) => ({
          id: String(id),
          text: content,
          mediaCount: 0,
          parentId: path.split('.').at(-2)?.replace(/^0$/, String(post)) ?? null,
        })),
    ],
    ...failing,
    steps: { request: () => ({ settings: world.settingsFor({}, {}, {}) }), failAt: failing.failAt },
    stop: world.stop,
  };
}

testProvider(provider, () => startHarness('0.19'));
testSteps(provider, () => startHarness('0.19'));
testProvider({ ...provider, name: 'Lemmy 1.x' }, () => startHarness('1'));
testAgainstLemmy(recorder);
