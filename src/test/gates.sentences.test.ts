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

/** Whether an expression holds words: its own, or those of a constant of the same file. */
function hasWords(node: unknown, constants: ReadonlyMap<string, unknown> = new Map()): boolean {
  if (!isNode(node)) return false;
  // A constant may be the network's message with its status: two words are no sentence.
  if (node.type === 'Identifier') return wordsIn(constants.get(nameOf(node))) > 2;
  if (node.type === 'Literal') return typeof node.value === 'string' && /\p{L}{2}/u.test(node.value);
  if (node.type === 'TemplateLiteral') {
    const own = (node.quasis as Node[]).some((part) => /\p{L}{2}/u.test((part.value as { raw: string }).raw));
    return own || (node.expressions as Node[]).some((part) => hasWords(part, constants));
  }
  if (node.type === 'ConditionalExpression') {
    return hasWords(node.consequent, constants) || hasWords(node.alternate, constants);
  }
  return (
    node.type === 'BinaryExpression' && (hasWords(node.left, constants) || hasWords(node.right, constants))
  );
}

/** How many words an expression holds, without those of variables. */
function wordsIn(node: unknown): number {
  if (!isNode(node)) return 0;
  const texts =
    node.type === 'TemplateLiteral'
      ? (node.quasis as Node[]).map((part) => (part.value as { raw: string }).raw)
      : [node.type === 'Literal' ? String(node.value) : ''];
  const own = texts.flatMap((part) => part.match(/\p{L}{2,}/gu) ?? []).length;
  return own + (node.type === 'BinaryExpression' ? wordsIn(node.left) + wordsIn(node.right) : 0);
}

/** What the constants of a file begin with, by their names. */
const constantsOf = (nodes: readonly Node[]): ReadonlyMap<string, unknown> =>
  new Map(
    nodes.filter(({ type }) => type === 'VariableDeclarator').map(({ id, init }) => [nameOf(id), init]),
  );

const lineAt = (source: string, start: number): number => source.slice(0, start).split('\n').length;

describe('what is said to people', () => {
  it('is only in English where commands and the operator alone read it', () => {
    const found = trees.filter(([, source]) => /\binEnglish: /.test(source)).map(([file]) => file);
    const allowed = /^src\/(migrate-v1|run\/cli)\/|^src\/channels\/(try-channel|trial-post|trial-note)\.ts$/;
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
      const nodes = nodesIn(file);
      const constants = constantsOf(nodes);
      for (const { type, callee, arguments: values, start } of nodes) {
        if (type !== 'NewExpression' || !FAILURE.test(nameOf(callee))) continue;
        if (!hasWords((values as Node[])[0], constants)) continue;
        plain.push(`${file}:${lineAt(source, start)}: words of ours ${REMEDY}`);
      }
    }
    expect(plain).toEqual([]);
  });
});
