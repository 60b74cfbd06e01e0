/**
 * What the product says to people has a code, so that every language has it. An `ApiError` asks for one by
 * its types.
 */
import { describe, expect, it } from '@jest/globals';
import { isNode, parse, walk, type Node } from './syntax-tree.ts';
import { product, text } from './source-tree.ts';

const trees = product
  .filter((file) => /^(src|activities|providers)\//.test(file) && !file.startsWith('src/web/'))
  .map((file) => [file, text(file)] as const);
const nodesIn = (file: string): Node[] => [...walk(parse(file, text(file)))];

/** How many failures of provider calls still hold words of ours without a code: their number only falls. */
const PLAIN: Readonly<Record<string, number>> = {
  'activities/prepare-part.ts': 1,
  'providers/_kit': 2,
  'providers/_shared': 9,
  'providers/bluesky': 10,
  'providers/devto': 6,
  'providers/discord': 9,
  'providers/dribbble': 6,
  'providers/facebook': 3,
  'providers/gmb': 2,
  'providers/hashnode': 8,
  'providers/instagram': 2,
  'providers/kick': 4,
  'providers/lemmy': 12,
  'providers/linkedin': 12,
  'providers/listmonk': 16,
  'providers/mastodon': 3,
  'providers/medium': 6,
  'providers/mewe': 6,
  'providers/moltbook': 5,
  'providers/nostr': 14,
  'providers/pinterest': 2,
  'providers/reddit': 12,
  'providers/sandbox': 3,
  'providers/skool': 6,
  'providers/slack': 10,
  'providers/telegram': 12,
  'providers/tiktok': 4,
  'providers/tumblr': 5,
  'providers/twitch': 3,
  'providers/vk': 11,
  'providers/warpcast': 8,
  'providers/whop': 5,
  'providers/wordpress': 13,
  'providers/x': 6,
  'providers/youtube': 9,
};
const REMEDY =
  'without a code: give them one in sentences.ts beside, or take one of providers/_kit/sentences';
const FAILURE = /^(Rejected|Unsent|TokenExpired|ChannelGone|OutcomeUnknown|AlreadyThere|RateLimited)$/;

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '');

/** Whether an expression holds words, beside those of a variable. */
function hasWords(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'Literal') return typeof node.value === 'string' && /\p{L}{2}/u.test(node.value);
  if (node.type === 'TemplateLiteral') {
    return (node.quasis as Node[]).some((part) => /\p{L}{2}/u.test((part.value as { raw: string }).raw));
  }
  return node.type === 'BinaryExpression' && (hasWords(node.left) || hasWords(node.right));
}

const lineAt = (source: string, start: number): number => source.slice(0, start).split('\n').length;

describe('what is said to people', () => {
  it('is only in English where commands and the operator alone read it', () => {
    const found = trees.filter(([, source]) => /\binEnglish: /.test(source)).map(([file]) => file);
    const allowed = /^src\/(migrate-v1|run\/cli)\/|^src\/channels\/(try-channel|trial-post)\.ts$/;
    expect(found.filter((file) => !allowed.test(file))).toEqual([]);
  });

  it('is a sentence of the catalogue where a provider call fails, or words of the network', () => {
    const plain: Record<string, string[]> = {};
    for (const [file, source] of trees) {
      if (!/providers\/|\/errors\.ts'/.test(file + source)) continue;
      if (
        !/new (Rejected|Unsent|TokenExpired|ChannelGone|OutcomeUnknown|AlreadyThere|RateLimited)\(/.test(
          source,
        )
      ) {
        continue;
      }
      const area = file.split('/').slice(0, 2).join('/');
      const found = nodesIn(file).filter(
        ({ type, callee, arguments: values }) =>
          type === 'NewExpression' && FAILURE.test(nameOf(callee)) && hasWords((values as Node[])[0]),
      );
      for (const { start } of found) (plain[area] ??= []).push(`${file}:${lineAt(source, start)}`);
    }
    const added = Object.entries(plain).flatMap(([area, places]) =>
      places.length > (PLAIN[area] ?? 0) ? places.map((place) => `${place}: words of ours ${REMEDY}`) : [],
    );
    expect(added).toEqual([]);
    const counts = Object.entries(plain).map(([area, { length }]) => [area, length]);
    expect(Object.fromEntries(counts)).toEqual(PLAIN);
  });
});
