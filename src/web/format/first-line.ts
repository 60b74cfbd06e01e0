import { toPlainText } from '../../../providers/_kit/stored-text.ts';

/** The first line with text in it, for titles: shortened between words, never inside one. */
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
