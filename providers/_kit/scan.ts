/** Looks at a text from one end to the other, once: for what a pattern would look at again and again. */

/** Whether content in the format `html` has a tag; without one it is escaped text, with its own lines. */
export function hasTags(content: string): boolean {
  const start = content.search(/<[a-z]/i);
  return start !== -1 && content.includes('>', start);
}

/**
 * A text without those of the characters that it ends with. (For a pattern such as `[!?]+$`, each of them
 * anywhere in the text may begin the end.)
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
