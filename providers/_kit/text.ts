/** Converts stored content (sanitised HTML, or text without tags) to what a network accepts. */
import { compile } from 'html-to-text';
import type { TextFormat } from './contract.ts';
import { toMarkdown } from './markdown.ts';
import { hasTags } from './scan.ts';

/**
 * Stored content as plain text: paragraphs and breaks become line feeds, list items get `- `, a link whose
 * text is not its address is followed by the address. In text without tags only the entities are decoded.
 */
export function toPlainText(content: string): string {
  return plain(hasTags(content) ? content : content.replaceAll('\n', '<br>')).trim();
}

// Compiled once: building the selectors costs more than the conversion.
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

/** Stored content in a provider's format. */
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
