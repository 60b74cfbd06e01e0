import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRecorder } from '../../src/test/oracles/exchange.ts';
import { testAgainst } from '../../src/test/oracles/test-against.ts';
import { xOracle } from '../../src/test/oracles/x.ts';
import type { PublishRequest, SentAttempt, VerifyResult } from '../_kit/contract.ts';
import { pngFile, publishUntilLive } from '../_kit/test-harness.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { x as provider } from './index.ts';

const recorder = createRecorder();
let world: World;
beforeEach(async () => {
  world = await startWorld({ recorder, subscription: 'Premium', limits: { duplicateSeconds: 0 } });
});
afterEach(() => world.stop());

const verify = (request: PublishRequest, attempt: SentAttempt): Promise<VerifyResult> =>
  provider.verify(request, attempt, world.context);
const newest = (): string | undefined => world.live().at(-1)?.id;

describe('a post to X whose answer was lost', () => {
  it.each([
    ['plain words', 'Soup of the day'],
    [
      'links with and without a protocol',
      'https://example.com/menu/ and crier.example/a?b=c, www.example.org',
    ],
    ['characters that X escapes', 'Fish & chips <now> &amp; later'],
    ['line breaks and emoji', 'One\n\ntwo 👨‍👩‍👧‍👦\n#spring @ada'],
    ['a long text', `${'Long words '.repeat(60)}https://example.com/end`],
  ])('is found by its text: %s', async (_, text) => {
    const request = world.request({ text });
    const attempt = await world.lose(request);
    expect(await verify(request, attempt)).toMatchObject({
      status: 'found',
      byWords: true,
      published: { id: newest(), url: `https://x.com/ada/status/${newest()}` },
    });
  });

  it('is found by its media, with any text', async () => {
    const request = world.request({ text: 'See https://example.com', media: [pngFile(), pngFile()] });
    const attempt = await world.lose(request);
    await publishUntilLive(
      provider,
      world.request({ text: 'See https://example.com', media: [pngFile(), pngFile()] }),
      world.context,
    );
    const found = await verify(request, attempt);
    expect(found).toMatchObject({ status: 'found', published: { id: world.live()[0]?.id } });
    expect(found).toMatchObject({ byWords: false });
  });

  it('is found as the reply that it is, not as the same text elsewhere', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const request = world.request({ text: 'More', root, parent: root });
    const attempt = await world.lose(request);
    const reply = newest();
    await publishUntilLive(provider, world.request({ text: 'More' }), world.context);
    expect(await verify(request, attempt)).toMatchObject({ status: 'found', published: { id: reply } });
  });

  it('is found on a later page, and unknown beyond the last that is read', async () => {
    const request = world.request({ text: 'The first of many' });
    const attempt = await world.lose(request);
    const more = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n++) await publishUntilLive(provider, world.request(), world.context);
    };
    await more(100);
    expect(await verify(request, attempt)).toMatchObject({
      status: 'found',
      published: { id: world.live()[0]?.id },
    });
    await more(400);
    expect(await verify(request, attempt)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('500 posts'),
    });
  });

  it('is found as the article that it is', async () => {
    const settings = {
      __type: 'x',
      post_type: 'article',
      article_title: 'Spring',
      article_status: 'published',
    };
    const request = world.request({ text: '<p>Soup</p>', settings });
    const attempt = await world.lose(request);
    expect(await verify(request, attempt)).toMatchObject({ status: 'found', published: { id: newest() } });
  });
});

describe('a post to an X that has the older names for posts', () => {
  beforeEach(async () => {
    await world.stop();
    world = await startWorld({
      vocabulary: 'tweets',
      subscription: 'Premium',
      limits: { duplicateSeconds: 0 },
    });
  });

  it('is found by the whole of a long text, and as the reply that it is', async () => {
    const long = world.request({ text: 'Long words '.repeat(60) });
    expect(await verify(long, await world.lose(long))).toMatchObject({
      status: 'found',
      published: { id: newest() },
    });
    const root = await publishUntilLive(provider, world.request(), world.context);
    const request = world.request({ text: 'More', root, parent: root });
    const attempt = await world.lose(request);
    const reply = newest();
    await publishUntilLive(provider, world.request({ text: 'More' }), world.context);
    expect(await verify(request, attempt)).toMatchObject({ status: 'found', published: { id: reply } });
  });

  it('has the same numbers', async () => {
    const published = await publishUntilLive(provider, world.request(), world.context);
    const labels = async (metrics: Promise<readonly { label: string }[]> | undefined): Promise<string[]> =>
      ((await metrics) ?? []).map(({ label }) => label);
    expect(await labels(provider.postAnalytics?.(world.channel, published, world.context))).toContain(
      'Reposts',
    );
    expect(await labels(provider.analytics?.(world.channel, world.context))).toContain('Posts');
  });
});

it('A reply that X lists without saying what it replies to is in doubt, not absent', async () => {
  const root = await publishUntilLive(provider, world.request(), world.context);
  const request = world.request({ text: 'More', root, parent: root });
  const attempt = await world.lose(request);
  world.network.arm({ hidesReferences: true });
  expect(await verify(request, attempt)).toMatchObject({ status: 'unknown' });
});

describe('a post to X whose request was lost', () => {
  it('is absent once that is long enough ago, and never repeated blindly', async () => {
    const request = world.request();
    const attempt = await world.lose(request, 'reset_before');
    expect(await verify(request, attempt)).toEqual({
      status: 'absent',
      evidence: 'None of the 0 posts of the account since the call is this one',
      afterMs: 120_000,
    });
  });

  it.each([
    ['of another item', { text: 'Soup' }, 'absent'],
    ['of other words', { text: 'Cake' }, 'absent'],
    ['that goes on', { text: 'Soup and cake' }, 'unknown'],
    ['with a picture', { text: 'Soup', media: [pngFile()] }, 'unknown'],
  ])('is not taken for a post %s', async (title, twin, status) => {
    const request = world.request({ text: 'Soup' });
    const attempt = await world.lose(request, 'reset_before');
    const other = await publishUntilLive(provider, world.request(twin), world.context);
    const isTaken = ({ id }: { id: string }): boolean => title === 'of another item' && id === other.id;
    expect(await verify(request, { ...attempt, isTaken })).toMatchObject({ status });
  });

  it('of pictures alone is not taken for one with other pictures and text', async () => {
    const request = world.request({ text: '', media: [pngFile()] });
    const attempt = await world.lose(request, 'reset_before');
    await publishUntilLive(provider, world.request({ text: 'Soup', media: [pngFile()] }), world.context);
    expect(await verify(request, attempt)).toMatchObject({ status: 'absent' });
  });
});

it('A draft of an article whose answer was lost is left to a person, because X lists none', async () => {
  const settings = { __type: 'x', post_type: 'article', article_title: 'Spring', article_status: 'draft' };
  const request = world.request({ text: '<p>Soup</p>', settings });
  const prepared = await provider.prepare(request, world.context);
  expect(
    await verify(request, { prepared, sentAt: new Date(), readAt: new Date(), ref: null }),
  ).toMatchObject({ status: 'unknown' });
});

testAgainst(xOracle, recorder);
