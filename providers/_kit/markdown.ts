/** From the stored content to Markdown, for networks that take it. */
import { convert, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';

/**
 * Markdown of stored content: headings get `#`, strong `**`, underline `__`, list items `- `; a link becomes
 * `[words](address)`, or the bare address where the words are the address. What a person wrote as Markdown
 * stays as it is: nothing is escaped. Text without any tag only has its entities decoded; its white space
 * stays.
 */
export function toMarkdown(content: string): string {
  if (!/<[a-z][^>]*>/i.test(content)) {
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

// An editor puts a paragraph into every list item; there it is no paragraph of its own.
const formatParagraph: FormatCallback = (element, walk, builder) => {
  const breaks = (element.parent as { name?: string } | null)?.name === 'li' ? 1 : 2;
  builder.openBlock({ leadingLineBreaks: breaks });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: breaks });
};

const formatLink: FormatCallback = (element, walk, builder) => {
  const { href } = (element as { attribs?: Record<string, string> }).attribs ?? {};
  const words = textOf(element).trim();
  if (!href || words === href || words === href.replace(/^mailto:/, '')) {
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
