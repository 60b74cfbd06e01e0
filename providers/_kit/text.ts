/** From the stored content (sanitised HTML, or text without any tag) to what a network takes. */
import { compile } from 'html-to-text';
import type { TextFormat } from './contract.ts';
import { toMarkdown } from './markdown.ts';

/**
 * Plain text of stored content: paragraphs and breaks become line feeds, list items get `- `, a link whose
 * words differ from its address is followed by the address. Text without any tag only has its entities
 * decoded.
 */
export function toPlainText(content: string): string {
  return plain(/<[a-z][^>]*>/i.test(content) ? content : content.replaceAll('\n', '<br>')).trim();
}

// Compiled once: building the selectors cost more than the conversion.
const plain = compile({
  wordwrap: false,
  preserveNewlines: false,
  selectors: [
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: [' ', ''] } },
    { selector: 'ul', options: { itemPrefix: '- ', leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['h1', 'h2', 'h3'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
});

/** Content in the format that a provider asks for. */
export function toFormat(content: string, format: TextFormat): string {
  if (format === 'html') return content;
  return format === 'markdown' ? toMarkdown(content) : toPlainText(content);
}

/** Number of user-perceived characters (Unicode grapheme clusters, UAX #29). */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) count++;
  return count;
}
