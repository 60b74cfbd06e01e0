/**
 * People's texts are read in linear time (case 103): how each network counts, each conversion, and each
 * pattern, over 64,000 characters that make careless patterns look at the rest again and again.
 */
import { describe, expect, it } from '@jest/globals';
import { checkContent } from '../../../providers/_kit/check-content.ts';
import { checkSettings } from '../../../providers/_kit/check-settings.ts';
import type { JsonSchema, Network } from '../../../providers/_kit/contract.ts';
import { image } from '../../../providers/_kit/test-network.ts';
import { toFormat } from '../../../providers/_kit/text.ts';
import { findWebLinks } from '../../../providers/_kit/web-links.ts';
import { titleOf } from '../../../providers/discord/payload.ts';
import { createRegistry } from '../../../providers/index.ts';
import { nsecIn } from '../../../providers/nostr/auth.ts';
import { normalise as normaliseSlack, toMrkdwn } from '../../../providers/slack/text.ts';
import { cleanHtml } from '../../platform/clean-html.ts';
import { fillLinks, linkedIds } from '../../posts/create/links.ts';
import { redact } from '../../platform/logger.ts';
import { overgrown, repeated } from '../growth.ts';

/** Beginnings without an end, and ends without a beginning. */
const TEXTS: readonly (readonly [string, (characters: number) => string])[] = [
  ['one letter', repeated('a')],
  ['letters of other scripts', repeated('\u00e9')],
  ['white space', (n) => `a${' '.repeat(n - 2)}a`],
  ['lines', repeated('\n')],
  ['brackets that open', repeated('[')],
  ['brackets and parentheses', repeated('[a](')],
  ['angles that open', repeated('<a')],
  ['angles of Slack', repeated('<https://a|')],
  ['links without a host', repeated('https://')],
  ['hosts without an end', repeated('a.')],
  ['foreign hosts without an end', repeated('\u00e9.')],
  ['links that break off', repeated('https://a.de/(')],
  ['hosts in the path of a host', repeated('a.de/x:')],
  ['hosts in the query of a host', repeated('a.de?')],
  ['links in the path of a link', repeated('https://a.de/')],
  ['a link and punctuation', (n) => `https://example.com/${'!'.repeat(n - 21)}a`],
  ['a query and punctuation', (n) => `https://example.com/?${'!'.repeat(n - 22)}a`],
  ['mentions', repeated('@a@b.')],
  ['mentions with dashes', repeated('@a-.')],
  ['at signs', repeated('@')],
  ['topics of digits', repeated('#1')],
  ['a topic of digits', (n) => `#${'1'.repeat(n - 1)}`],
  ['colons', repeated(':a')],
  ['ampersands', repeated('&amp')],
  ['hyphens of a token', repeated('eyJaaaaaaaaaa-')],
  ['nsec', repeated('nsec1')],
  ['placeholders', repeated('(post:')],
  ['accents', repeated('\u0301')],
  ['joined emoji', repeated('\u{1f468}\u200d')],
  ['flags', repeated('\u{1f1e6}')],
];
/** Markup as it is stored; the number of tags is limited before (MAX_TAGS). */
const MARKUP: readonly (readonly [string, (characters: number) => string])[] = [
  ['paragraphs of spaces', (n) => `<p>${' '.repeat(n)}</p>`],
  ['one long URL', (n) => `<a href="https://example.com/${'a'.repeat(n)}">x</a>`],
  ['a word of its own in each tag', (n) => '<p>a </p>'.repeat(n / 100)],
  ['lists', (n) => `<ul>${'<li>a</li>'.repeat(n / 100)}</ul>`],
];

/** Those whose functions differ: many networks count in the same way. */
const networks = [...createRegistry({ sandbox: true }).values()];
const counts = new Map<string, Network>();
for (const network of networks) {
  const { format, length } = network.rules;
  const key = `${format} ${length.name === 'length' ? length.toString() : length.name}`;
  if (!counts.has(key)) counts.set(key, network);
}

const found = async (
  texts: typeof TEXTS,
  work: (text: string) => unknown,
  sizes?: readonly number[],
): Promise<unknown> => {
  const slow = [];
  for (const [name, textOf] of texts) {
    const result = await overgrown(textOf, work, sizes);
    if (result) slow.push({ name, ...result });
  }
  return slow;
};

describe('tens of thousands of hostile characters', () => {
  it.each([...counts.values()].map((network) => [network.name, network] as const))(
    'are counted as %s counts, in linear time',
    async (_, { rules }) => {
      expect(await found(TEXTS, (text) => rules.length(text))).toEqual([]);
    },
    120_000,
  );

  it.each(['plain', 'markdown', 'html'] as const)(
    'become %s in linear time',
    async (format) => {
      expect(await found([...TEXTS, ...MARKUP], (text) => toFormat(text, format))).toEqual([]);
    },
    120_000,
  );

  it.each<[string, (text: string) => unknown]>([
    ["Slack's markup", (text) => [toMrkdwn(text), normaliseSlack(text)]],
    ['the title of a thread', titleOf],
    ['URLs', findWebLinks],
    ['private keys', nsecIn],
    ['links to other posts', (text) => [linkedIds(text), fillLinks(text, () => '')]],
    ['secrets in a line of the log', redact],
  ])(
    'are searched for %s in linear time',
    async (_, work) => {
      expect(await found(TEXTS, work)).toEqual([]);
    },
    120_000,
  );

  it('are cleaned in linear time, and refused with more tags or comments than that allows', async () => {
    const clean = (text: string): Promise<unknown> =>
      cleanHtml(text, 'content').catch((error: unknown) => error);
    expect(await found([...TEXTS, ...MARKUP], clean)).toEqual([]);
    for (const pattern of ['<p>', '<a href="', '<!--', '</p>', '<a b=c ']) {
      expect(await found([[pattern, repeated(pattern)]], clean)).toEqual([]);
    }
    const comments = (n: number): string => `<a href="${'<!-- -->'.repeat(90)}${'a'.repeat(n)}">x</a>`;
    expect(await found([['comments', comments]], clean)).toEqual([]);
  }, 120_000);

  it.each(networks.map((network) => [network.name, network] as const))(
    'are refused by %s before they are read, and what may be within its limit takes no longer',
    async (_, network) => {
      const postOf = (content: string, position = 0): Parameters<typeof checkContent>[1] => ({
        channel: { details: {} },
        settings: { __type: network.identifier },
        items: Array.from({ length: position + 1 }, () => ({ content, media: [image()] })),
      });
      const limit = Math.max(50_000, 20 * network.rules.maxLength({ details: {} }));
      if (limit < 1_000_000) {
        expect(checkContent(network, postOf(repeated('a')(1_000_000)))).toMatchObject([
          { path: 'value.0.content', message: expect.stringContaining('is 1000000 characters long') },
        ]);
      }
      // The rest of its rules, on the longest text that they read.
      const longest = Math.min(limit, 100_000);
      const sizes = [longest / 16, longest / 4, longest];
      expect(await found(TEXTS, (text) => checkContent(network, postOf(text)), sizes)).toEqual([]);
    },
    120_000,
  );

  it.each(networks.map((network) => [network.name, network] as const))(
    'as settings of %s are checked in linear time',
    async (_, network) => {
      const fields = textFields(network.settingsSchema);
      const texts = TEXTS.filter(([name]) => /link|host|letter|at signs/.test(name));
      for (const field of fields) {
        const check = (text: string): unknown =>
          checkSettings(network, { __type: network.identifier, [field]: text });
        expect(await found(texts, check)).toEqual([]);
      }
    },
    120_000,
  );
});

function textFields({ properties = {} }: JsonSchema): string[] {
  return Object.entries(properties as Record<string, { type?: unknown }>)
    .filter(([, { type }]) => [type].flat().includes('string'))
    .map(([name]) => name);
}
