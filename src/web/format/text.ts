/**
 * The text of a post (HTML) without its markup, for lists and for reading. Parsed, never rendered: nothing of
 * it can run.
 */
export function plainText(html: string): string {
  const body = new DOMParser().parseFromString(
    html.replaceAll(/<\/(p|h[1-6]|li|ul|ol|div)>|<br\s*\/?>/gi, '$&\n'),
    'text/html',
  ).body;
  return (body.textContent ?? '').replaceAll(/\n{3,}/g, '\n\n').trim();
}

/**
 * A name of people inside of a sentence: whatever direction it is written in, or pretends to, the words
 * around it keep theirs (Unicode 3.9, annex 9, isolates).
 */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
