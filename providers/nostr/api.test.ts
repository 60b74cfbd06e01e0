import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createEgress } from '../../src/platform/egress.ts';
import { startWebSocketFront } from '../../src/test/networks/websocket-front.ts';
import { nostrRelay, nostrRelayPython } from '../../src/test/servers/nostr-relay.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import { RateLimited, Rejected } from '../_kit/errors.ts';
import { buildRequest, publishUntilLive } from '../_kit/test-harness.ts';
import { channelOf, contextOf, failureOf, rejection, withRelays } from './fixtures/world.ts';
import { nostr } from './index.ts';

const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
const context = contextOf(egress);
afterAll(() => egress.close());

describeWith([nostrRelay, nostrRelayPython], 'Publishing to two different relays', () => {
  beforeAll(async () => {
    for (const relay of [nostrRelay, nostrRelayPython]) await relay.ensure(() => undefined);
  }, 300_000);

  it('sends a note to both, and a repeat of it is the same note', async () => {
    await withRelays([{}, 'python'], async (relays, channel) => {
      const request = buildRequest({ channel }, nostr);
      const prepared = await nostr.prepare(request, context);
      const first = await nostr.publish(request, prepared, context);
      // khatru answers the repeat with true, the other relay with false and `duplicate:`.
      expect(await nostr.publish(request, prepared, context)).toEqual(first);
      for (const relay of relays) {
        expect(await relay.events({ authors: [channel.internalId] })).toHaveLength(1);
      }
    });
  });

  it('reads a rejection without an event id as the answer to the note it sent', async () => {
    await withRelays(['python'], async (_, channel) => {
      await expect(
        publishUntilLive(nostr, buildRequest({ channel }, nostr, { text: 'x'.repeat(5000) }), context),
      ).rejects.toThrow(/280 characters should be enough for anybody/);
    });
  });

  it('fails with the messages of both if both reject the note', async () => {
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

describeWith([nostrRelay], 'Publishing to strict relays', () => {
  beforeAll(() => nostrRelay.ensure(() => undefined), 300_000);

  it('answers the challenge of a relay that requires authentication', async () => {
    await withRelays([{ authWrite: true }], async ([relay], channel) => {
      const live = await publishUntilLive(nostr, buildRequest({ channel }, nostr), context);
      expect(await relay?.events({ ids: [live.id] })).toHaveLength(1);
    });
  });

  it('fails if the relay does not accept the answer to its challenge', async () => {
    await withRelays([{ authWrite: true }], async ([relay]) => {
      const front = await startWebSocketFront(relay?.url ?? '');
      front.arm({ kind: 'answer', answer: rejection('error: failed to authenticate') }, (message) =>
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

  it('authenticates for reading if the relay requires that', async () => {
    await withRelays([{ authRead: true }], async (_, channel) => {
      const request = buildRequest({ channel }, nostr);
      const prepared = await nostr.prepare(request, context);
      await nostr.publish(request, prepared, context);
      expect(
        await nostr.verify(request, { prepared, sentAt: new Date(), readAt: new Date(), ref: null }, context),
      ).toMatchObject({ status: 'found' });
    });
  });

  it('waits if every relay asks us to wait', async () => {
    await withRelays([{ rate: 1 }, { rate: 1 }], async (_, channel) => {
      await publishUntilLive(nostr, buildRequest({ channel }, nostr), context);
      const failure = await failureOf(publishUntilLive(nostr, buildRequest({ channel }, nostr), context));
      expect(failure).toBeInstanceOf(RateLimited);
      expect((failure as RateLimited).resetAt.getTime()).toBeGreaterThan(Date.now());
      expect(failure.message).toContain('slow down, please');
    });
  });

  it('is rejected by a relay that does not accept notes', async () => {
    await withRelays([{ blockedKinds: [1] }], async (_, channel) => {
      const failure = await failureOf(publishUntilLive(nostr, buildRequest({ channel }, nostr), context));
      expect(failure).toBeInstanceOf(Rejected);
      expect(failure.message).toContain('received event kind 1 not allowed');
    });
  });
});
