/** The provider against the strict stand-in, behind a front that breaks requests the way wires break. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createEgress } from '../../src/egress.ts';
import { freePort } from '../../src/test/servers/server.ts';
import { startFaultFront, type Fault, type FaultFront } from '../_networks/fault-front.ts';
import { startMastodon, type Mastodon, type MastodonOptions } from '../_networks/mastodon/server.ts';
import type { Channel, Json, MediaFile, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, RateLimited, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { buildRequest, pngFile, publishWhole, testProvider, type Breakage, type NetworkHarness } from '../_kit/test-provider.ts';
import { mastodon as provider } from './index.ts';
import { countLength } from './rules.ts';

interface World {
  readonly network: Mastodon;
  readonly front: FaultFront;
  readonly account: { id: string; token: string };
  readonly context: ProviderContext;
  readonly channel: Channel;
  /** Sends the provider's next calls to a port where nobody listens. */
  refuse(on: boolean): void;
  stop(): Promise<void>;
}

interface WorldOptions extends MastodonOptions {
  readonly contextNow?: () => Date;
}

async function buildContext(url: string, options: WorldOptions): Promise<{ context: ProviderContext; refuse(on: boolean): void; close(): Promise<void> }> {
  const deaf = `http://127.0.0.1:${await freePort()}`;
  const egress = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [url, deaf] });
  let refusing = false;
  const aim = (target: string | URL): string => (refusing ? String(target).replace(url, deaf) : String(target));
  return {
    context: {
      egress: { fetch: (target, init) => egress.fetch(aim(target), init), webSocket: (target, init) => egress.webSocket(target, init) },
      env: {}, signal: new AbortController().signal, now: options.contextNow ?? (() => new Date()),
    },
    refuse: (on) => void (refusing = on),
    close: () => egress.close(),
  };
}

/** An instance with one account, connected through the provider itself. */
async function startWorld(options: WorldOptions = {}): Promise<World> {
  const network = await startMastodon(options);
  const front = await startFaultFront(network.url);
  const account = network.createAccount({ username: 'ada' });
  const { context, refuse, close } = await buildContext(front.url, options);
  const connected = await provider.connect({ instance: front.url, token: account.token }, context);
  const channel: Channel = { id: randomUUID(), internalId: connected.internalId, name: connected.name, profile: connected.profile, credentials: connected.credentials, details: connected.details };
  return {
    network, front, account, context, channel, refuse,
    stop: async () => void (await Promise.all([close(), front.stop(), network.stop()])),
  };
}

const isPublish = ({ method, path }: { method: string; path: string }): boolean => method === 'POST' && path === '/api/v1/statuses';
const answer = (status: number, error: string, headers: Record<string, string> = {}): Fault => ({ kind: 'status', status, headers, body: JSON.stringify({ error }) });
const inAMinute = (): string => new Date(Date.now() + 60_000).toISOString().replace('Z', '000Z');

const FAULTS: Record<Exclude<Breakage, 'refused_connection'>, () => Fault> = {
  rate_limited: () => answer(429, 'Too many requests', { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inAMinute() }),
  token_expired: () => answer(401, 'The access token is invalid'),
  rejected: () => answer(422, 'Validation failed: Text character limit of 500 exceeded'),
  channel_gone: () => answer(403, 'Your login is currently disabled'),
  server_error: () => answer(500, 'Internal Server Error'),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

async function startHarness(options: WorldOptions): Promise<NetworkHarness> {
  const world = await startWorld({ ...options, limits: { requestsPer5Minutes: 100_000 } });
  return {
    channel: world.channel,
    context: world.context,
    published: async () => world.network.statuses().filter((s) => !s.deletedAt).map((s) => ({ id: s.id, text: s.text, mediaCount: s.mediaIds.length, parentId: s.inReplyToId })),
    break: (how) => (how === 'refused_connection' ? world.refuse(true) : world.front.arm(FAULTS[how](), isPublish)),
    mend: () => {
      world.refuse(false);
      world.front.disarm();
    },
    stop: world.stop,
  };
}

testProvider(provider, () => startHarness({}));
describe('on an instance that does not honour the key', () => testProvider(provider, () => startHarness({ software: 'gotosocial' })));

let world: World;
const start = async (options: WorldOptions = {}): Promise<World> => (world = await startWorld(options));
const stopWorld = async (): Promise<void> => world?.stop();
const request = (overrides: Parameters<typeof buildRequest>[2] = {}): PublishRequest => buildRequest({ channel: world.channel }, provider, overrides);
const live = (): readonly { text: string; mediaIds: readonly string[] }[] => world.network.statuses().filter((s) => !s.deletedAt);

/** Publishes through a front that loses the answer; what the ledger of the product would know afterwards. */
async function loseAnswer(what: PublishRequest, fault: Fault['kind'] = 'reset_after'): Promise<{ prepared: Json; sentAt: Date; ref: null }> {
  const prepared = JSON.parse(JSON.stringify(await provider.prepare(what, world.context))) as Json;
  world.front.arm({ kind: fault } as Fault, isPublish);
  const sentAt = world.context.now();
  await expect(provider.publish(what, prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
  return { prepared, sentAt, ref: null };
}

const video = (): MediaFile => ({ ...pngFile('a short film'), kind: 'video', mime: 'video/mp4', fileName: 'film.mp4' });

describe('connecting a Mastodon account', () => {
  beforeEach(() => start());
  afterEach(stopWorld);

  it('keeps the facts of the instance, and the token only among the credentials', () => {
    expect(world.channel.details).toMatchObject({
      baseUrl: world.front.url, software: 'mastodon', version: '4.5.2', maxCharacters: 500, charactersReservedPerUrl: 23, maxMedia: 4,
      imageSizeLimit: 16_777_216, videoSizeLimit: 103_809_024, descriptionLimit: 1500, honoursIdempotencyKey: true,
    });
    expect(world.channel).toMatchObject({ internalId: world.account.id, profile: `@ada@${new URL(world.front.url).host}` });
    expect(JSON.stringify(world.channel.details)).not.toContain(world.account.token);
  });

  it('takes an address without a protocol as https, and refuses plain http beyond this machine', async () => {
    const unreachable = { ...world.context, egress: { ...world.context.egress, fetch: async (url: string | URL) => { throw new Unsent(String(url)); } } };
    await expect(provider.connect({ instance: 'social.example/@ada', token: 't' }, unreachable)).rejects.toThrow('https://social.example/api/v1/accounts/verify_credentials');
    await expect(provider.connect({ instance: 'http://social.example', token: 't' }, unreachable)).rejects.toThrow('must be called by https');
    await expect(provider.connect({ instance: 'http://social.example', token: 't' }, { ...unreachable, env: { MASTODON_URL: 'http://social.example' } })).rejects.toBeInstanceOf(Unsent);
  });

  it('refuses an unknown token in words', async () => {
    const refusal = provider.connect({ instance: world.front.url, token: 'nobody' }, world.context);
    await expect(refusal).rejects.toBeInstanceOf(Rejected);
    await expect(refusal).rejects.toThrow('The access token is invalid');
  });

  it.each(['read:statuses', 'write:statuses', 'write:media'])('refuses a token without %s, before a post could fail on it', async (missing) => {
    const scopes = ['profile', 'read:statuses', 'write:statuses', 'write:media'];
    const connect = (token: string): Promise<unknown> => provider.connect({ instance: world.front.url, token }, world.context);
    await expect(connect(world.network.createAccount({ username: 'bob', scopes }).token)).resolves.toMatchObject({ name: 'bob' });
    await expect(connect(world.network.createAccount({ username: 'eve', scopes: scopes.filter((s) => s !== missing) }).token)).rejects.toThrow(/outside the authorized scopes/);
    expect(live()).toEqual([]);
  });
});

describe('a token that stops working', () => {
  beforeEach(() => start());
  afterEach(stopWorld);

  it('is a channel to connect again when the person withdrew it', async () => {
    world.network.revoke(world.account.token);
    await expect(provider.publish(request(), prepared(), world.context)).rejects.toBeInstanceOf(ChannelGone);
  });

  it('is a channel to connect again when the account is suspended', async () => {
    world.network.suspend(world.account.id);
    await expect(provider.publish(request(), prepared(), world.context)).rejects.toBeInstanceOf(ChannelGone);
  });

  it('is a channel to connect again when a scope is missing, with the scopes in words', async () => {
    const { token } = world.network.createAccount({ username: 'reader', scopes: ['read'] });
    const reader = { ...world.channel, credentials: { token } };
    const refusal = provider.publish({ ...request(), channel: reader }, prepared(), world.context);
    await expect(refusal).rejects.toBeInstanceOf(ChannelGone);
    await expect(refusal).rejects.toThrow('write:statuses');
  });

  it('is an expired token when the instance does not know it, and works before', async () => {
    await expect(provider.publish(request(), prepared(), world.context)).resolves.toMatchObject({ status: 'published' });
    const stranger = { ...world.channel, credentials: { token: 'unknown-token' } };
    const refusal = provider.publish({ ...request(), channel: stranger }, prepared(), world.context);
    await expect(refusal).rejects.toBeInstanceOf(TokenExpired);
    await expect(refusal).rejects.not.toThrow('unknown-token');
  });
});

const prepared = (changes: Record<string, Json> = {}): Json => ({ status: 'hello', mediaIds: [], inReplyToId: null, newestId: null, ...changes });

describe('media', () => {
  beforeEach(() => start());
  afterEach(stopWorld);

  it('are awaited while the instance processes them', async () => {
    world.network.arm({ mediaPolls: 2 });
    await publishWhole(provider, request({ media: [video()] }), world.context);
    expect(live()).toEqual([expect.objectContaining({ mediaIds: [expect.any(String)] })]);
  });

  it('that cannot be processed are refused in the words of the instance, and nothing is posted', async () => {
    world.network.arm({ mediaPolls: 1, mediaFails: true });
    await expect(provider.prepare(request({ media: [video()] }), world.context)).rejects.toThrow('Error processing thumbnail for uploaded media');
    expect(live()).toEqual([]);
  });

  it('that are never done are given up in time, to be tried later', async () => {
    world.network.arm({ mediaPolls: 1000 });
    let minutes = 0;
    const hurried = { ...world.context, now: () => new Date(Date.UTC(2026, 0, 1, 0, (minutes += 3))) };
    await expect(provider.prepare(request({ media: [video()] }), hurried)).rejects.toBeInstanceOf(Unsent);
  });

  it('of a post sent too early wait as the instance asks', async () => {
    const early = request({ media: [pngFile()] });
    const whole = await provider.prepare(early, world.context);
    world.front.arm(answer(422, 'Cannot attach files that have not finished processing. Try again in a moment!'), isPublish);
    await expect(provider.publish(early, whole, world.context)).rejects.toBeInstanceOf(RateLimited);
    await expect(provider.publish(early, whole, world.context)).resolves.toMatchObject({ status: 'published' });
  });

  it('that are attached already leave the outcome unknown, and the post is found', async () => {
    const what = request({ media: [pngFile()] });
    const whole = await provider.prepare(what, world.context);
    await provider.publish(what, whole, world.context);
    const other = { ...what, idempotencyKey: randomUUID() };
    await expect(provider.publish(other, whole, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await provider.verify(other, { prepared: whole, sentAt: new Date(), ref: null }, world.context)).toMatchObject({ status: 'found' });
    expect(live()).toHaveLength(1);
  });

  it('are checked against the limits of the instance before anything is sent', () => {
    const check = (media: MediaFile[], text = ''): string[] => (provider.validate?.({ ...request({ text, media }), channel: world.channel }) ?? []).map((issue) => issue.path);
    expect(check([pngFile()])).toEqual([]);
    expect(check([])).toEqual(['value.0.content']);
    expect(check(Array.from({ length: 4 }, () => pngFile()))).toEqual([]);
    expect(check(Array.from({ length: 5 }, () => pngFile()))).toEqual(['value.0.image']);
    expect(check([video()])).toEqual([]);
    expect(check([video(), pngFile()])).toEqual(['value.0.image']);
    expect(check([{ ...pngFile(), size: 16_777_215 }])).toEqual([]);
    expect(check([{ ...pngFile(), size: 16_777_216 }])).toEqual(['value.0.image.0']);
    expect(check([pngFile('x'.repeat(1500))])).toEqual([]);
    expect(check([pngFile('x'.repeat(1501))])).toEqual(['value.0.image.0']);
    expect(check([{ ...pngFile(), mime: 'image/tiff' }])).toEqual(['value.0.image.0']);
  });
});

describe('the length of a text', () => {
  afterEach(stopWorld);

  const host = 'https://example.com/';
  const cases: [string, string, number][] = [
    ['plain letters', 'abc', 3],
    ['emoji families as one', '👨‍👩‍👧‍👦🇪🇺', 2],
    ['a long link as 23', `${host}${'a'.repeat(200)}`, 23],
    ['a short link as 23', 'http://a.io', 23],
    ['a link and the full stop after it', `See ${host}x.`, 28],
    ['a link in parentheses', `(${host}x_(y))`, 25],
    ['a link with a query', `${host}?q=1&r=2!`, 24],
    ['two links', `${host} ${host}`, 47],
    ['a host without a dot in full', 'http://localhost', 16],
    ['a remote mention without its domain', '@ada@social.example hi', 7],
    ['a local mention in full', '@ada hi', 7],
    ['a mention at the end of a sentence', 'Thanks @ada@social.example.', 12],
    ['a mail address in full', 'ada@social.example', 18],
    ['a link with a handle in it as a link', 'https://social.example/@ada@other.example', 23],
    ['a line feed as one', 'a\n\nb', 4],
  ];

  it.each(cases)('counts %s', (_, text, length) => expect(countLength(text)).toBe(length));

  it.each(cases)('is counted by the instance as well: %s', async (_, text, length) => {
    await start({ limits: { maxCharacters: length } });
    await expect(provider.publish(request(), prepared({ status: text }), world.context)).resolves.toMatchObject({ status: 'published' });
    await expect(provider.publish(request(), prepared({ status: `${text} x` }), world.context)).rejects.toThrow(`Text character limit of ${length} exceeded`);
  });

  it('has the limit of an instance with 5,000 characters, and its own count for links', async () => {
    await start({ software: 'gotosocial' });
    expect(provider.rules.maxLength(world.channel)).toBe(5000);
    const issues = (text: string): unknown => provider.validate?.({ ...request({ text }), channel: world.channel });
    expect(issues(`${'a'.repeat(4974)} ${host}`)).toEqual([]);
    expect(issues(`${'a'.repeat(4975)} ${host}`)).toEqual([expect.objectContaining({ path: 'value.0.content' })]);
    await publishWhole(provider, request({ text: 'a'.repeat(5000) }), world.context);
    await expect(publishWhole(provider, request({ text: 'a'.repeat(5001) }), world.context)).rejects.toBeInstanceOf(Rejected);
  });

  it('is 500 where the instance does not say', () => expect(provider.rules.maxLength({ details: {} })).toBe(500));
});

describe('a publish call with an unknown outcome', () => {
  afterEach(stopWorld);

  it('makes one status when the same key is sent twice', async () => {
    await start();
    const what = request();
    const whole = await provider.prepare(what, world.context);
    const [first, second] = [await provider.publish(what, whole, world.context), await provider.publish(what, whole, world.context)];
    expect(second).toEqual(first);
    expect(live()).toHaveLength(1);
  });

  it('sends the key with replies too', async () => {
    await start();
    const root = await publishWhole(provider, request(), world.context);
    const reply = request({ root, parent: root });
    const whole = await provider.prepare(reply, world.context);
    await provider.publish(reply, whole, world.context);
    await provider.publish(reply, whole, world.context);
    expect(world.network.statuses().at(-1)).toMatchObject({ inReplyToId: root.id, idempotencyKey: reply.idempotencyKey });
    expect(live()).toHaveLength(2);
  });

  it.each([
    ['a link', 'Read https://www.example.com/a/very/long/path/that/is/cut/off?x=1&y=2#z today'],
    ['mentions', 'Thanks @ada, @bob@remote.example and @nobody!'],
    ['tags and quotes', '#Crier says "it\'s <b>done</b>" & more'],
    ['paragraphs', 'One\n\nTwo\nThree  with   spaces '],
    ['emoji', '🎉 café 👨‍👩‍👧'],
  ])('is found though the instance rewrote %s as HTML', async (_, text) => {
    await start({ software: 'gotosocial' });
    await publishWhole(provider, request({ text: `Before: ${text}` }), world.context);
    const what = request({ text });
    const attempt = await loseAnswer(what);
    await publishWhole(provider, request({ text: `After: ${text}` }), world.context);
    const verdict = await provider.verify(what, attempt, world.context);
    expect(verdict).toMatchObject({ status: 'found', published: { id: world.network.statuses()[1]?.id } });
  });

  it('is not confused with an equal text from before, with other media, or under another post', async () => {
    await start({ software: 'gotosocial' });
    const text = 'The same words every day';
    const root = await publishWhole(provider, request({ text }), world.context);
    const what = request({ text });
    const attempt = await loseAnswer(what, 'reset_before');
    await publishWhole(provider, request({ text, media: [pngFile()] }), world.context);
    await publishWhole(provider, request({ text, root, parent: root }), world.context);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'absent' });
  });

  it('may be repeated for 50 minutes where the key is honoured, and is absent after them', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    await start({ contextNow: () => now });
    const what = request();
    const attempt = await loseAnswer(what, 'reset_before');
    now = new Date('2026-03-01T10:49:59Z');
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'repeatable' });
    now = new Date('2026-03-01T10:50:00Z');
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'absent' });
  });

  it('is never repeatable where the key is not honoured', async () => {
    await start({ software: 'gotosocial' });
    expect(world.channel.details.honoursIdempotencyKey).toBe(false);
    const what = request();
    expect(await provider.verify(what, await loseAnswer(what, 'reset_before'), world.context)).toMatchObject({ status: 'absent' });
    const taken = await loseAnswer(what);
    await provider.publish(what, taken.prepared, world.context);
    expect(live()).toHaveLength(2);
  });

  it('needs a person when a post resembles it, or when the list has no end', async () => {
    await start({ software: 'gotosocial' });
    const what = request({ text: 'Five words that go together' });
    const attempt = await loseAnswer(what, 'reset_before');
    await publishWhole(provider, request({ text: 'Five *words* that go together, truncated' }), world.context);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'unknown', reason: expect.stringContaining('resembles') });
    for (let i = 0; i < 200; i++) await provider.publish(request(), prepared({ status: `filler ${i}` }), world.context);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'unknown', reason: expect.stringContaining('more than') });
  });

  it('is found after a repeat that the instance recognised but answered with 500', async () => {
    await start();
    const what = request();
    const attempt = await loseAnswer(what);
    world.network.arm({ repeatFails: true });
    await expect(provider.publish(what, attempt.prepared, world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await provider.verify(what, attempt, world.context)).toMatchObject({ status: 'found' });
    expect(live()).toHaveLength(1);
  });
});

describe('refusals of a post', () => {
  beforeEach(() => start({ limits: { requestsPer5Minutes: 12 } }));
  afterEach(stopWorld);

  it('name the time at which the instance allows the next call', async () => {
    const publish = (): Promise<unknown> => provider.publish(request(), prepared(), world.context);
    await publish();
    const error = await Array.from({ length: 12 }).reduce<Promise<unknown>>((before) => before.then(publish), Promise.resolve()).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RateLimited);
    const windowMs = 300_000;
    expect((error as RateLimited).resetAt.getTime() % windowMs).toBe(0);
    expect((error as RateLimited).resetAt.getTime() - Date.now()).toBeLessThanOrEqual(windowMs);
  });

  it('name a minute where the answer names no time, and understand Unix seconds', async () => {
    const at = (headers: Record<string, string>): Promise<unknown> => {
      world.front.arm(answer(429, 'Too many requests', headers), isPublish);
      return provider.publish(request(), prepared(), { ...world.context, now: () => new Date(0) }).catch((e: RateLimited) => e.resetAt.toISOString());
    };
    expect(await at({})).toBe('1970-01-01T00:01:00.000Z');
    expect(await at({ 'x-ratelimit-reset': '90' })).toBe('1970-01-01T00:01:30.000Z');
    expect(await at({ 'x-ratelimit-reset': '1970-01-01T00:02:00.123456Z' })).toBe('1970-01-01T00:02:00.123Z');
  });

  it('are final, in the words of the instance: a reply to what is gone, a file too large for the web server', async () => {
    await expect(provider.publish(request(), prepared({ inReplyToId: '1' }), world.context)).rejects.toThrow('The post you are trying to reply to does not appear to exist.');
    world.front.arm({ kind: 'status', status: 413, headers: { 'content-type': 'text/html' }, body: '<html></html>' }, ({ path }) => path === '/api/v2/media');
    await expect(provider.prepare(request({ media: [pngFile()] }), world.context)).rejects.toBeInstanceOf(Rejected);
  });

  it('leave the outcome unknown when a 2xx answer has no id', async () => {
    world.front.arm({ kind: 'status', status: 200, body: '{}' }, isPublish);
    await expect(provider.publish(request(), prepared(), world.context)).rejects.toBeInstanceOf(OutcomeUnknown);
  });
});
