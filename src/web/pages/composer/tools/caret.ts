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

/** Writes at the end, on a line of its own. */
export function append(part: string, text: string): void {
  const field = fieldOf(part);
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  document.execCommand('insertText', false, field.value.trim() ? `\n${text}` : text);
}

/** Takes what stands at the end out of the text. */
export function takeEnd(part: string, length: number): void {
  const field = fieldOf(part);
  if (!field) return;
  field.focus();
  field.setSelectionRange(field.value.length - length, field.value.length);
  document.execCommand('delete');
}
