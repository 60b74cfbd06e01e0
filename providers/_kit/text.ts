/** Converts stored content (sanitised HTML, or text) to what a network accepts. */
import type { TextFormat } from './contract.ts';
import { toMarkdown } from './markdown.ts';
import { escapeText, textOf, toPlainText, withoutEnds } from './stored-text.ts';

export { toPlainText } from './stored-text.ts';

/**
 * Stored content in a provider's format. As `html`, text is escaped and keeps its own lines; it has no tag
 * (`hasTags`).
 */
export function toFormat(content: string, format: TextFormat): string {
  if (format === 'markdown') return toMarkdown(content);
  if (format === 'plain') return toPlainText(content);
  const text = textOf(content);
  return text === null ? content : escapeText(withoutEnds(text));
}

/** Number of user-perceived characters (Unicode grapheme clusters, UAX #29). */
export function countGraphemes(text: string): number {
  let count = 0;
  for (const _ of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) count++;
  return count;
}
