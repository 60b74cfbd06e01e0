/** The title that a post has to have, and whether a text is one that was sent. */

/** As existing clients cut it; Moltbook takes 300 ("Post title (max 300 chars)"). */
const MAX_TITLE = 100;

/** The first line of a text, cut between words where there are any. */
export function titleOf(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const letters = Array.from(line.replace(/\s+/gu, ' ').trim());
  if (letters.length <= MAX_TITLE) return letters.join('');
  const cut = letters.slice(0, MAX_TITLE - 1).join('');
  const blank = cut.lastIndexOf(' ');
  return `${blank > MAX_TITLE / 2 ? cut.slice(0, blank) : cut}…`;
}

/** White space is what a server may change in a text. */
const normalise = (text: string | null | undefined): string =>
  (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();

export const sameText = (one: string | null | undefined, other: string | null | undefined): boolean =>
  normalise(one) === normalise(other);
