import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Event } from 'nostr-tools/pure';
import { createEgress } from '../../src/egress.ts';
import { nostrRelay, nostrRelayPython, type RunningRelay } from '../../src/test/servers/nostr-relay.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { RateLimited, Rejected } from '../_kit/errors.ts';
import {
  buildRequest,
  type FailureMode,
  type NetworkHarness,
  publishUntilLive,
  type SeenPost,
} from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { startWebSocketFront, type WebSocketFront } from '../../src/test/networks/websocket-front.ts';
import { channelOf, contextOf, failureOf, isEvent, refusing, withRelays } from './fixtures/network.ts';
import { nostr } from './index.ts';

/** Breaks one front the way a relay or its wire breaks. */
function breakFront(front: WebSocketFront, mode: FailureMode): void {
  const refusals: Partial<Record<FailureMode, string>> = {
    rate_limited: 'rate-limited: slow down, please',
    rejected: 'blocked: you are not welcome here',
    server_error: 'error: could not save the event',
  };
  const words = refusals[mode];
  if (mode === 'connection_refused') front.refuseConnections();
  else if (words) front.arm({ kind: 'answer', answer: refusing(words) }, isEvent);
  else if (mode === 'lost_answer') front.arm({ kind: 'drop_after' }, isEvent);
  else if (mode === 'lost_request') front.arm({ kind: 'drop_before' }, isEvent);
  else if (mode === 'garbage_answer') front.arm({ kind: 'garbage_after' }, isEvent);
  else throw new Error(`A relay cannot fail with ${mode}`);
}

function seen(event: Event): SeenPost {
  const answered = event.tags.filter((t) => t[0] === 'e').at(-1)?.[1] ?? null;
  return {
    id: event.id,
    text: event.content,
    mediaCount: event.tags.filter((t) => t[0] === 'imeta').length,
    parentId: answered,
  };
}

const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
const context = contextOf(egress);
afterAll(() => egress.close());

/** Notes of an author, each once, over several relays, oldest first. */
async function notesAt(relays: readonly RunningRelay[], author: string): Promise<Event[]> {
  const events = (
    await Promise.all(relays.map((relay) => relay.events({ kinds: [1], authors: [author] })))
  ).flat();
  return [...new Map(events.map((event) => [event.id, event])).values()].toSorted(
    (a, b) => a.created_at - b.created_at,
  );
}

async function startTwoRelays(): Promise<NetworkHarness> {
  const relays = [await nostrRelay.start(), await nostrRelayPython.start()];
  const fronts = await Promise.all(relays.map((relay) => startWebSocketFront(relay.url)));
  const channel = channelOf(fronts.map((front) => front.url));
  return {
    channel,
    context,
    published: async () => (await notesAt(relays, channel.internalId)).map(seen),
    fail: (mode) => {
      for (const front of fronts) breakFront(front, mode);
    },
    recover: () => {
      for (const front of fronts) front.disarm();
    },
    stop: async () => void (await Promise.all([...fronts, ...relays].map((part) => part.stop()))),
  };
}

describeWith([nostrRelay, nostrRelayPython], 'nostr at two relays that differ', () => {
  beforeAll(async () => {
    for (const relay of [nostrRelay, nostrRelayPython]) await relay.ensure(() => undefined);
  }, 300_000);

  testProvider(nostr, startTwoRelays, {
    token_expired: 'a key does not expire; every event carries its own signature',
    channel_gone: 'nobody can take a key away from its owner; a relay that bans it refuses the event',
  });

  it('publishes to both, and a repeat is the same note to either', async () => {
    await withRelays([{}, 'python'], async (relays, channel) => {
      const request = buildRequest({ channel }, nostr);
      const prepared = await nostr.prepare(request, context);
      const first = await nostr.publish(request, prepared, context);
      // khatru answers the repeat with true, the other with false and `duplicate:`.
      expect(await nostr.publish(request, prepared, context)).toEqual(first);
      for (const relay of relays) {
        expect(await relay.events({ authors: [channel.internalId] })).toHaveLength(1);
      }
    });
  });

  it('reads a refusal that names no event as the answer to the one it sent', async () => {
    await withRelays(['python'], async (_, channel) => {
      await expect(
        publishUntilLive(nostr, buildRequest({ channel }, nostr, { text: 'x'.repeat(5000) }), context),
      ).rejects.toThrow(/280 characters should be enough for anybody/);
    });
  });

  it('is refused by both in the words of both', async () => {
    await withRelays([{ maxContent: 4000 }, 'python'], async (_, channel) => {
      const failure = await failureOf(
        publishUntilLive(nostr, buildRequest({ channel }, nostr, { text: 'x'.repeat(5000) }), context),
      );
      expect(failure).toBeInstanceOf(Rejected);
      expect((failure as Rejected).networkCode).toBe('blocked');
      expect(failure.message).toMatch(/content is longer than 4000 characters; .*280 characters/);
    });
  });
});

describeWith([nostrRelay], 'nostr at relays that refuse', () => {
  beforeAll(() => nostrRelay.ensure(() => undefined), 300_000);

  it('answers the challenge of a relay that wants authenticated authors', async () => {
    await withRelays([{ authWrite: true }], async ([relay], channel) => {
      const live = await publishUntilLive(nostr, buildRequest({ channel }, nostr), context);
      expect(await relay?.events({ ids: [live.id] })).toHaveLength(1);
    });
  });

  it('gives up when the relay does not believe the answer to its challenge', async () => {
    await withRelays([{ authWrite: true }], async ([relay]) => {
      const front = await startWebSocketFront(relay?.url ?? '');
      front.arm({ kind: 'answer', answer: refusing('error: failed to authenticate') }, (message) =>
        message.startsWith('["AUTH"'),
      );
      const failure = await failureOf(
        publishUntilLive(nostr, buildRequest({ channel: channelOf([front.url]) }, nostr), context),
      );
      await front.stop();
      expect(failure).toBeInstanceOf(Rejected);
      expect(failure.message).toContain('failed to authenticate');
    });
  });

  it('authenticates to read where reading asks for it', async () => {
    await withRelays([{ authRead: true }], async (_, channel) => {
      const request = buildRequest({ channel }, nostr);
      const prepared = await nostr.prepare(request, context);
      await nostr.publish(request, prepared, context);
      expect(await nostr.verify(request, { prepared, sentAt: new Date(), ref: null }, context)).toMatchObject(
        { status: 'found' },
      );
    });
  });

  it('waits when every relay asks to wait', async () => {
    await withRelays([{ rate: 1 }, { rate: 1 }], async (_, channel) => {
      await publishUntilLive(nostr, buildRequest({ channel }, nostr), context);
      const failure = await failureOf(publishUntilLive(nostr, buildRequest({ channel }, nostr), context));
      expect(failure).toBeInstanceOf(RateLimited);
      expect((failure as RateLimited).resetAt.getTime()).toBeGreaterThan(Date.now());
      expect(failure.message).toContain('slow down, please');
    });
  });

  it('is refused for good by a relay that takes no notes', async () => {
    await withRelays([{ blockedKinds: [1] }], async (_, channel) => {
      const failure = await failureOf(publishUntilLive(nostr, buildRequest({ channel }, nostr), context));
      expect(failure).toBeInstanceOf(Rejected);
      expect(failure.message).toContain('received event kind 1 not allowed');
    });
  });
});
