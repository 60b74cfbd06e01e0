/** Rules for every file of the web app, checked in its syntax tree. */
import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isNode, parse, walk, type Node } from '../test/syntax-tree.ts';
import { iconNames } from './look/icon-names.ts';

const files = ['src/web', ...globSync('src/*/web')]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/node_modules|\.test\.ts$|\.d\.ts$/.test(file));
const treeOf = (file: string, source: string): readonly [string, readonly Node[]] => [
  file,
  [...walk(parse(file, source))],
];
const trees = files.map((file) => treeOf(file, readFileSync(file, 'utf8')));
/** Attributes that people read or hear. */
const WORDS = new RegExp(
  [
    '^(label|title|placeholder|description|alt|help|question|summary|message|intro|failed)$',
    '^aria-(label|description|roledescription|valuetext)$',
    '^nothingFoundMessage$',
  ].join('|'),
);
/** Names that are the same in every language. */
const NAMES = new Set(['curl', 'JavaScript']);

/** Returns what is wrong with a node, or undefined. */
type Rule = (node: Node) => string | undefined;
/** `file: what is wrong` for each node that breaks the rule. */
const findings = (rule: Rule, sources = trees): string[] =>
  sources.flatMap(([file, nodes]) =>
    nodes.flatMap((node) => rule(node) ?? []).map((found) => `${file}: ${found}`),
  );
const text = (node: unknown, key: string): string =>
  isNode(node) && typeof node[key] === 'string' ? node[key] : '';
const hasWords = (value: string): boolean => /\p{L}{2}/u.test(value);

/**
 * Literals that an expression can become: `'a'`, `x ? 'a' : 'b'`, `x ?? 'a'`, `x && 'a'`, and the fixed parts
 * of a template.
 */
function literals(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') {
    return (node.quasis as Node[]).map((quasi) => (quasi.value as { cooked: string }).cooked);
  }
  if (node.type === 'ConditionalExpression') {
    return [...literals(node.consequent), ...literals(node.alternate)];
  }
  if (node.type === 'LogicalExpression') return [...literals(node.left), ...literals(node.right)];
  return node.type === 'JSXExpressionContainer' ? literals(node.expression) : [];
}

const attributeName = (node: Node): string => text(node.name, 'name');
const named =
  (type: string, names: RegExp): Rule =>
  (node) =>
    node.type === type &&
    names.test(
      text(type === 'MemberExpression' ? node.property : type === 'Identifier' ? node : node.name, 'name'),
    )
      ? names.source
      : undefined;

/** Text between tags, also as `{x ? 'a' : 'b'}`; code for a terminal does not count. */
const children: Rule = (node) => {
  if (node.type === 'JSXText') return [text(node, 'value').trim()].find(hasWords);
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return undefined;
  if (isNode(node.openingElement) && text(node.openingElement.name, 'name') === 'Code') return undefined;
  return (node.children as Node[])
    .filter((child) => child.type === 'JSXExpressionContainer')
    .flatMap(literals)
    .find(hasWords);
};

const attributes: Rule = (node) => {
  if (node.type === 'JSXAttribute' && WORDS.test(attributeName(node))) {
    return literals(node.value).find((value) => hasWords(value) && !NAMES.has(value));
  }
  return node.type === 'Property' && ['label', 'message', 'title'].includes(text(node.key, 'name'))
    ? literals(node.value).find(hasWords)
    : undefined;
};

/** React expects functions; a string would be code. */
const handlers: Rule = (node) =>
  node.type === 'JSXAttribute' && /^on[A-Z]/i.test(attributeName(node)) && literals(node.value).length > 0
    ? attributeName(node)
    : undefined;
const codeUrls: Rule = (node) =>
  node.type === 'Literal' && /^\s*(javascript|vbscript|data):/i.test(text(node, 'value'))
    ? text(node, 'value')
    : undefined;

const linksWithReferrer: Rule = (node) => {
  if (node.type !== 'JSXOpeningElement') return undefined;
  const attributes = new Map(
    (node.attributes as Node[])
      .filter((one) => one.type === 'JSXAttribute')
      .map((one) => [attributeName(one), literals(one.value).join()]),
  );
  return attributes.get('target') === '_blank' && !/noreferrer/.test(attributes.get('rel') ?? '')
    ? 'target'
    : undefined;
};

/** What no file may do, with a line that breaks the rule. */
const RULES: readonly [string, Rule, string][] = [
  ['have text between tags: it belongs in src/web/strings', children, '<p>Sign in</p>'],
  ['choose between texts inside tags', children, "<p>{open ? 'Sign in' : null}</p>"],
  ['have text in an attribute that people read or hear', attributes, '<input aria-label="Your name" />'],
  ['choose between texts in an attribute', attributes, "<input placeholder={open ? `Until ${date}` : ''} />"],
  ['have text in a list of choices', attributes, "<Select data={[{ value: 'a', label: 'Any' }]} />"],
  [
    'put markup into a page',
    named('JSXAttribute', /^(dangerouslySetInnerHTML|srcDoc)$/),
    '<p dangerouslySetInnerHTML={{ __html }} />',
  ],
  [
    'write markup into an element',
    named('MemberExpression', /^(innerHTML|outerHTML|insertAdjacentHTML|writeln|createContextualFragment)$/),
    '(element.innerHTML = text)',
  ],
  ['run text as code', named('Identifier', /^(eval|Function)$/), 'new Function(text)'],
  ['use text as an event handler', handlers, '<p onClick="go()" />'],
  ['link to code', codeUrls, "<a href='javascript:go()' />"],
  [
    'store anything in the browser',
    named(
      'Identifier',
      /^(localStorage|sessionStorage|indexedDB|caches|cookieStore|useLocalStorage|useSessionStorage)$/,
    ),
    "window.localStorage.setItem('key', key)",
  ],
  ['read or write cookies', named('MemberExpression', /^cookie$/), 'document.cookie'],
  ['tell another site where a visitor comes from', linksWithReferrer, '<a href={url} target="_blank" />'],
];

/** Texts, and what is stored in the browser on purpose: how the columns of tables were matched. */
const ALLOWED = /^src\/(([\w-]+\/)?web\/strings\/|web\/pages\/import\/remembered-columns\.ts.*localStorage)/;

describe('the files of the web app', () => {
  it('are all read by this test', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(trees.filter(([, nodes]) => nodes.length < 3).map(([file]) => file)).toEqual([]);
  });

  it.each(RULES)('never %s', (_, rule, forbidden) => {
    expect(findings(rule, [treeOf('forbidden.tsx', forbidden)])).toHaveLength(1);
    expect(findings(rule).filter((found) => !ALLOWED.test(found))).toEqual([]);
  });

  it('use every icon that they bring to the browser', () => {
    const drawn = new Set(
      trees
        .filter(([file]) => !/look\/icon|\/strings\//.test(file))
        .flatMap(([, nodes]) => nodes.filter(({ type }) => type === 'Literal').map(({ value }) => value)),
    );
    expect(iconNames.filter((name) => !drawn.has(name))).toEqual([]);
  });

  // Its style element gets the nonce of each answer (serve-web.ts).
  it('have no colour whose palette the build leaves out', () => {
    const palette =
      /^(?:pink|grape|violet|indigo|cyan|lime)(?:\.\d)?$|mantine-color-(?:pink|grape|violet|indigo|cyan|lime)-/;
    expect(findings((node) => literals(node).find((value) => palette.test(value)))).toEqual([]);
  });

  it('are loaded by a page without inline scripts and style attributes', () => {
    expect(readFileSync('src/web/index.html', 'utf8')).not.toMatch(
      /\son\w+=|<script(?![^>]*\ssrc=)|\sstyle=/i,
    );
  });
});
