/** The title that a post has to have. */

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
