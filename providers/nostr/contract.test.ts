import { afterAll, beforeAll } from '@jest/globals';
import type { Event } from 'nostr-tools/pure';
import { createEgress } from '../../src/platform/egress.ts';
import { startWebSocketFront, type WebSocketFront } from '../../src/test/networks/websocket-front.ts';
import { nostrRelay, nostrRelayPython, type RunningRelay } from '../../src/test/servers/nostr-relay.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import type { FailureMode, NetworkHarness, SeenPost } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import { channelOf, contextOf, isEvent, rejection } from './fixtures/world.ts';
import { nostr } from './index.ts';

function failFront(front: WebSocketFront, mode: FailureMode): void {
  const rejections: Partial<Record<FailureMode, string>> = {
    rate_limited: 'rate-limited: slow down, please',
    rejected: 'blocked: you are not welcome here',
    server_error: 'error: could not save the event',
  };
  const message = rejections[mode];
  if (mode === 'connection_refused') front.refuseConnections();
  else if (message) front.arm({ kind: 'answer', answer: rejection(message) }, isEvent);
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

/** All notes of an author at these relays, without duplicates, oldest first. */
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
      for (const front of fronts) failFront(front, mode);
    },
    recover: () => {
      for (const front of fronts) front.disarm();
    },
    stop: async () => void (await Promise.all([...fronts, ...relays].map((part) => part.stop()))),
  };
}

describeWith([nostrRelay, nostrRelayPython], 'At two different relays', () => {
  beforeAll(async () => {
    for (const relay of [nostrRelay, nostrRelayPython]) await relay.ensure(() => undefined);
  }, 300_000);

  testProvider(nostr, startTwoRelays, {
    token_expired: 'a key does not expire; every event carries its own signature',
    channel_gone: 'nobody can revoke a key; a relay that bans it rejects the event',
  });
});
