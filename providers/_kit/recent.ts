/** Posts of an account as its network lists them, and whether one of them has the words of a post of ours. */
import { toPlainText } from './text.ts';

/**
 * A post in the list of an account. `url`: a preview, or the post. `at`: when it was published, in a form that
 * `Date.parse` reads; `text`: its words, a title first, as text or HTML. Both are missing where the network's
 * list does not have them.
 */
export interface RecentPost {
  readonly id: string;
  readonly url: string;
  readonly at?: string | undefined;
  readonly text?: string | undefined;
}

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
