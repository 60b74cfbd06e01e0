/** Whether a post that a network lists has the words of one of ours, and when it was published. */
import { toPlainText } from './text.ts';

/** Times that a network counts in seconds since 1970. */
export const atSeconds = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();

/**
 * Letters and digits of a text or of HTML. Everything else is what networks change: white space, marks,
 * addresses (shortened, or shown without their protocol), the domain of a mention, the case of a hashtag.
 */
export const wordsOf = (content: string): string => tellingOf(content).replaceAll(/[^\p{L}\p{N}]+/gu, '');

const tellingOf = (content: string): string =>
  toPlainText(content)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/https?:\/\/\S+/gu, '')
    .replaceAll(/(@[\w.-]+)@[\w.-]+/gu, '$1');

/** Whether the network shows exactly these words. Without a word in either, nothing can be told: false. */
export const hasSameWords = (ours: string, theirs: string): boolean =>
  wordsOf(ours) !== '' && wordsOf(ours) === wordsOf(theirs);

/**
 * How the words that a network shows relate to those that were sent to it. `other` only when it is clear: a
 * network may shorten and cut links, decode or encode entities, put other white space, ligatures and Unicode
 * forms, fill in a title, add an address or hashtags, and cut the end of a text.
 *
 * @param tidy takes from a text what this network certainly changes
 */
export function compareWords(
  ours: string,
  theirs: string,
  tidy: (text: string) => string = (text) => text,
): 'same words' | 'like it' | 'other' {
  const sent = visibleOf(tidy(ours));
  // Without words, nothing tells it from another one.
  if (sent !== '' && sent === visibleOf(tidy(theirs))) return 'same words';
  return mayBe(ours, theirs) ? 'like it' : 'other';
}

/** What is seen of a text, without the space in it. */
const visibleOf = (text: string): string =>
  toPlainText(text.replaceAll('<', '&lt;'))
    .normalize('NFKC')
    .replaceAll(/[\s\p{C}\p{Variation_Selector}]+/gu, '');

/** A text with so many of our words may be ours. */
const LIKE = 0.6;
/** The beginning of a text tells enough. */
const MOST_TOLD = 2000;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Also if there is no word to tell by in one of them: a link, say, that may have been shortened. */
function mayBe(ours: string, theirs: string): boolean {
  if (wordsOf(theirs).includes(wordsOf(ours)) || wordsOf(ours).startsWith(wordsOf(theirs))) return true;
  const [sent, shown] = [setOf(ours), setOf(theirs)];
  const shared = [...sent].filter((word) => shown.has(word)).length;
  const isCut = [...sent][0] === [...shown][0] && shared >= LIKE * shown.size;
  return isCut || shared >= LIKE * sent.size;
}

/** The words of a text, also of a language that puts no space between them. */
function setOf(text: string): Set<string> {
  const segments = segmenter.segment(tellingOf(text).slice(0, MOST_TOLD));
  return new Set([...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : [])));
}
