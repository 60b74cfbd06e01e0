/** Whether a post that a network lists has the text of one of ours, and when it was published. */
import { compile } from 'html-to-text';
import { isHtml } from './html-tags.ts';

/** Times that a network counts in seconds since 1970. */
export const atSeconds = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();

// Compiled once: building the selectors costs more than the conversion.
const plain = compile({
  wordwrap: false,
  preserveNewlines: false,
  selectors: [
    ...['p', 'ul', 'h1', 'h2', 'h3'].map((selector) => ({
      selector,
      options: { itemPrefix: '- ', uppercase: false, leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: [' ', ''] } },
  ],
});

/** The text of what a network shows: HTML of any kind, or text with or without entities. */
export const shownWords = (shown: string): string =>
  plain(isHtml(shown) ? shown : shown.replaceAll('<', '&lt;').replaceAll('\n', '<br>')).trim();

/**
 * Letters and digits of a text or of HTML. Everything else is what networks change: white space, marks, URLs
 * (shortened, or shown without their protocol), the domain of a mention, the case of a hashtag.
 */
export const lettersOf = (content: string): string => tellingOf(content).replaceAll(/[^\p{L}\p{N}]+/gu, '');

const tellingOf = (content: string): string =>
  shownWords(content)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/https?:\/\/\S+/gu, '')
    .replaceAll(/(@[\w.-]+)@[\w.-]+/gu, '$1');

/** Whether the network shows exactly this text. Without a word in either, nothing can be known: false. */
export const hasSameWords = (ours: string, theirs: string): boolean =>
  lettersOf(ours) !== '' && lettersOf(ours) === lettersOf(theirs);

/**
 * How the text that a network shows relates to the text that was sent to it. `other` only when it is clear: a
 * network may shorten and cut links (with or without `https://`), show mentions as names or leave them out,
 * decode or encode entities, use other white space, ligatures and Unicode forms, fill in a title, add a URL
 * or hashtags, and cut a text at either end.
 *
 * @param tidy removes from a text what this network certainly changes
 */
export function compareWords(
  ours: string,
  theirs: string,
  tidy: (text: string) => string = (text) => text,
): 'same words' | 'like it' | 'other' {
  const shown = theirs.slice(0, ours.length * MAX_GROWTH + LONGER);
  const sent = visibleOf(tidy(ours));
  // Without text, nothing distinguishes it from another one.
  if (sent !== '' && sent === visibleOf(tidy(shown))) return 'same words';
  return mayBe(ours, shown) ? 'like it' : 'other';
}

/** What is longer than this is not ours in other characters (`&#x1F600;`), and takes long to read. */
const MAX_GROWTH = 12;
const LONGER = 10_000;

/** What is seen of a text, without the space in it. */
const visibleOf = (text: string): string =>
  shownWords(text.replaceAll('<', '&lt;').replaceAll('\\&lt;', '&lt;'))
    .normalize('NFKC')
    .replaceAll(/[\s\p{C}\p{Variation_Selector}]+/gu, '');

/** Texts that share this fraction of the words of either may be one. */
const LIKE = 0.6;
/** In a text with fewer words, these alone prove nothing. */
const FEWEST = 3;
/** The beginning of a text is enough. */
const MAX_COMPARED = 2000;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Also if one of them has no word to compare: a link, say, that may have been shortened. */
function mayBe(ours: string, theirs: string): boolean {
  if (lettersOf(theirs).includes(lettersOf(ours)) || lettersOf(ours).startsWith(lettersOf(theirs))) {
    return true;
  }
  const [sent, shown] = [setOf(ours), setOf(theirs)];
  if (!sent.size || !shown.size) return true;
  const shared = [...sent].filter((word) => shown.has(word)).length;
  if (shared >= LIKE * sent.size) return true;
  return shared >= LIKE * shown.size && (shown.size >= FEWEST || [...sent][0] === [...shown][0]);
}

/** A URL without its protocol. */
const URL_LIKE = /^[("'<[]*(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:)\]"'>,.;!]|$)/u;

/**
 * The words of a text, also of a language that puts no space between them; without URLs, email addresses and
 * mentions, which networks show differently, or not at all.
 */
function setOf(text: string): Set<string> {
  const tokens = tellingOf(text).slice(0, MAX_COMPARED).split(/\s+/u);
  const compared = tokens.filter((token) => !token.includes('@') && !URL_LIKE.test(token)).join(' ');
  return new Set(
    [...segmenter.segment(compared)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : [])),
  );
}
