import { afterEach, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { prepared, startWorld, type World } from './fixtures/world.ts';
import { mastodon as provider } from './index.ts';
import { countLength } from './text.ts';

describe('the length of a text', () => {
  let world: World | undefined;
  afterEach(() => world?.stop());

  const host = 'https://example.com/';
  const cases: [string, string, number][] = [
    ['plain letters', 'abc', 3],
    ['an emoji family as one', '👨‍👩‍👧‍👦🇪🇺', 2],
    ['a long link as 23', `${host}${'a'.repeat(200)}`, 23],
    ['a short link as 23', 'http://a.io', 23],
    ['a link and the full stop after it', `See ${host}x.`, 28],
    ['a link in parentheses', `(${host}x_(y))`, 25],
    ['a link with a query', `${host}?q=1&r=2!`, 24],
    ['a link with a query in parentheses', `(${host}?q=1)`, 25],
    ['a question mark after a link', `Is it ${host}x_(y)?`, 30],
    ['two links', `${host} ${host}`, 47],
    ['a host without a dot in full', 'http://localhost', 16],
    ['a remote mention without its domain', '@ada@social.example hi', 7],
    ['a local mention in full', '@ada hi', 7],
    ['a mention at the end of a sentence', 'Thanks @ada@social.example.', 12],
    ['an email address in full', 'ada@social.example', 18],
    ['a link with a handle in it as a link', 'https://social.example/@ada@other.example', 23],
    ['no mention right after a link', 'https://example.com@ada@b.example', 37],
    ['a line feed as one', 'a\n\nb', 4],
  ];

  it.each(cases)('counts %s', (_, text, length) => expect(countLength(text)).toBe(length));

  it.each(cases)('is counted by the instance in the same way: %s', async (_, text, length) => {
    const { context, request } = (world = await startWorld({ limits: { maxCharacters: length } }));
    await expect(provider.publish(request(), prepared({ status: text }), context)).resolves.toMatchObject({
      status: 'published',
    });
    await expect(provider.publish(request(), prepared({ status: `${text} x` }), context)).rejects.toThrow(
      `Text character limit of ${length} exceeded`,
    );
  });

  it('is limited by the instance, which may allow 5,000 characters and count links differently', async () => {
    const { channel, context, request } = (world = await startWorld({ software: 'gotosocial' }));
    expect(provider.rules.maxLength(channel)).toBe(5000);
    const issues = (text: string): unknown => provider.validate?.({ ...request({ text }), channel: channel });
    expect(issues(`${'a'.repeat(4974)} ${host}`)).toEqual([]);
    expect(issues(`${'a'.repeat(4975)} ${host}`)).toEqual([
      expect.objectContaining({ path: 'value.0.content' }),
    ]);
    await publishUntilLive(provider, request({ text: 'a'.repeat(5000) }), context);
    await expect(
      publishUntilLive(provider, request({ text: 'a'.repeat(5001) }), context),
    ).rejects.toBeInstanceOf(Rejected);
  });

  it('is limited to 500 by default', () => expect(provider.rules.maxLength({ details: {} })).toBe(500));
});
