/** The syntax trees of the product's files, and where the names in them come from. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

/** A node of an ESTree, which knows its file and what it stands in. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** A file with its text and its tree. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly nodes: readonly Node[];
  /** Calls of functions that have a name, by that name. */
  readonly calls: ReadonlyMap<string, readonly Node[]>;
  /** What is imported from other files of ours, by the name that it has here. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

/** Where a name comes from. `property`: the name is one property of what stands there. */
export type Binding =
  | { readonly kind: 'value'; readonly init: Node; readonly property?: string }
  | {
      readonly kind: 'parameter';
      readonly of: Node;
      readonly index: number;
      readonly property?: string;
      /** What it is where a caller gives nothing. */
      readonly initial?: Node;
    }
  | { readonly kind: 'function'; readonly node: Node }
  | { readonly kind: 'each'; readonly list: Node; readonly property?: string };

const parents = new WeakMap<object, Node>();
const sources = new WeakMap<object, Source>();

export const parentOf = (node: Node): Node | undefined => parents.get(node);
export const sourceOf = (node: Node): Source => sources.get(node) as Source;

/** `file:line`, and the beginning of the code. */
export function placeOf(node: Node): string {
  const { file, text } = sourceOf(node);
  const line = text.slice(0, node.start).split('\n').length;
  return `${file}:${line}: ${text.slice(node.start, node.end as number).split('\n')[0]}`;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The nodes of one kind in a list or a property that may hold one, several or none. */
export const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode);

/** Reads and parses every TypeScript file below the folders that `wanted` accepts. */
export function readSources(folders: readonly string[], wanted: (file: string) => boolean): Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => normalize(join(folder, file))),
    )
    .filter((file) => file.endsWith('.ts') && wanted(file))
    .map(readSource);
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const nodes: Node[] = [];
  const calls = new Map<string, Node[]>();
  const imports = new Map<string, { file: string; name: string }>();
  const source = { file, text, nodes, calls, imports };
  const visit = (node: Node, parent?: Node): void => {
    nodes.push(node);
    const called = node.type === 'CallExpression' ? nameOf(node.callee) : undefined;
    if (called !== undefined) calls.set(called, [...(calls.get(called) ?? []), node]);
    for (const [local, from] of importsOf(node, file)) imports.set(local, from);
    sources.set(node, source);
    if (parent) parents.set(node, parent);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, node);
  };
  visit(parseSync(file, text).program as unknown as Node);
  return source;
}

/** The name of an identifier or of a property that is not computed; undefined for anything else. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
export const isFunction = (node: Node): boolean => FUNCTIONS.has(node.type);

/** The declaration of a name, as it is seen from a node; undefined for imports and globals. */
export function bindingOf(name: string, from: Node): Binding | undefined {
  for (let at = parentOf(from); at; at = parentOf(at)) {
    const found = isFunction(at) ? ofParameters(name, at) : declaredIn(at, name);
    if (found) return found;
  }
  return undefined;
}

function ofParameters(name: string, of: Node): Binding | undefined {
  for (const [index, parameter] of nodesIn(of.params).entries()) {
    const found = inPattern(parameter, name);
    if (found) return { kind: 'parameter', of, index, ...found };
  }
  return undefined;
}

/** Whether a pattern binds a name, and to which property of the value. */
function inPattern(pattern: unknown, name: string): { property?: string; initial?: Node } | undefined {
  if (!isNode(pattern)) return undefined;
  if (pattern.type === 'AssignmentPattern') {
    const found = inPattern(pattern.left, name);
    const named = isNode(pattern.left) && pattern.left.type === 'Identifier';
    return found && named && isNode(pattern.right) ? { ...found, initial: pattern.right } : found;
  }
  if (pattern.type === 'Identifier') return pattern.name === name ? {} : undefined;
  if (pattern.type !== 'ObjectPattern') return undefined;
  for (const property of nodesIn(pattern.properties)) {
    const found = inPattern(property.value, name);
    if (found) return { ...found, property: nameOf(property.key) };
  }
  return undefined;
}

function declaredIn(scope: Node, name: string): Binding | undefined {
  const statements = [scope.body, scope.left].flatMap(nodesIn);
  for (const statement of statements) {
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    if (declaration.type === 'FunctionDeclaration' && nameOf(declaration.id) === name) {
      return { kind: 'function', node: declaration };
    }
    for (const declarator of nodesIn(declaration.declarations)) {
      const found = inPattern(declarator.id, name);
      if (!found) continue;
      if (isNode(declarator.init)) return { kind: 'value', init: declarator.init, ...found };
      if (scope.type === 'ForOfStatement' && isNode(scope.right)) {
        return { kind: 'each', list: scope.right, ...found };
      }
    }
  }
  return undefined;
}

/** The names that an import brings from files of ours. */
function importsOf(node: Node, file: string): [string, { file: string; name: string }][] {
  if (node.type !== 'ImportDeclaration' || !isNode(node.source)) return [];
  const path = String(node.source.value);
  if (!path.startsWith('.')) return [];
  return nodesIn(node.specifiers).flatMap(({ local, imported }) => {
    const name = nameOf(local);
    const from = { file: normalize(join(dirname(file), path)), name: nameOf(imported) ?? name ?? '' };
    return name === undefined ? [] : [[name, from] as [string, typeof from]];
  });
}
