import { describe } from '@jest/globals';
import type { FailureMode, NetworkHarness } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { isPublish, refusal, startWorld } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

const FAULTS: Record<Exclude<FailureMode, 'connection_refused' | 'channel_gone'>, () => Fault> = {
  rate_limited: () =>
    refusal(
      429,
      { message: 'You are being rate limited.', retry_after: 64.57, global: false },
      { 'retry-after': '65', 'x-ratelimit-scope': 'user' },
    ),
  token_expired: () => refusal(401, { message: '401: Unauthorized', code: 0 }),
  rejected: () => refusal(400, { message: 'Message was blocked by automatic moderation', code: 200_000 }),
  server_error: () => ({
    kind: 'status',
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<html><body>502 Bad Gateway</body></html>',
  }),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

async function startHarness(options: { forum?: boolean } = {}): Promise<NetworkHarness> {
  const world = await startWorld();
  const { network, front, guild, bot } = world;
  const place = options.forum ? network.createChannel({ guild, name: 'stories', type: 'forum' }) : world.news;
  return {
    channel: world.channel,
    context: world.context,
    settings: { channel: place },
    // Messages of a thread have no parent but the thread: each one follows the message before it.
    published: async () =>
      world
        .live()
        .filter((m) => m.authorId === bot.id)
        .map((m, _, all) => ({
          id: m.id,
          text: m.content,
          mediaCount: m.attachments.length,
          parentId:
            m.channelId === place || m.id === m.channelId
              ? null
              : (all.findLast((o) => o.channelId === m.channelId && BigInt(o.id) < BigInt(m.id))?.id ??
                m.channelId),
        })),
    fail: (mode) => {
      if (mode === 'connection_refused') world.refuseConnections(true);
      else if (mode === 'channel_gone') network.kick(guild, bot.id);
      else front.arm(FAULTS[mode](), isPublish);
    },
    recover: () => {
      world.refuseConnections(false);
      network.invite(guild, bot.id);
      front.disarm();
    },
    ...(options.forum
      ? {
          archive: () => {
            for (const { id, parentId } of network.channels()) {
              if (parentId === place) network.setThread(id, { archived: true });
            }
          },
        }
      : {}),
    showsAtOnce: true,
    stop: world.stop,
  };
}

testProvider(provider, () => startHarness());
describe('in a forum', () => testProvider(provider, () => startHarness({ forum: true })));
