/** Nodes of a syntax tree (ESTree, as Vite's `parseSync` makes it), for the gates that read code. */
import { parseSync } from 'vite';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

export const parse = (file: string, source: string): Node =>
  parseSync(file, source).program as unknown as Node;

/** The node and all below it. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* walk(value);
}

/** The names that functions, parameters, variables and their patterns bind. */
export function* boundNames(tree: Node): Generator<Node> {
  for (const { type, id, params, param } of walk(tree)) {
    if (type === 'VariableDeclarator' || type === 'FunctionDeclaration') yield* namesIn(id);
    for (const one of [params, param].flat()) yield* namesIn(one);
  }
}

function* namesIn(pattern: unknown): Generator<Node> {
  if (!isNode(pattern)) return;
  if (pattern.type === 'Identifier') yield pattern;
  const { left, argument, value, elements, properties } = pattern;
  for (const part of [left, argument, value, elements, properties].flat()) yield* namesIn(part);
}
