/** The way back from a split: its parts become one again, with everything that was written in them since. */
import { isSame } from '../../../api/same.ts';
import type { Part } from '../part.ts';

export interface Join {
  /** The first of the pieces. */
  readonly part: string;
  /** The text before the split. */
  readonly whole: string;
  /** What it was split into. */
  readonly pieces: readonly { readonly id: string; readonly text: string }[];
  /** Of a channel that got a text of its own by it: all its parts, as the split left them. */
  readonly own?: { readonly channel: string; readonly parts: readonly Content[] };
}

type Content = Pick<Part, 'text' | 'media'>;

const contentOf = ({ text, media }: Content): Content => ({ text, media });

/** Whether nothing was changed in the text of a channel since it was split. */
export const isAsSplit = (parts: readonly Part[] | undefined, { own }: Join): boolean =>
  isSame(parts?.map(contentOf), own?.parts.map(contentOf));

const textOf = ({ text }: { readonly text: string }): string => text;

export function joinIn(parts: readonly Part[], { whole, pieces }: Join): readonly Part[] {
  const mine = parts.filter(({ id }) => pieces.some((piece) => piece.id === id));
  const [first] = mine;
  if (!first) return parts;
  const isWhole = isSame(mine.map(textOf), pieces.map(textOf));
  const texts = mine.map(({ id, text }) =>
    unnumbered(
      text,
      pieces.findIndex((piece) => piece.id === id),
    ),
  );
  const bare = pieces.map(({ text }, n) => unnumbered(text, n));
  const joined = texts.map((text, n) => (n > 0 ? gapBefore(n) : '') + text).join('');
  function gapBefore(n: number): string {
    const at = pieces.findIndex(({ id }) => id === mine[n]?.id);
    return pieces[at - 1]?.id === mine[n - 1]?.id ? gapOf(whole, [bare[at - 1], bare[at]]) : PARAGRAPH;
  }
  function unnumbered(text: string, n: number): string {
    const number = ` ${n + 1}/${pieces.length}`;
    return text.endsWith(number) ? text.slice(0, -number.length) : text;
  }
  const one = { ...first, text: isWhole ? whole : joined, media: mine.flatMap(({ media }) => media) };
  return parts.flatMap((part) => (part === first ? [one] : mine.includes(part) ? [] : [part]));
}

const PARAGRAPH = '\n\n';

/** What stood between two pieces. */
function gapOf(whole: string, [before = '', after = '']: readonly (string | undefined)[]): string {
  const rest = whole.slice(whole.indexOf(before) + before.length);
  const gap = rest.slice(0, rest.length - rest.trimStart().length);
  return whole.includes(before) && rest.startsWith(after, gap.length) ? gap : PARAGRAPH;
}
