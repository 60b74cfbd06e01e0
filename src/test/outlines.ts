/**
 * Which outlines (`<Skeleton>`) of the web app may stand for ever: those that are not inside what ends them
 * after five seconds (`<Waiting>`), by the syntax tree. A component that draws one without it is an outline
 * itself, wherever it is used.
 */
import { dirname, join, normalize } from 'node:path';
import { isNode, parse, type Node } from './syntax-tree.ts';

/** A name that is used in a file, and the nodes that it stands in, the nearest first. */
interface Use {
  readonly node: Node;
  readonly above: readonly Node[];
}

interface Source {
  readonly file: string;
  readonly text: string;
  readonly uses: readonly Use[];
  /** What the file's own names are called where they come from. */
  readonly imports: ReadonlyMap<string, string>;
}

const OUTLINE = '@mantine/core#Skeleton';
const END = 'src/web/components/waiting.tsx#Waiting';

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  return node.type === 'JSXMemberExpression' || node.type === 'MemberExpression'
    ? `${nameOf(node.object)}.${nameOf(node.property)}`
    : String(node.name ?? node.value ?? '');
};

function read(file: string, text: string): Source {
  const uses: Use[] = [];
  const imports = new Map<string, string>();
  const visit = (node: Node, above: readonly Node[]): void => {
    if (node.type === 'ImportDeclaration') {
      const from = nameOf(node.source);
      const path = from.startsWith('.') ? normalize(join(dirname(file), from)) : from;
      for (const one of [node.specifiers].flat().filter(isNode)) {
        const name =
          one.type === 'ImportSpecifier'
            ? nameOf(one.imported)
            : one.type === 'ImportDefaultSpecifier'
              ? 'default'
              : '';
        imports.set(nameOf(one.local), name ? `${path}#${name}` : `${path}#`);
      }
      return;
    }
    if (['Identifier', 'JSXIdentifier', 'JSXMemberExpression', 'MemberExpression'].includes(node.type)) {
      uses.push({ node, above });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, [node, ...above]);
  };
  visit(parse(file, text), []);
  return { file, text, uses, imports };
}

/** The name that a declaration gives: of a function, or of a constant that is one. */
function declaredBy(node: unknown): string {
  if (!isNode(node)) return '';
  const [first] = [node.declarations].flat();
  return nameOf(node.id ?? (isNode(first) ? first.id : undefined));
}

/** Where a name of a file comes from: `file#name`. */
function originOf({ file, imports }: Source, name: string): string {
  const [space = '', ...rest] = name.split('.');
  const origin = imports.get(space);
  return origin?.endsWith('#')
    ? `${origin}${rest.join('.')}`
    : rest.length
      ? ''
      : (origin ?? `${file}#${name}`);
}

/** The component in which a use stands: the outermost function, or constant, of the file. */
function componentOf({ above }: Use): string {
  const outermost = above.findLast(
    ({ type }) =>
      type === 'FunctionDeclaration' || type === 'VariableDeclaration' || type === 'ClassDeclaration',
  );
  return declaredBy(outermost);
}

const isTag = ({ node, above: [parent] }: Use): boolean =>
  parent?.type === 'JSXOpeningElement' && parent.name === node;
const isEndOfTag = ({ above: [parent] }: Use): boolean => parent?.type === 'JSXClosingElement';
/** Whether it is of a type, or the declaration itself. */
const isNoUse = ({ node, above: [parent] }: Use): boolean =>
  !parent ||
  parent.type.startsWith('TS') ||
  parent.id === node ||
  (parent.type === 'Property' && parent.key === node) ||
  parent.type.startsWith('Export') ||
  (parent.type === 'MemberExpression' && parent.property === node) ||
  (parent.type === 'JSXAttribute' && parent.name === node);

/**
 * `file:line: the code` of each outline that nothing ends.
 *
 * @param files the text of every file, by its path from the root
 */
export function endlessOutlines(files: ReadonlyMap<string, string>): string[] {
  const sources = [...files].map(([file, text]) => read(file, text));
  const outlines = new Set([OUTLINE]);
  const found = new Set<string>();
  for (let before = 0; before !== outlines.size;) {
    before = outlines.size;
    for (const source of sources) {
      for (const use of source.uses) {
        if (!outlines.has(originOf(source, nameOf(use.node)))) continue;
        if (isEndOfTag(use) || isNoUse(use) || isEnded(source, use)) continue;
        const component = componentOf(use);
        // Passed on, or drawn by a page that nobody here draws: its place is unknown.
        if (isTag(use) && component && isDrawn(sources, `${source.file}#${component}`)) {
          outlines.add(`${source.file}#${component}`);
        } else found.add(placeOf(source, use.node));
      }
    }
  }
  return [...found].toSorted();
}

const isEnded = (source: Source, { above }: Use): boolean =>
  above.some((node) => {
    if (node.type !== 'JSXElement' || !isNode(node.openingElement)) return false;
    return originOf(source, nameOf(node.openingElement.name)) === END;
  });

const isDrawn = (sources: readonly Source[], component: string): boolean =>
  sources.some((source) =>
    source.uses.some((use) => isTag(use) && originOf(source, nameOf(use.node)) === component),
  );

function placeOf({ file, text }: Source, { start }: Node): string {
  const line = text.slice(0, start).split('\n').length;
  return `${file}:${line}: ${(text.split('\n')[line - 1] ?? '').trim()}`;
}
