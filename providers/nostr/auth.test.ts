import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, generateSecretKey, getPublicKey, type Event } from 'nostr-tools/pure';
import { createEgress } from '../../src/platform/egress.ts';
import { nostrRelay, type RunningRelay } from '../../src/test/servers/nostr-relay.ts';
import { describeWith } from '../../src/test/servers/server.ts';
import type { Channel } from '../_kit/contract.ts';
import { Rejected, Unsent } from '../_kit/errors.ts';
import { buildRequest, publishUntilLive } from '../_kit/test-harness.ts';
import { channelOf, contextOf, failureOf } from './fixtures/world.ts';
import { nostr } from './index.ts';

const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
const context = contextOf(egress);
afterAll(() => egress.close());

describeWith([nostrRelay], 'connecting nostr', () => {
  let relay: RunningRelay;
  beforeAll(async () => {
    await nostrRelay.ensure(() => undefined);
    relay = await nostrRelay.start();
  }, 300_000);
  afterAll(() => relay.stop());

  it('creates a key for a person who has none, for them to keep', async () => {
    const account = await nostr.connect({ key: '', relays: relay.url }, context);
    const { key, ...others } = account.credentials;
    expect(key).toMatch(/^nsec1/);
    expect(others).toEqual({});
    expect(account).toMatchObject({
      profile: npubEncode(account.internalId),
      details: { relays: [relay.url], generatedKey: true },
    });
    expect(JSON.stringify({ ...account, credentials: null })).not.toContain(key);
    const channel: Channel = { id: randomUUID(), ...account };
    expect((await publishUntilLive(nostr, buildRequest({ channel }, nostr), context)).ref).toMatchObject({
      pubkey: account.internalId,
    });
  });

  it('recognises the account by its key in either format', async () => {
    const key = generateSecretKey();
    const byHex = await nostr.connect(
      { key: Buffer.from(key).toString('hex').toUpperCase(), relays: relay.url },
      context,
    );
    expect(byHex).toEqual(await nostr.connect({ key: ` ${nsecEncode(key)}\n`, relays: relay.url }, context));
    expect(byHex).toMatchObject({
      internalId: getPublicKey(key),
      credentials: { key: nsecEncode(key) },
      details: { generatedKey: false },
    });
  });

  it('takes name and picture from the newest profile', async () => {
    const key = generateSecretKey();
    const channel = channelOf([relay.url], key);
    for (const [age, name] of [
      [10, 'Old'],
      [0, 'Ada Lovelace'],
    ] as const) {
      await sendEvent(
        relay.url,
        finalizeEvent(
          {
            kind: 0,
            created_at: Math.floor(Date.now() / 1000) - age,
            tags: [],
            content: JSON.stringify({
              name: 'ada',
              display_name: name,
              picture: 'https://example.com/ada.png',
            }),
          },
          key,
        ),
      );
    }
    expect(await nostr.connect({ key: nsecEncode(key), relays: relay.url }, context)).toMatchObject({
      name: 'Ada Lovelace',
      picture: 'https://example.com/ada.png',
      profile: channel.profile,
    });
  });

  it('ignores a picture whose URL a browser would execute', async () => {
    const key = generateSecretKey();
    await sendEvent(
      relay.url,
      finalizeEvent(
        {
          kind: 0,
          created_at: Math.floor(Date.now() / 1000),
          tags: [],
          content: JSON.stringify({ name: 'ada', picture: 'javascript:alert(1)' }),
        },
        key,
      ),
    );
    expect(await nostr.connect({ key: nsecEncode(key), relays: relay.url }, context)).toMatchObject({
      name: 'ada',
      picture: null,
    });
  });

  it.each([
    ['a word', 'hello', /nsec1… or 64 hexadecimal digits/],
    ['a public key', npubEncode('a'.repeat(64)), /public key/],
    [
      'a key with a mistyped letter',
      nsecEncode(generateSecretKey()).replace(/.$/, (c) => (c === 'q' ? 'p' : 'q')),
      /Not a private key/,
    ],
    ['a key outside the valid range', '0'.repeat(64), /outside the range/],
  ])('fails with %s, in a message that does not repeat it', async (_, key, message) => {
    const failure = await failureOf(nostr.connect({ key, relays: relay.url }, context));
    expect(failure).toBeInstanceOf(Rejected);
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain(key);
  });

  it.each([
    ['https://nos.lol', /is not a URL such as wss:/],
    ['nos.lol', /is not a URL such as wss:/],
    ['wss://me:secret@nos.lol', /must not contain a user name/],
  ])('fails with %s as a relay', async (relays, message) => {
    await expect(nostr.connect({ key: '', relays }, context)).rejects.toThrow(message);
  });

  it('works if at least one relay can be reached', async () => {
    const gone = await nostrRelay.start();
    await gone.stop();
    await expect(nostr.connect({ key: '', relays: gone.url }, context)).rejects.toThrow(Unsent);
    expect(await nostr.connect({ key: '', relays: `${gone.url}, ${relay.url}` }, context)).toMatchObject({
      details: { relays: [gone.url, relay.url] },
    });
  });

  it('does not call a relay at an internal address if the guard is on', async () => {
    const guarded = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [] });
    await expect(nostr.connect({ key: '', relays: relay.url }, contextOf(guarded))).rejects.toThrow(
      /not a public address/,
    );
    await guarded.close();
  });
});

/** Sends an event to a relay, as any client does. */
async function sendEvent(url: string, event: Event): Promise<void> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify(['EVENT', event]));
    socket.onmessage = ({ data }) =>
      (JSON.parse(String(data)) as unknown[])[2] === true
        ? resolve(undefined)
        : reject(new Error(String(data)));
    socket.onerror = () => reject(new Error(`Could not reach ${url}`));
  });
  socket.close();
}
