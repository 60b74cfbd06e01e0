import { toPlainText } from '../../../providers/_kit/stored-text.ts';

/**
 * A name that people chose, for use inside a sentence: its writing direction cannot affect the words around
 * it (Unicode Standard Annex #9, isolates).
 */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** The first line that says something, for titles: shortened between words, never inside one. */
export function firstLine(content: string, longest = 70): string {
  const line =
    toPlainText(content)
      .split('\n')
      .find((one) => one.trim()) ?? '';
  const letters = [...line.trim()];
  if (letters.length <= longest) return line.trim();
  const cut = letters.slice(0, longest).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > longest / 3 ? cut.slice(0, end) : cut).replace(/[\s,;:–-]+$/, '')}…`;
}
