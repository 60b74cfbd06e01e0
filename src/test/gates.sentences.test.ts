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
    const plain: string[] = [];
    for (const [file, source] of trees) {
      if (!/providers\/|\/errors\.ts'/.test(file + source)) continue;
      if (
        !/new (Rejected|Unsent|TokenExpired|ChannelGone|OutcomeUnknown|AlreadyThere|RateLimited)\(/.test(
          source,
        )
      ) {
        continue;
      }
      for (const { type, callee, arguments: values, start } of nodesIn(file)) {
        if (type !== 'NewExpression' || !FAILURE.test(nameOf(callee)) || !hasWords((values as Node[])[0])) {
          continue;
        }
        plain.push(`${file}:${lineAt(source, start)}: words of ours ${REMEDY}`);
      }
    }
    expect(plain).toEqual([]);
  });
});
