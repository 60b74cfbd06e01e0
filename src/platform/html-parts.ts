/** The treatment of elements that a post may not have. */
import { droppedWhole, isForeign, type Tag } from '../../providers/_kit/html-tags.ts';
import { isReview } from './office-html.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from './sentences.ts';

/** Elements that stand on lines of their own; a post has `div` for them. */
export const blockTags: readonly string[] = (
  'section article header footer main aside nav center address figure figcaption hgroup dl dt dd details summary ' +
  'fieldset legend form caption tr pre listing dialog search'
).split(' ');

/** The schemes of URLs that a link may have. */
export const SCHEMES = ['http', 'https', 'mailto'];
/** Elements that show nothing by themselves, or that another reports: the table, for its rows. */
const UNSEEN = new Set(
  (
    'html head body meta link base basefont bgsound wbr tbody thead tfoot td th col colgroup source track param ' +
    'picture select optgroup rp area'
  ).split(' '),
);
/** Their end tag may be left out (html.spec.whatwg.org, 13.1.2.4), or must be. */
const ENDLESS = new Set(
  (
    'html head body p li dt dd option optgroup rb rt rp rtc colgroup caption thead tbody tfoot tr td th br hr img ' +
    'wbr input embed frame isindex keygen spacer command image basefont bgsound'
  ).split(' '),
);
const EMPTY = new Set('embed input frame isindex keygen spacer command'.split(' '));
const PICTURES = new Set('img image'.split(' '));

/** The warnings about a tag that is not kept as it is; none if nothing of it is lost. */
export function lossesOf(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  kept: ReadonlySet<string>,
): Sentence[] {
  const { href = '' } = attributes;
  if (isReview(attributes)) return [sentence('review_removed')];
  const [, scheme = ''] = /^\s*([a-z][\w+.-]*):/i.exec(href) ?? [];
  if (name === 'a' && scheme && !SCHEMES.includes(scheme.toLowerCase())) {
    return [sentence('link_url_removed', { scheme })];
  }
  if (kept.has(name) || UNSEEN.has(name) || isForeign(name) || name.includes(':')) return [];
  if (name === 'table') return [sentence('table_removed')];
  if (PICTURES.has(name)) return [sentence('picture_removed', { tag: name })];
  if (droppedWhole.has(name)) return [sentence('tag_removed_with_content', { tag: name })];
  if (EMPTY.has(name)) return [sentence('empty_tag_removed', { tag: name })];
  return [sentence('tag_removed', { tag: name })];
}

/** The losses of a tag without an end, which may be meant as text. */
export function lossesOfUnended(name: string): Sentence[] {
  return [sentence('tag_without_end', { tag: name })];
}

/**
 * Finds tags that may be meant as text, such as `<main>` or the `<b>` of `Array<b>`: without an attribute,
 * and without an end in the text.
 */
export function unendedIn(html: string): (name: string, attributes: object) => boolean {
  const lowerCase = html.toLowerCase();
  const known = new Map<string, boolean>();
  return (name, attributes) => {
    if (ENDLESS.has(name) || Object.keys(attributes).length) return false;
    if (!known.has(name)) known.set(name, !lowerCase.includes(`</${name}`));
    return known.get(name) ?? false;
  };
}

const IN_ONE_LINE: ReadonlySet<string> = new Set([
  ...blockTags,
  ...'p div br hr ul ol li menu dir blockquote h1 h2 h3 h4 h5 h6'.split(' '),
]);

/**
 * Writes tables so that each row is a line, with its cells apart. Rows of one cell are the layout of a
 * page: what is in them keeps its own lines.
 */
export function cellReader(html: string): (found: string, tag: Tag) => string {
  const cellsOf = html.split(/<tr\b/i).map((row) => row.split(/<t[dh]\b/i).length - 1);
  let row = 0;
  let cells = 0;
  let isInCell = false;
  return (found, { name, isEnd }) => {
    if (name === 'tr' || name === 'table') {
      if (name === 'tr' && !isEnd) row++;
      cells = 0;
      isInCell = false;
    }
    if (name === 'td' || name === 'th') {
      isInCell = !isEnd && (cellsOf[row] ?? 0) > 1;
      return !isEnd && cells++ > 0 ? ` | ${found}` : found;
    }
    return isInCell && IN_ONE_LINE.has(name) ? ' ' : found;
  };
}
