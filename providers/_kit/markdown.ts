/** Converts stored content to Markdown, for networks that accept it. */
import { convert, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';
import { textOf, withoutEnds } from './stored-text.ts';

/**
 * Stored content as Markdown: headings get `#`, strong `**`, underline `__`, list items `- `; a link becomes
 * `[text](url)`, or the bare URL if the two are the same. Markdown that a person wrote stays as it is, but
 * `List<string>` would be read as a tag, and hidden: outside of code, such a `<` is escaped.
 */
export function toMarkdown(content: string): string {
  const text = textOf(content);
  if (text !== null) return withoutEnds(text).replaceAll(CODE_OR_TAG, escapeTag);
  return convert(content, OPTIONS)
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n');
}

/**
 * Code in fences, in backticks or indented, an escaped sign; or `<` of what CommonMark takes for HTML (0.31,
 * 6.6).
 */
const CODE_OR_TAG =
  /^(```|~~~)[\s\S]*?(?:^\1|(?![\s\S]))|`[^`\n]+`|^(?: {4}|\t).*|\\.|<(?=\/?[a-z][a-z0-9-]*(?:[\s/>]|$)|!--|!\[|!doctype|\?)/gim;

const escapeTag = (found: string): string => (found === '<' ? '\\<' : found);

const formatHeading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(`${'#'.repeat(Number(element.name?.slice(1) ?? 1))} `);
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

// Editors wrap the text of every list item in a paragraph, which needs no blank line.
const formatParagraph: FormatCallback = (element, walk, builder) => {
  const breaks = (element.parent as { name?: string } | null)?.name === 'li' ? 1 : 2;
  builder.openBlock({ leadingLineBreaks: breaks });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: breaks });
};

const formatLink: FormatCallback = (element, walk, builder) => {
  const { href } = (element as { attribs?: Record<string, string> }).attribs ?? {};
  const text = innerTextOf(element).trim();
  if (!href || text === href || text === href.replace(/^mailto:/, '')) {
    return walk(element.children, builder);
  }
  builder.addInline('[');
  walk(element.children, builder);
  builder.addInline(`](${href})`, { noWordTransform: true });
};

function innerTextOf(node: DomNode): string {
  return node.type === 'text' ? (node.data ?? '') : (node.children ?? []).map(innerTextOf).join('');
}

/** Items with their numbers, which begin at the line. */
export const numberedList: FormatCallback = (element, walk, builder, { leadingLineBreaks = 1 }) => {
  let next = Number(element.attribs?.start ?? 1) || 1;
  builder.openList({ leadingLineBreaks, interRowLineBreaks: 1 });
  for (const item of element.children ?? []) {
    if (item.type === 'text' && !item.data?.trim()) continue;
    builder.openListItem({ prefix: item.name === 'li' ? `${next++}. ` : '' });
    walk([item], builder);
    builder.closeListItem();
  }
  builder.closeList({ trailingLineBreaks: leadingLineBreaks });
};

/** One outside of a list, which nothing else would begin a line for. */
const formatItem: FormatCallback = (element, walk, builder) => {
  const isInList = /^[uo]l$/.test((element.parent as { name?: string } | null)?.name ?? '');
  if (isInList) return walk(element.children, builder);
  builder.openList({ interRowLineBreaks: 1 });
  builder.openListItem({ prefix: '- ' });
  walk(element.children, builder);
  builder.closeListItem();
  builder.closeList({});
};

/** White space of HTML; a zero-width space separates words of some languages, and is none. */
export const HTML_SPACE = ' \t\r\n\f';

const surrounded = (selector: string, sign: string) => ({
  selector,
  format: 'inlineSurround',
  options: { prefix: sign, suffix: sign },
});

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  whitespaceCharacters: HTML_SPACE,
  formatters: {
    numberedList,
    markdownHeading: formatHeading,
    markdownParagraph: formatParagraph,
    markdownLink: formatLink,
    markdownItem: formatItem,
  },
  selectors: [
    { selector: 'p', format: 'markdownParagraph' },
    { selector: 'ul', options: { itemPrefix: '- ', leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    // One line break alone is none in Markdown.
    { selector: 'div', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'li', format: 'markdownItem' },
    { selector: 'ol', format: 'numberedList', options: { leadingLineBreaks: 2 } },
    { selector: 'hr', options: { length: 3, leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    surrounded('strong', '**'),
    surrounded('u', '__'),
    surrounded('em', '*'),
    surrounded('s', '~~'),
    surrounded('code', '`'),
    { selector: 'a', format: 'markdownLink' },
    ...['h1', 'h2', 'h3'].map((selector) => ({ selector, format: 'markdownHeading' })),
  ],
};
