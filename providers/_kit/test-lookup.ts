/** The cases of the provider contract about which post is whose: after a lost answer, and permanently. */
import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Json, Provider, ProviderContext, Published, PublishRequest, VerifyResult } from './contract.ts';
import {
  buildRequest,
  pngFile,
  prepareStored,
  publishPrepared,
  publishUntilLive,
  type FailureMode,
  type ImpossibleFailures,
  type NetworkHarness,
} from './test-harness.ts';
import { image, problemsOf } from './test-network.ts';
import { onShortPages, rewriting, SHORT_PAGE } from './test-wire.ts';

/** A provider with its network, which is started before the first case. */
export interface UnderTest {
  readonly provider: Provider;
  readonly impossible: ImpossibleFailures;
  network(): NetworkHarness;
  /** Waits until a look shows what is there. */
  settled(): Promise<void>;
  /** How many posts have a text. */
  count(text: string): Promise<number>;
}

const DAY_MS = 86_400_000;
const SHORT_IS_NOT_LAST =
  'Here a page has five posts, even if more were asked for. A list is complete where a page is empty, where the ' +
  'network names no next one, or at a post that was there before the call (`prepare` can record the newest)';

/** A send as the product remembers it. */
interface Sent {
  readonly request: PublishRequest;
  readonly prepared: Json;
  readonly sentAt: Date;
}

const attemptOf = ({ prepared, sentAt }: Sent, readAt = new Date()) => ({
  prepared,
  sentAt,
  readAt,
  ref: null,
});

/** A day later no key is trusted any more, and only what the network shows counts. */
const aDayLater = (sent: Sent) => attemptOf(sent, new Date(sent.sentAt.getTime() + DAY_MS));

async function prepare({ provider, network }: UnderTest, request: PublishRequest): Promise<Sent> {
  const prepared = await prepareStored(provider, request, network().context);
  return { request, prepared, sentAt: new Date() };
}

/** Sends what was prepared, and loses the answer or the request. */
async function lose(
  { provider, network }: UnderTest,
  { request, prepared }: Pick<Sent, 'request' | 'prepared'>,
  { mode, context = network().context }: { mode: FailureMode; context?: ProviderContext },
): Promise<Sent> {
  await network().fail(mode);
  const sentAt = new Date();
  await expect(provider.publish(request, prepared, context)).rejects.toBeInstanceOf(Error);
  await network().recover();
  return { request, prepared, sentAt };
}

/** A verdict that is not allowed is shown whole: its `reason` or `evidence` says what the look had. */
export function expectVerdict(
  verdict: VerifyResult,
  allowed: readonly VerifyResult['status'][],
  hint = '',
): void {
  if (allowed.includes(verdict.status)) return;
  throw new Error(`verify returned ${JSON.stringify(verdict)}, expected: ${allowed.join(' or ')}. ${hint}`);
}

/** The key of a post: the same from every source, and at any URL. */
export function itKnowsPosts(test: UnderTest): void {
  const { provider, network } = test;

  it('knows a post by one key, at any URL, and another post by another', async () => {
    const live = await publishUntilLive(provider, buildRequest(network(), provider), network().context);
    const other = await publishUntilLive(provider, buildRequest(network(), provider), network().context);
    const key = provider.keyOf(live);
    expect(key).not.toBe('');
    expect(provider.keyOf(other)).not.toBe(key);
    const stored = JSON.parse(JSON.stringify(live)) as Published;
    for (const url of [live.url, null, 'https://elsewhere.example/1']) {
      expect(provider.keyOf({ ...stored, url })).toBe(key);
    }
  });

  it('knows a post by the same key when a look and a list show it, under any name of its server', async () => {
    const sent = await prepare(test, buildRequest(network(), provider));
    const key = provider.keyOf(await publishPrepared(provider, sent, network().context));
    await test.settled();
    for (const channel of [network().channel, network().elsewhere ?? network().channel]) {
      const verdict = await provider.verify({ ...sent.request, channel }, attemptOf(sent), network().context);
      if (verdict.status === 'found') expect(provider.keyOf(verdict.published)).toBe(key);
      else expect(provider.capability).toBe('none');
      const [newest] = (await provider.recent?.(channel, network().context)) ?? [];
      if (newest) expect(provider.keyOf({ id: newest.id, url: newest.url, ref: null })).toBe(key);
    }
  });
}

const LINK = 'https://example.org/office/menu?utm_source=crier&day=4';
const BARE = 'shop.example.com/spring/menu/special-offer/today-only/for-four';
const MENTIONS = '@anna @bob @carl @dora ';
/**
 * With enough words that most stay as they are in spite of a network's changes; and with a few, which it
 * changes.
 */
const long = (marker: string): string =>
  `Menu\n\n${randomUUID().replaceAll('-', ' ')} office's & ${marker} is at ${LINK} until ${randomUUID()}`;
const short =
  (start: string) =>
  (marker: string): string =>
    `${start} ${marker}`;

/** Ways in which networks change a text that they store. */
const REWRITES: readonly (readonly [
  name: string,
  text: (marker: string) => string,
  change: (text: string) => string,
])[] = [
  ['shortens a link', long, (text) => text.replaceAll(LINK, 'https://lnk.example/3xY')],
  [
    'shortens a link without its protocol',
    short(BARE),
    (text) => text.replaceAll(BARE, 'https://t.example/3x'),
  ],
  ['cuts a parameter', long, (text) => text.replaceAll('utm_source=crier&', '')],
  ['leaves out mentions', short(MENTIONS.trim()), (text) => text.replaceAll(MENTIONS, '')],
  ['encodes entities', long, (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')],
  ['changes white space', long, (text) => text.replaceAll(' ', '\u00A0 ')],
  ['writes ligatures', long, (text) => text.replaceAll('ffi', '\uFB03')],
  ['adds a URL', long, (text) => `${text} https://example.org/more`],
  ['adds hashtags', long, (text) => `${text} #tea #cake`],
  ['fills in a title', long, (text) => `The menu of the week\n\n${text}`],
  ['cuts the end', long, (text) => text.slice(0, -12)],
  ['cuts the beginning', long, (text) => text.slice(text.indexOf('office'))],
];

/** What a network shows is never taken for another post because it was changed, or stands further down. */
export function itFindsAgain(test: UnderTest): void {
  const { provider, network, impossible } = test;
  if (impossible.lost_answer || provider.capability === 'none') return;

  if (provider.capability !== 'client_id') {
    it('never takes a post for absent because the network has changed its text', async () => {
      const seen: { name: string; isAbsent: boolean }[] = [];
      for (const [name, textOf, change] of REWRITES) {
        const marker = randomUUID();
        const text = textOf(marker);
        const earlier = new Set((await network().published()).map(({ id }) => id));
        const isTaken = ({ id }: Published): boolean => earlier.has(id);
        const { request, prepared } = await prepare(test, buildRequest(network(), provider, { text }));
        const context = rewriting(network().context, marker, change);
        const sent = await lose(test, { request, prepared }, { mode: 'lost_answer', context });
        // Some are refused, because what is formatted in a text is named by its place.
        if (!(await test.count(marker))) continue;
        const attempt = { ...aDayLater(sent), isTaken };
        const { status } = await provider.verify(request, attempt, network().context);
        seen.push({ name, isAbsent: status === 'absent' });
      }
      expect(seen.length).toBeGreaterThan(REWRITES.length / 2);
      expect(seen.filter(({ isAbsent }) => isAbsent)).toEqual([]);
    }, 120_000);
  }

  it('never takes a picture without text for another one because there is one of each, where it takes any', async () => {
    // A title is text.
    const settings = JSON.parse(JSON.stringify(network().settings ?? {}), (name, value: Json) =>
      name === 'title' ? undefined : value,
    ) as Record<string, Json>;
    const { details } = network().channel;
    const value = [{ content: '', media: [image({ alt: '' })] }];
    const problems = problemsOf(provider, { settings }, { value, details });
    // Refused before anything is sent. A request that is not refused is really sent.
    if (problems.length || impossible.lost_request) return;
    const build = () => {
      const url = `https://crier.example/uploads/${randomUUID()}.png`;
      return buildRequest(network(), provider, { text: '', media: [{ ...pngFile(''), url }] });
    };
    const sent = await prepare(test, build());
    await publishUntilLive(provider, build(), network().context);
    const lost = await lose(test, sent, { mode: 'lost_request' });
    await publishUntilLive(provider, build(), network().context);
    await test.settled();
    const verdict = await provider.verify(sent.request, aDayLater(lost), network().context);
    expect(verdict.status).not.toBe('found');
    const next = await lose(test, await prepare(test, build()), { mode: 'lost_answer' });
    await test.settled();
    const last = await provider.verify(next.request, aDayLater(next), network().context);
    expectVerdict(last, ['found', 'unknown']);
  }, 120_000);

  for (const part of ['post', 'follow-up', 'post with a picture'] as const) {
    if (part === 'follow-up' && provider.followUps === 'none') continue;
    if (part === 'post with a picture' && !provider.rules.media.maxImages) continue;
    it(`finds a ${part} that stands on the second page of a list`, async () => {
      const publish = (request: PublishRequest) => publishUntilLive(provider, request, network().context);
      const root = part === 'follow-up' ? await publish(buildRequest(network(), provider)) : null;
      const media = part === 'post with a picture' ? { media: [pngFile()] } : {};
      const build = () => buildRequest(network(), provider, { root, parent: root, ...media });
      const { request, prepared } = await prepare(test, build());
      const sent = await lose(test, { request, prepared }, { mode: 'lost_answer' });
      for (let n = 0; n <= SHORT_PAGE; n++) await publish(build());
      network().archive?.();
      await test.settled();
      const verdict = await provider.verify(request, aDayLater(sent), onShortPages(network().context));
      expectVerdict(verdict, network().listsOnePage ? ['found', 'unknown'] : ['found'], SHORT_IS_NOT_LAST);
    }, 120_000);
  }
}

/** What a network lists apart from its other posts stands on page two there. */
export function itFindsInOtherLists(test: UnderTest): void {
  const { provider, network } = test;

  it('never takes a post for absent because it is on the second page of another list', async () => {
    for (const [name, { settings, media }] of Object.entries(network().otherLists ?? {})) {
      const build = () =>
        buildRequest(network(), provider, {
          settings: { __type: provider.identifier, ...settings },
          media: [...media],
        });
      const sent = await lose(test, await prepare(test, build()), { mode: 'lost_answer' });
      for (let n = 0; n <= SHORT_PAGE; n++) await publishUntilLive(provider, build(), network().context);
      await test.settled();
      const { status } = await provider.verify(
        sent.request,
        aDayLater(sent),
        onShortPages(network().context),
      );
      expect([name, ['found', 'unknown'].includes(status) || status]).toEqual([name, true]);
    }
  }, 120_000);
}

type Fate = 'answered' | 'lost_answer' | 'lost_request';

const fatesOf = (count: number, fates: readonly Fate[]): Fate[][] =>
  count === 0 ? [[]] : fatesOf(count - 1, fates).flatMap((rest) => fates.map((fate) => [...rest, fate]));

/** An item, and what the product has recorded of it. */
interface Item extends Sent {
  published: Published | null;
  byWords: boolean;
}

/**
 * Whether a post may be mistaken for another one with the same text, because nothing else distinguishes them.
 */
export const mayHaveTwins = ({ provider, impossible }: Pick<UnderTest, 'provider' | 'impossible'>): boolean =>
  (provider.capability === 'lookup' || provider.capability === 'native_key') &&
  !impossible.lost_answer &&
  !impossible.lost_request;

/**
 * Several items with the same text, as the product settles them: by looks, and by the keys that it recorded.
 */
export function itTellsTwinsApart(test: UnderTest): void {
  const { provider, network } = test;

  it('gives each of two or three posts with the same text its own, whichever answers and requests are lost', async () => {
    const all: Fate[][] = [
      ...fatesOf(2, ['lost_answer', 'lost_request']),
      ...fatesOf(3, ['lost_answer', 'lost_request']),
      ['answered', 'lost_answer'],
      ['lost_request', 'answered'],
    ];
    for (const fates of network().showsAtOnce ? all : [['lost_answer', 'lost_request'] as const]) {
      const first = buildRequest(network(), provider);
      const { settings, item } = first;
      const items: Item[] = [];
      // All are prepared before any is sent: they are due at the same time.
      for (const n of fates.keys()) {
        const request = n ? buildRequest(network(), provider, { text: item.text, settings }) : first;
        items.push({ ...(await prepare(test, request)), published: null, byWords: false });
      }
      for (const [n, fate] of fates.entries()) await send(test, items, { n, fate });
      await test.settled();
      for (let round = 0; round < 4 && items.some(({ published }) => !published); round++) {
        for (const one of items) if (!one.published) await settle(test, items, one);
      }
      const keys = items.map(({ published }) => published && provider.keyOf(published));
      expect({ fates, posts: await test.count(item.text), keys: new Set(keys).size }).toEqual({
        fates,
        posts: fates.length,
        keys: fates.length,
      });
    }
  }, 180_000);
}

async function send(test: UnderTest, items: Item[], { n, fate }: { n: number; fate: Fate }): Promise<void> {
  const item = items[n];
  if (!item) return;
  if (fate === 'answered') {
    record(test, items, {
      item,
      published: await publishPrepared(test.provider, item, test.network().context),
    });
  } else Object.assign(item, await lose(test, item, { mode: fate }));
}

async function settle(test: UnderTest, items: readonly Item[], item: Item): Promise<void> {
  const { provider, network } = test;
  const isTaken = (post: Published): boolean =>
    items.some(({ published }) => published && provider.keyOf(published) === provider.keyOf(post));
  const verdict = await provider.verify(item.request, { ...attemptOf(item), isTaken }, network().context);
  expectVerdict(verdict, ['found', 'absent', 'repeatable']);
  if (verdict.status === 'found') {
    record(test, items, { item, published: verdict.published, byWords: verdict.byWords ?? false });
  } else {
    record(test, items, { item, published: await publishPrepared(provider, item, network().context) });
  }
}

/**
 * Records a post for one item. An answer by a key is stronger than a match by text, which then looks again.
 */
function record(
  { provider }: UnderTest,
  items: readonly Item[],
  { item, published, byWords = false }: { item: Item; published: Published; byWords?: boolean },
): void {
  const holder = items.find(
    (one) => one.published && provider.keyOf(one.published) === provider.keyOf(published),
  );
  if (holder && (byWords || !holder.byWords)) return;
  if (holder) holder.published = null;
  Object.assign(item, { published, byWords });
}
