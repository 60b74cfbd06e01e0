/** Converts stored content to Markdown, for networks that accept it. */
import { convert, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';
import { hasTags } from './scan.ts';

/**
 * Stored content as Markdown: headings get `#`, strong `**`, underline `__`, list items `- `; a link becomes
 * `[text](address)`, or the bare address if the two are the same. Markdown that a person wrote stays as it
 * is: nothing is escaped. In text without tags only the entities are decoded; its white space stays.
 */
export function toMarkdown(content: string): string {
  if (!hasTags(content)) {
    return convert(`<pre>${content.replaceAll('\r\n', '\n')}</pre>`, { wordwrap: false }).trim();
  }
  return convert(content, OPTIONS)
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n');
}

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
  const text = textOf(element).trim();
  if (!href || text === href || text === href.replace(/^mailto:/, '')) {
    return walk(element.children, builder);
  }
  builder.addInline('[');
  walk(element.children, builder);
  builder.addInline(`](${href})`, { noWordTransform: true });
};

function textOf(node: DomNode): string {
  return node.type === 'text' ? (node.data ?? '') : (node.children ?? []).map(textOf).join('');
}

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  formatters: {
    markdownHeading: formatHeading,
    markdownParagraph: formatParagraph,
    markdownLink: formatLink,
  },
  selectors: [
    { selector: 'p', format: 'markdownParagraph' },
    { selector: 'ul', options: { itemPrefix: '- ', leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'strong', format: 'inlineSurround', options: { prefix: '**', suffix: '**' } },
    { selector: 'u', format: 'inlineSurround', options: { prefix: '__', suffix: '__' } },
    { selector: 'a', format: 'markdownLink' },
    ...['h1', 'h2', 'h3'].map((selector) => ({ selector, format: 'markdownHeading' })),
  ],
};
