import { toPlainText } from '../../../providers/_kit/text.ts';

/** In UTF-16 code units. */
const LINE_LENGTH = 140;

/** The first line with text in it, as plain text, for lists: cut at the last whole word. */
export function firstLine(content: string): string {
  const line =
    toPlainText(content)
      .split('\n')
      .map((one) => one.trim())
      .find(Boolean) ?? '';
  if (line.length <= LINE_LENGTH) return line;
  const cut = line.slice(0, LINE_LENGTH - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > LINE_LENGTH / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
