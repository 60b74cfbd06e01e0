/** Whether a post that a network lists has the words of one of ours, and when it was published. */
import { toPlainText } from './text.ts';

/** Times that a network counts in seconds since 1970. */
export const atSeconds = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();

/**
 * Letters and digits of a text or of HTML. Everything else is what networks change: white space, marks,
 * addresses (shortened, or shown without their protocol), the domain of a mention, the case of a hashtag.
 */
export const wordsOf = (content: string): string =>
  toPlainText(content)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/https?:\/\/\S+/gu, '')
    .replaceAll(/(@[\w.-]+)@[\w.-]+/gu, '$1')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Whether the network shows exactly these words. Without a word in either, nothing can be told: false. */
export const hasSameWords = (ours: string, theirs: string): boolean =>
  wordsOf(ours) !== '' && wordsOf(ours) === wordsOf(theirs);
