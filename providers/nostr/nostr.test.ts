import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { neventEncode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent, type Event } from 'nostr-tools/pure';
import { createEgress } from '../../src/egress.ts';
import { nostrRelay, nostrRelayPython, type NostrRelayOptions, type RunningRelay } from '../../src/test/servers/nostr-relay.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected, Unsent } from '../_kit/errors.ts';
import { buildRequest, PIXEL_PNG, pngFile, publishWhole, testProvider, type Breakage, type NetworkHarness, type SeenPost } from '../_kit/test-provider.ts';
import { startWebSocketFront, type WebSocketFront } from '../_networks/websocket-front.ts';
import { nostr } from './index.ts';

const isEvent = (message: string): boolean => message.startsWith('["EVENT"');
const refusing = (words: string) => (message: string): string => JSON.stringify(['OK', (JSON.parse(message) as [string, Event])[1].id, false, words]);

/** Breaks one front the way a relay or its wire breaks. */
function breakFront(front: WebSocketFront, how: Breakage): void {
  const refusals: Partial<Record<Breakage, string>> = { rate_limited: 'rate-limited: slow down, please', rejected: 'blocked: you are not welcome here', server_error: 'error: could not save the event' };
  const words = refusals[how];
  if (how === 'refused_connection') front.refuseConnections();
  else if (words) front.arm({ kind: 'answer', answer: refusing(words) }, isEvent);
  else if (how === 'lost_answer') front.arm({ kind: 'drop_after' }, isEvent);
  else if (how === 'lost_request') front.arm({ kind: 'drop_before' }, isEvent);
  else if (how === 'garbage_answer') front.arm({ kind: 'garbage_after' }, isEvent);
  else throw new Error(`A relay cannot fail with ${how}`);
}

function channelOf(relays: readonly string[], key = generateSecretKey()): Channel {
  const pubkey = getPublicKey(key);
  return { id: randomUUID(), internalId: pubkey, name: 'Ada', profile: npubEncode(pubkey), credentials: { key: nsecEncode(key) }, details: { relays: [...relays] } };
}

function contextOf(egress: ProviderContext['egress']): ProviderContext {
  return { egress, env: {}, signal: new AbortController().signal, now: () => new Date() };
}

function seen(event: Event): SeenPost {
  const answered = event.tags.filter((t) => t[0] === 'e').at(-1)?.[1] ?? null;
  return { id: event.id, text: event.content, mediaCount: event.tags.filter((t) => t[0] === 'imeta').length, parentId: answered };
}

const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
const context = contextOf(egress);
afterAll(() => egress.close());

/** Notes of an author, each once, over several relays, oldest first. */
async function notesAt(relays: readonly RunningRelay[], author: string): Promise<Event[]> {
  const events = (await Promise.all(relays.map((relay) => relay.events({ kinds: [1], authors: [author] })))).flat();
  return [...new Map(events.map((event) => [event.id, event])).values()].toSorted((a, b) => a.created_at - b.created_at);
}

async function startTwoRelays(): Promise<NetworkHarness> {
  const relays = [await nostrRelay.start(), await nostrRelayPython.start()];
  const fronts = await Promise.all(relays.map((relay) => startWebSocketFront(relay.url)));
  const channel = channelOf(fronts.map((front) => front.url));
  return {
    channel,
    context,
    published: async () => (await notesAt(relays, channel.internalId)).map(seen),
    break: (how) => { for (const front of fronts) breakFront(front, how); },
    mend: () => { for (const front of fronts) front.disarm(); },
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
      for (const relay of relays) expect(await relay.events({ authors: [channel.internalId] })).toHaveLength(1);
    });
  });

  it('reads a refusal that names no event as the answer to the one it sent', async () => {
    await withRelays(['python'], async (_, channel) => {
      await expect(publishWhole(nostr, buildRequest({ channel }, nostr, { text: 'x'.repeat(5000) }), context)).rejects.toThrow(/280 characters should be enough for anybody/);
    });
  });

  it('is refused by both in the words of both', async () => {
    await withRelays([{ maxContent: 4000 }, 'python'], async (_, channel) => {
      const failure = await failureOf(publishWhole(nostr, buildRequest({ channel }, nostr, { text: 'x'.repeat(5000) }), context));
      expect(failure).toBeInstanceOf(Rejected);
      expect((failure as Rejected).networkCode).toBe('blocked');
      expect(failure.message).toMatch(/content is longer than 4000 characters; .*280 characters/);
    });
  });
});

/** Runs a test against fresh relays, in the order of `kinds`, and ends them. */
async function withRelays(kinds: readonly (NostrRelayOptions | 'python')[], use: (relays: RunningRelay[], channel: Channel) => Promise<void>): Promise<void> {
  const relays = await Promise.all(kinds.map((kind) => (kind === 'python' ? nostrRelayPython.start() : nostrRelay.start(kind))));
  try {
    await use(relays, channelOf(relays.map((relay) => relay.url)));
  } finally {
    await Promise.all(relays.map((relay) => relay.stop()));
  }
}

async function failureOf(call: Promise<unknown>): Promise<Error> {
  return call.then(() => { throw new Error('It was expected to fail'); }, (error: unknown) => error as Error);
}

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

  it('is what was prepared: stored, sent and shown with the same id and a signature that holds', async () => {
    const request = buildRequest({ channel: channelOf([relay.url]) }, nostr);
    const prepared = JSON.parse(JSON.stringify(await nostr.prepare(request, context))) as { event: Event };
    expect(verifyEvent({ ...prepared.event })).toBe(true);
    const result = await nostr.publish(request, prepared as never, context);
    expect(result.status === 'published' && (await shown(result.published))).toMatchObject(prepared.event);
  });

  it('is not sent when what was stored has been changed', async () => {
    const request = buildRequest({ channel: channelOf([front.url]) }, nostr);
    const { event } = (await nostr.prepare(request, context)) as unknown as { event: Event };
    await expect(nostr.publish(request, { event: { ...event, content: 'other words' } } as never, context)).rejects.toThrow(Rejected);
    expect(front.received.filter(isEvent)).toEqual([]);
  });

  it('says where it is', async () => {
    const channel = channelOf([relay.url]);
    const live = await publishWhole(nostr, buildRequest({ channel }, nostr), context);
    expect(live.url).toBe(`https://njump.me/${neventEncode({ id: live.id, relays: [relay.url], author: channel.internalId, kind: 1 })}`);
  });

  it('marks the root in the first answer, and root and parent in a deeper one', async () => {
    const channel = channelOf([relay.url]);
    const friend = getPublicKey(generateSecretKey());
    const root = await publishWhole(nostr, buildRequest({ channel }, nostr, { text: `for nostr:${npubEncode(friend)}` }), context);
    const first = await publishWhole(nostr, buildRequest({ channel }, nostr, { root, parent: root }), context);
    const second = await publishWhole(nostr, buildRequest({ channel }, nostr, { root, parent: first }), context);
    const people = [['p', friend], ['p', channel.internalId]];
    expect((await shown(first)).tags).toEqual([['e', root.id, relay.url, 'root', channel.internalId], ...people]);
    expect((await shown(second)).tags).toEqual([['e', root.id, relay.url, 'root', channel.internalId], ['e', first.id, relay.url, 'reply', channel.internalId], ...people]);
  });

  it('names people, quoted notes and topics in tags, each once', async () => {
    const [ada, bob] = [getPublicKey(generateSecretKey()), getPublicKey(generateSecretKey())];
    const quoted = 'a'.repeat(64);
    const text = `nostr:${npubEncode(ada)} and nostr:${npubEncode(bob)}, again nostr:${npubEncode(ada)}: see nostr:${neventEncode({ id: quoted, author: bob })} #Crier #crier #Grüße #2026 https://example.com/page#part nostr:npub1wrong`;
    const live = await publishWhole(nostr, buildRequest({ channel: channelOf([relay.url]) }, nostr, { text }), context);
    expect((await shown(live)).tags).toEqual([['p', ada], ['p', bob], ['q', quoted, '', bob], ['t', 'crier'], ['t', 'grüße']]);
  });

  it('links its media after a blank line and describes them', async () => {
    const live = await publishWhole(nostr, buildRequest({ channel: channelOf([relay.url]) }, nostr, { text: 'Look', media: [pngFile('a pixel\nalone')] }), context);
    const event = await shown(live);
    expect(event.content).toBe('Look\n\nhttps://crier.example/uploads/pixel.png');
    const hash = createHash('sha256').update(PIXEL_PNG).digest('hex');
    expect(event.tags).toEqual([['imeta', 'url https://crier.example/uploads/pixel.png', 'm image/png', 'dim 1x1', 'alt a pixel alone', `x ${hash}`]]);
  });

  it('is not accepted with a private key in its text, and is with a public one', () => {
    const key = generateSecretKey();
    const check = (text: string): unknown => nostr.validate?.({ item: { id: '', position: 1, text, media: [] }, settings: {}, channel: { details: {} } });
    expect(check(`mine is ${nsecEncode(key)}`)).toEqual([{ path: 'value.1.content', message: expect.stringContaining('private key') }]);
    expect(check(`mine is ${npubEncode(getPublicKey(key))}`)).toEqual([]);
  });

  it('is refused when it is too long together with its links', () => {
    const check = (length: number): unknown[] | undefined => nostr.validate?.({ item: { id: '', position: 0, text: 'x'.repeat(length), media: [pngFile()] }, settings: {}, channel: { details: {} } });
    expect(check(99_900)).toEqual([]);
    expect(check(100_000)).toHaveLength(1);
  });

  it('is published when one relay is down and the other is up', async () => {
    front.refuseConnections();
    const live = await publishWhole(nostr, buildRequest({ channel: channelOf([front.url, relay.url]) }, nostr), context);
    expect(live.ref).toMatchObject({ relays: [relay.url] });
  });

  it('is published when one relay refuses and the other takes it', async () => {
    front.arm({ kind: 'answer', answer: refusing('blocked: no') }, isEvent);
    const live = await publishWhole(nostr, buildRequest({ channel: channelOf([front.url, relay.url]) }, nostr), context);
    expect(live.ref).toMatchObject({ relays: [relay.url] });
  });

  it('is published when one relay never answers, without waiting for its full time', async () => {
    front.arm({ kind: 'hang_before' }, isEvent);
    const live = await publishWhole(nostr, buildRequest({ channel: channelOf([front.url, relay.url]) }, nostr), context);
    expect(live.ref).toMatchObject({ relays: [relay.url] });
  });

  it('is unsent when every relay is down', async () => {
    const gone = await nostrRelay.start();
    await gone.stop();
    front.refuseConnections();
    const failure = await failureOf(publishWhole(nostr, buildRequest({ channel: channelOf([front.url, gone.url]) }, nostr), context));
    expect(failure).toBeInstanceOf(Unsent);
    expect(failure.message).toContain(new URL(gone.url).host);
  });

  it('stays unknown when one relay refuses and the other may have taken it', async () => {
    await withRelays([{ blockedKinds: [1] }], async ([strict]) => {
      front.arm({ kind: 'drop_after' }, isEvent);
      const request = buildRequest({ channel: channelOf([strict?.url ?? '', front.url]) }, nostr);
      const prepared = await nostr.prepare(request, context);
      expect(await failureOf(nostr.publish(request, prepared, context))).toBeInstanceOf(OutcomeUnknown);
      expect(await nostr.verify(request, { prepared, sentAt: new Date(), ref: null }, context)).toMatchObject({ status: 'found', published: { ref: { relays: [front.url] } } });
    });
  });

  it('stays unknown when the worker is told to stop while a relay has it', async () => {
    front.arm({ kind: 'hang_after' }, isEvent);
    const request = buildRequest({ channel: channelOf([front.url]) }, nostr);
    const prepared = await nostr.prepare(request, context);
    const shutdown = new AbortController();
    const outcome = failureOf(nostr.publish(request, prepared, { ...context, signal: shutdown.signal }));
    while (!(await relay.events({ authors: [request.channel.internalId] })).length) await sleep(10);
    shutdown.abort();
    expect(await outcome).toBeInstanceOf(OutcomeUnknown);
  });

  it('is not sent when the worker was told to stop before', async () => {
    const request = buildRequest({ channel: channelOf([relay.url]) }, nostr);
    const prepared = await nostr.prepare(request, context);
    expect(await failureOf(nostr.publish(request, prepared, { ...context, signal: AbortSignal.abort() }))).toBeInstanceOf(Unsent);
    expect(await relay.events({ authors: [request.channel.internalId] })).toEqual([]);
  });

  it('can be repeated when no relay can be asked', async () => {
    front.refuseConnections();
    const request = buildRequest({ channel: channelOf([front.url]) }, nostr);
    const prepared = await nostr.prepare(request, context);
    expect(await nostr.verify(request, { prepared, sentAt: new Date(), ref: null }, context)).toMatchObject({ status: 'repeatable', evidence: expect.stringContaining('1 gave no answer') });
  });

  it('is deleted where it is, and not said to be where that cannot be known', async () => {
    const channel = channelOf([front.url]);
    const live = await publishWhole(nostr, buildRequest({ channel }, nostr), context);
    front.refuseConnections();
    await expect(nostr.remove?.(channel, live, context)).rejects.toThrow(Unsent);
    expect(await relay.events({ ids: [live.id] })).toHaveLength(1);
    front.disarm();
    await nostr.remove?.(channel, live, context);
    expect(await relay.events({ ids: [live.id] })).toEqual([]);
  });
});

describeWith([nostrRelay], 'nostr at relays that refuse', () => {
  beforeAll(() => nostrRelay.ensure(() => undefined), 300_000);

  it('answers the challenge of a relay that wants authenticated authors', async () => {
    await withRelays([{ authWrite: true }], async ([relay], channel) => {
      const live = await publishWhole(nostr, buildRequest({ channel }, nostr), context);
      expect(await relay?.events({ ids: [live.id] })).toHaveLength(1);
    });
  });

  it('gives up when the relay does not believe the answer to its challenge', async () => {
    await withRelays([{ authWrite: true }], async ([relay]) => {
      const front = await startWebSocketFront(relay?.url ?? '');
      front.arm({ kind: 'answer', answer: refusing('error: failed to authenticate') }, (message) => message.startsWith('["AUTH"'));
      const failure = await failureOf(publishWhole(nostr, buildRequest({ channel: channelOf([front.url]) }, nostr), context));
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
      expect(await nostr.verify(request, { prepared, sentAt: new Date(), ref: null }, context)).toMatchObject({ status: 'found' });
    });
  });

  it('waits when every relay asks to wait', async () => {
    await withRelays([{ rate: 1 }, { rate: 1 }], async (_, channel) => {
      await publishWhole(nostr, buildRequest({ channel }, nostr), context);
      const failure = await failureOf(publishWhole(nostr, buildRequest({ channel }, nostr), context));
      expect(failure).toBeInstanceOf(RateLimited);
      expect((failure as RateLimited).resetAt.getTime()).toBeGreaterThan(Date.now());
      expect(failure.message).toContain('slow down, please');
    });
  });

  it('is refused for good by a relay that takes no notes', async () => {
    await withRelays([{ blockedKinds: [1] }], async (_, channel) => {
      const failure = await failureOf(publishWhole(nostr, buildRequest({ channel }, nostr), context));
      expect(failure).toBeInstanceOf(Rejected);
      expect(failure.message).toContain('received event kind 1 not allowed');
    });
  });
});

describeWith([nostrRelay], 'connecting nostr', () => {
  let relay: RunningRelay;
  beforeAll(async () => {
    await nostrRelay.ensure(() => undefined);
    relay = await nostrRelay.start();
  }, 300_000);
  afterAll(() => relay.stop());

  it('makes a key for a person who has none, and gives it to them to keep', async () => {
    const account = await nostr.connect({ key: '', relays: relay.url }, context);
    const { key, ...others } = account.credentials;
    expect(key).toMatch(/^nsec1/);
    expect(others).toEqual({});
    expect(account).toMatchObject({ profile: npubEncode(account.internalId), details: { relays: [relay.url], generatedKey: true } });
    expect(JSON.stringify({ ...account, credentials: null })).not.toContain(key);
    const channel: Channel = { id: randomUUID(), ...account };
    expect((await publishWhole(nostr, buildRequest({ channel }, nostr), context)).ref).toMatchObject({ pubkey: account.internalId });
  });

  it('knows the same account by either spelling of its key', async () => {
    const key = generateSecretKey();
    const byHex = await nostr.connect({ key: Buffer.from(key).toString('hex').toUpperCase(), relays: relay.url }, context);
    expect(byHex).toEqual(await nostr.connect({ key: ` ${nsecEncode(key)}\n`, relays: relay.url }, context));
    expect(byHex).toMatchObject({ internalId: getPublicKey(key), credentials: { key: nsecEncode(key) }, details: { generatedKey: false } });
  });

  it('takes name and picture from the newest profile', async () => {
    const key = generateSecretKey();
    const channel = channelOf([relay.url], key);
    for (const [age, name] of [[10, 'Old'], [0, 'Ada Lovelace']] as const) {
      await sendEvent(relay.url, finalizeEvent({ kind: 0, created_at: Math.floor(Date.now() / 1000) - age, tags: [], content: JSON.stringify({ name: 'ada', display_name: name, picture: 'https://example.com/ada.png' }) }, key));
    }
    expect(await nostr.connect({ key: nsecEncode(key), relays: relay.url }, context)).toMatchObject({ name: 'Ada Lovelace', picture: 'https://example.com/ada.png', profile: channel.profile });
  });

  it('takes no picture address that a browser would run', async () => {
    const key = generateSecretKey();
    await sendEvent(relay.url, finalizeEvent({ kind: 0, created_at: Math.floor(Date.now() / 1000), tags: [], content: JSON.stringify({ name: 'ada', picture: 'javascript:alert(1)' }) }, key));
    expect(await nostr.connect({ key: nsecEncode(key), relays: relay.url }, context)).toMatchObject({ name: 'ada', picture: null });
  });

  it.each([
    ['a word', 'hello', /nsec1… or 64 hexadecimal digits/],
    ['a public key', npubEncode('a'.repeat(64)), /public key/],
    ['a key with a mistyped letter', nsecEncode(generateSecretKey()).replace(/.$/, (c) => (c === 'q' ? 'p' : 'q')), /Not a private key/],
    ['a key that is no number of the curve', '0'.repeat(64), /outside the range/],
  ])('refuses %s in words that do not repeat it', async (_, key, words) => {
    const failure = await failureOf(nostr.connect({ key, relays: relay.url }, context));
    expect(failure).toBeInstanceOf(Rejected);
    expect(failure.message).toMatch(words);
    expect(failure.message).not.toContain(key);
  });

  it.each([['https://nos.lol', /Not a relay address/], ['nos.lol', /Not a relay address/], ['wss://me:secret@nos.lol', /must not hold a user name/]])('refuses %s as a relay', async (relays, words) => {
    await expect(nostr.connect({ key: '', relays }, context)).rejects.toThrow(words);
  });

  it('does not connect when no relay can be reached, and does when one can', async () => {
    const gone = await nostrRelay.start();
    await gone.stop();
    await expect(nostr.connect({ key: '', relays: gone.url }, context)).rejects.toThrow(Unsent);
    expect(await nostr.connect({ key: '', relays: `${gone.url}, ${relay.url}` }, context)).toMatchObject({ details: { relays: [gone.url, relay.url] } });
  });

  it('does not call a relay at an internal address when the guard is on', async () => {
    const guarded = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [] });
    await expect(nostr.connect({ key: '', relays: relay.url }, contextOf(guarded))).rejects.toThrow(/not a public address/);
    await guarded.close();
  });
});

/** Puts an event into a relay by the way every client uses. */
async function sendEvent(url: string, event: Event): Promise<void> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify(['EVENT', event]));
    socket.onmessage = ({ data }) => ((JSON.parse(String(data)) as unknown[])[2] === true ? resolve(undefined) : reject(new Error(String(data))));
    socket.onerror = () => reject(new Error(`Could not reach ${url}`));
  });
  socket.close();
}
