import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { neventEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { generateSecretKey, getPublicKey, verifyEvent, type Event } from 'nostr-tools/pure';
import { createEgress } from '../../src/platform/egress.ts';
import { nostrRelay, type RunningRelay } from '../../src/test/servers/nostr-relay.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import type { Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { buildRequest, PIXEL_PNG, pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { startWebSocketFront, type WebSocketFront } from '../../src/test/networks/websocket-front.ts';
import { channelOf, contextOf, failureOf, isEvent, rejection, withRelays } from './fixtures/world.ts';
import { nostr } from './index.ts';

const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
const context = contextOf(egress);
/** Makes two notes with the same text different. */
const NONCE = ['nonce', expect.stringMatching(/^[0-9a-f]{8}$/), '0'];
afterAll(() => egress.close());

describeWith([nostrRelay], 'a note', () => {
  let relay: RunningRelay;
  let front: WebSocketFront;
  beforeAll(async () => {
    await nostrRelay.ensure(() => undefined);
    relay = await nostrRelay.start();
    front = await startWebSocketFront(relay.url);
  }, 300_000);
  afterEach(() => void front.disarm());
  afterAll(async () => {
    await front.stop();
    await relay.stop();
  });

  async function shown(published: Published): Promise<Event> {
    const [event] = await relay.events({ ids: [published.id] });
    if (!event) throw new Error(`${published.id} is not at the relay`);
    return event;
  }

  it('is published as it was prepared, with the same id and a valid signature', async () => {
    const request = buildRequest({ channel: channelOf([relay.url]) }, nostr);
    const prepared = JSON.parse(JSON.stringify(await nostr.prepare(request, context))) as { event: Event };
    expect(verifyEvent({ ...prepared.event })).toBe(true);
    const result = await nostr.publish(request, prepared as never, context);
    expect(result.status === 'published' && (await shown(result.published))).toMatchObject(prepared.event);
  });

  it('is not sent if the stored event was changed', async () => {
    const request = buildRequest({ channel: channelOf([front.url]) }, nostr);
    const { event } = (await nostr.prepare(request, context)) as unknown as { event: Event };
    await expect(
      nostr.publish(request, { event: { ...event, content: 'other words' } } as never, context),
    ).rejects.toThrow(Rejected);
    expect(front.received.filter(isEvent)).toEqual([]);
  });

  it('has a link to it', async () => {
    const channel = channelOf([relay.url]);
    const live = await publishUntilLive(nostr, buildRequest({ channel }, nostr), context);
    expect(live.url).toBe(
      'https://njump.me/' +
        neventEncode({ id: live.id, relays: [relay.url], author: channel.internalId, kind: 1 }),
    );
  });

  it('marks the root in the first reply, and root and parent in deeper ones', async () => {
    const channel = channelOf([relay.url]);
    const friend = getPublicKey(generateSecretKey());
    const root = await publishUntilLive(
      nostr,
      buildRequest({ channel }, nostr, { text: `for nostr:${npubEncode(friend)}` }),
      context,
    );
    const first = await publishUntilLive(
      nostr,
      buildRequest({ channel }, nostr, { root, parent: root }),
      context,
    );
    const second = await publishUntilLive(
      nostr,
      buildRequest({ channel }, nostr, { root, parent: first }),
      context,
    );
    const people = [
      ['p', friend],
      ['p', channel.internalId],
    ];
    expect((await shown(first)).tags).toEqual([
      ['e', root.id, relay.url, 'root', channel.internalId],
      ...people,
      NONCE,
    ]);
    expect((await shown(second)).tags).toEqual([
      ['e', root.id, relay.url, 'root', channel.internalId],
      ['e', first.id, relay.url, 'reply', channel.internalId],
      ...people,
      NONCE,
    ]);
  });

  it('has one tag for each person, quoted note and topic in its text', async () => {
    const [ada, bob] = [getPublicKey(generateSecretKey()), getPublicKey(generateSecretKey())];
    const quoted = 'a'.repeat(64);
    const text = [
      `nostr:${npubEncode(ada)} and nostr:${npubEncode(bob)}, again nostr:${npubEncode(ada)}:`,
      `see nostr:${neventEncode({ id: quoted, author: bob })}`,
      '#Crier #crier #Grüße #2026 https://example.com/page#part nostr:npub1wrong',
    ].join(' ');
    const live = await publishUntilLive(
      nostr,
      buildRequest({ channel: channelOf([relay.url]) }, nostr, { text }),
      context,
    );
    expect((await shown(live)).tags).toEqual([
      ['p', ada],
      ['p', bob],
      ['q', quoted, '', bob],
      ['t', 'crier'],
      ['t', 'grüße'],
      NONCE,
    ]);
  });

  it('has its subject and its content warning, which hides it', async () => {
    const channel = channelOf([relay.url]);
    const settings = { __type: 'nostr', subject: ' Spring\nmenu ', content_warning: 'Food' };
    const live = await publishUntilLive(nostr, buildRequest({ channel }, nostr, { settings }), context);
    expect((await shown(live)).tags).toEqual([
      ['subject', 'Spring menu'],
      ['content-warning', 'Food'],
      NONCE,
    ]);
  });

  it('is another note than one with the same text in the same second', async () => {
    const now = new Date('2026-03-01T10:00:00Z');
    const channel = channelOf([relay.url]);
    const idOf = async (): Promise<string> => {
      const request = buildRequest({ channel }, nostr, { text: 'The same words twice' });
      const { event } = (await nostr.prepare(request, { ...context, now: () => now })) as {
        event: { id: string };
      };
      return event.id;
    };
    expect(await idOf()).not.toBe(await idOf());
  });

  it('links to its media after a blank line, and describes them', async () => {
    const live = await publishUntilLive(
      nostr,
      buildRequest({ channel: channelOf([relay.url]) }, nostr, {
        text: 'Look',
        media: [pngFile('a pixel\nalone')],
      }),
      context,
    );
    const event = await shown(live);
    expect(event.content).toBe('Look\n\nhttps://crier.example/uploads/pixel.png');
    const hash = createHash('sha256').update(PIXEL_PNG).digest('hex');
    expect(event.tags).toEqual([
      [
        'imeta',
        'url https://crier.example/uploads/pixel.png',
        'm image/png',
        'dim 1x1',
        'alt a pixel alone',
        `x ${hash}`,
      ],
      NONCE,
    ]);
  });

  it('may contain a public key in its text, but not a private one', () => {
    const key = generateSecretKey();
    const check = (text: string): unknown =>
      nostr.validate?.({
        item: { id: '', position: 1, text, media: [] },
        settings: {},
        channel: { details: {} },
      });
    expect(check(`mine is ${nsecEncode(key)}`)).toMatchObject([
      { path: 'value.1.content', message: expect.stringContaining('private key') },
    ]);
    expect(check(`mine is ${npubEncode(getPublicKey(key))}`)).toEqual([]);
  });

  it('is rejected if it is too long together with its links', () => {
    const check = (length: number): unknown[] | undefined =>
      nostr.validate?.({
        item: { id: '', position: 0, text: 'x'.repeat(length), media: [pngFile()] },
        settings: {},
        channel: { details: {} },
      });
    expect(check(99_900)).toEqual([]);
    expect(check(100_000)).toHaveLength(1);
  });

  it('is published if one of two relays is down', async () => {
    front.refuseConnections();
    const live = await publishUntilLive(
      nostr,
      buildRequest({ channel: channelOf([front.url, relay.url]) }, nostr),
      context,
    );
    expect(live.ref).toMatchObject({ relays: [relay.url] });
  });

  it('is published if one of two relays rejects it', async () => {
    front.arm({ kind: 'answer', answer: rejection('blocked: no') }, isEvent);
    const live = await publishUntilLive(
      nostr,
      buildRequest({ channel: channelOf([front.url, relay.url]) }, nostr),
      context,
    );
    expect(live.ref).toMatchObject({ relays: [relay.url] });
  });

  it('is published without waiting long for a relay that never answers', async () => {
    front.arm({ kind: 'hang_before' }, isEvent);
    const live = await publishUntilLive(
      nostr,
      buildRequest({ channel: channelOf([front.url, relay.url]) }, nostr),
      context,
    );
    expect(live.ref).toMatchObject({ relays: [relay.url] });
  });

  it('is unsent if every relay is down', async () => {
    const gone = await nostrRelay.start();
    await gone.stop();
    front.refuseConnections();
    const failure = await failureOf(
      publishUntilLive(nostr, buildRequest({ channel: channelOf([front.url, gone.url]) }, nostr), context),
    );
    expect(failure).toBeInstanceOf(Unsent);
    expect(failure.message).toContain(new URL(gone.url).host);
  });

  it('has an unknown outcome if one relay rejects it and the other may have accepted it', async () => {
    await withRelays([{ blockedKinds: [1] }], async ([strict]) => {
      front.arm({ kind: 'drop_after' }, isEvent);
      const request = buildRequest({ channel: channelOf([strict?.url ?? '', front.url]) }, nostr);
      const prepared = await nostr.prepare(request, context);
      expect(await failureOf(nostr.publish(request, prepared, context))).toBeInstanceOf(OutcomeUnknown);
      expect(
        await nostr.verify(request, { prepared, sentAt: new Date(), readAt: new Date(), ref: null }, context),
      ).toMatchObject({ status: 'found', published: { ref: { relays: [front.url] } } });
    });
  });

  it('has an unknown outcome if the worker stops while a relay is storing it', async () => {
    front.arm({ kind: 'hang_after' }, isEvent);
    const request = buildRequest({ channel: channelOf([front.url]) }, nostr);
    const prepared = await nostr.prepare(request, context);
    const shutdown = new AbortController();
    const outcome = failureOf(nostr.publish(request, prepared, { ...context, signal: shutdown.signal }));
    while (!(await relay.events({ authors: [request.channel.internalId] })).length) await sleep(10);
    shutdown.abort();
    expect(await outcome).toBeInstanceOf(OutcomeUnknown);
  });

  it('is not sent if the worker has already been stopped', async () => {
    const request = buildRequest({ channel: channelOf([relay.url]) }, nostr);
    const prepared = await nostr.prepare(request, context);
    expect(
      await failureOf(nostr.publish(request, prepared, { ...context, signal: AbortSignal.abort() })),
    ).toBeInstanceOf(Unsent);
    expect(await relay.events({ authors: [request.channel.internalId] })).toEqual([]);
  });

  it('may be sent again if no relay can be asked', async () => {
    front.refuseConnections();
    const request = buildRequest({ channel: channelOf([front.url]) }, nostr);
    const prepared = await nostr.prepare(request, context);
    expect(
      await nostr.verify(request, { prepared, sentAt: new Date(), readAt: new Date(), ref: null }, context),
    ).toMatchObject({ status: 'repeatable', evidence: expect.stringContaining('1 did not answer') });
  });

  it('is deleted at its relays, or reported as not deleted if they cannot be reached', async () => {
    const channel = channelOf([front.url]);
    const live = await publishUntilLive(nostr, buildRequest({ channel }, nostr), context);
    front.refuseConnections();
    await expect(nostr.remove?.(channel, live, context)).rejects.toThrow(Unsent);
    expect(await relay.events({ ids: [live.id] })).toHaveLength(1);
    front.disarm();
    await nostr.remove?.(channel, live, context);
    expect(await relay.events({ ids: [live.id] })).toEqual([]);
  });
});
