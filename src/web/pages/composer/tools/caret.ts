/** The fields in which parts are written. */

/** The field of a part's text. */
export const fieldOf = (part: string): HTMLTextAreaElement | null =>
  document.querySelector(`[data-part="${part}"] textarea`);

/**
 * Writes where the caret is, or was before another field had the focus. Unlike a new value, the browser's own
 * undo takes it back.
 */
export function insertAtCaret(part: string, text: string): void {
  fieldOf(part)?.focus();
  document.execCommand('insertText', false, text);
}
