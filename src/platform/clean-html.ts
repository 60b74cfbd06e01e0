/**
 * Content of posts as it is stored. What has no tag is text, and stays as it was written; the rest becomes
 * HTML with the markup that a post may have, and nothing else.
 */
import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import {
  STORED_TAGS,
  droppedWhole,
  hasOwnLines,
  isHtml,
  replaceTags,
} from '../../providers/_kit/html-tags.ts';
import { contentOf, decode, textOf, toPlainText } from '../../providers/_kit/stored-text.ts';
import { ApiError } from './errors.ts';
import { inTurn } from './in-turn.ts';
import { blockTags, cellReader, lossesOf, lossesOfUnended, SCHEMES, unendedIn } from './html-parts.ts';
import { isReview, itemReader } from './office-html.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from './sentences.ts';

const { simpleTransform } = sanitizeHtml;
const renamed = (tag: string, names: string): sanitizeHtml.IOptions['transformTags'] =>
  Object.fromEntries(names.split(' ').map((name) => [name, simpleTransform(tag, {})]));

/** As an element that goes with all that is in it. */
const unlessReview: sanitizeHtml.Transformer = (tag, attribs) => ({
  tagName: isReview(attribs) ? 'template' : tag,
  attribs,
});

const OTHER_NAMES: NonNullable<sanitizeHtml.IOptions['transformTags']> = {
  // Google Docs puts everything on the clipboard into such an element.
  b: (_, attribs) => ({
    tagName: /font-weight:\s*(?:normal|[1-4]00)/.test(attribs.style ?? '') ? 'span' : 'strong',
    attribs,
  }),
  a: unlessReview,
  div: unlessReview,
  span: unlessReview,
  ...renamed('em', 'i'),
  ...renamed('u', 'ins'),
  ...renamed('s', 'strike del'),
  ...renamed('code', 'tt samp kbd'),
  ...renamed('h3', 'h4 h5 h6'),
  ...renamed('ul', 'menu dir'),
  ...renamed('div', blockTags.join(' ')),
};
const ALLOWED_HTML: sanitizeHtml.IOptions = {
  allowedTags: [...STORED_TAGS],
  allowedAttributes: {
    '*': ['class', 'data-mention-id', 'data-mention-label'],
    a: ['href', 'target', 'rel', 'class'],
    ol: ['start', 'class'],
  },
  allowedSchemes: SCHEMES,
  nonTextTags: [...droppedWhole],
  transformTags: OTHER_NAMES,
  // Code that walks the tags later does so recursively.
  nestingLimit: 50,
};
const KEPT: ReadonlySet<string> = new Set([...STORED_TAGS, ...Object.keys(OTHER_NAMES)]);
/** Cleaning takes time quadratic in the number of tags that are open at once. */
const MAX_TAGS = 10_000;
/** Each comment in a URL is cut out separately. */
const MAX_COMMENTS = 100;

/** Content as it is stored, and what it goes without, in sentences about the tags that were taken out. */
export interface Cleaned {
  readonly content: string;
  readonly takenOut: readonly Sentence[];
}

/** Content as it is stored; `cleaned` without what was taken out. */
export const cleanHtml = async (content: string, path: string): Promise<string> =>
  (await cleaned(content, path)).content;

/**
 * Text as it is, or allowed markup only.
 *
 * @throws ApiError `invalid_content` for markup that would take too long to clean
 */
export async function cleaned(content: string, path: string): Promise<Cleaned> {
  await inTurn(content.length);
  const refuse = (problem: Sentence): ApiError =>
    new ApiError('invalid_content', { issues: [{ path, ...problem }] });
  // Each line of text that keeps its lines gets a tag.
  const tag =
    /<(?:pre|listing)\b/i.test(content) || (isHtml(content) && hasOwnLines(content)) ? /[<\n]/ : '<';
  if (content.split(tag, MAX_TAGS + 2).length > MAX_TAGS + 1) {
    throw refuse(sentence('too_many_tags', { max: MAX_TAGS }));
  }
  if (content.split('<!--', MAX_COMMENTS + 2).length > MAX_COMMENTS + 1) {
    throw refuse(sentence('too_many_comments', { max: MAX_COMMENTS }));
  }
  const text = textOf(content);
  return text === null
    ? sanitized(content)
    : { content: contentOf(isHtml(content) ? text : content), takenOut: [] };
}

/**
 * Content of a release, or an instance, that stored text with entities: what is no HTML comes out of them.
 *
 * @throws ApiError as `cleaned`
 */
export const cleanEscaped = async (content: string, path: string): Promise<string> =>
  isHtml(content) ? cleanHtml(content, path) : contentOf(decode(content));

function sanitized(html: string): Cleaned {
  const takenOut = new Map<string, Sentence>();
  let dropped: string | null = null;
  const isTyped = hasOwnLines(html);
  let preformatted = isTyped ? 1 : 0;
  const unended = unendedIn(html);
  const items = itemReader();
  const isPreformatted = (name: string): boolean => name === 'pre' || name === 'listing';
  const cleaner = sanitizeHtml(unambiguous(html), {
    ...ALLOWED_HTML,
    onOpenTag(name, attributes) {
      if (isPreformatted(name)) preformatted++;
      items.open(name, attributes);
      if (!dropped) for (const loss of lossesOf(name, attributes, KEPT)) takenOut.set(loss.message, loss);
      if (!dropped && unended(name, attributes)) {
        for (const loss of lossesOfUnended(name)) takenOut.set(loss.message, loss);
      }
      if (droppedWhole.has(name)) dropped ??= name;
    },
    onCloseTag(name) {
      if (isPreformatted(name)) preformatted--;
      items.close(name);
      if (name === dropped) dropped = null;
    },
    textFilter: (text) => (preformatted > 0 ? withOwnSpace(text) : items.text(text)),
  });
  // Without a tag between them, a paragraph ends where another one begins.
  const clean = sanitizeHtml(cleaner, ALLOWED_HTML);
  // Without the tags that began lines, its line feeds would look typed.
  const content = !isTyped && hasOwnLines(clean) ? clean.replaceAll(/[\r\n]+/g, ' ') : clean;
  // Without a tag it would be taken for text, and has entities all the same.
  const stored = isHtml(content) ? content : contentOf(toPlainText(`<p>${content}</p>`));
  return { content: stored, takenOut: [...takenOut.values()] };
}

/** Preformatted text as other elements show it: no network's converter need know `<pre>`. */
const withOwnSpace = (text: string): string =>
  text
    .replaceAll('\t', '    ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?<=\n) +| +(?= )/g, (spaces) => '\u00a0'.repeat(spaces.length))
    .replaceAll('\n', '<br />');

/**
 * The same HTML for every parser: `<` that begins no tag, and `&` that begins no entity with its semicolon,
 * are text. Parsers take `&copy=2` for a sign, and words after `<` for a tag.
 */
function unambiguous(html: string): string {
  const readCell = cellReader(html);
  return replaceTags(withoutStrayAmpersands(html), (found, tag) =>
    tag ? readCell(found, tag) : `&lt;${found.slice(1)}`,
  ).replaceAll(/(<pre\b[^<>]*>)\r?\n|\r?\n(?=<\/pre>)/gi, '$1');
}

function withoutStrayAmpersands(html: string): string {
  const known = new Map<string, boolean>();
  return html.replaceAll(/&(#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)?/gi, (found, entity) => {
    if (!entity) return '&amp;';
    if (!known.has(found)) known.set(found, isEntity(found));
    return known.get(found) ? found : `&amp;${entity}`;
  });
}

/** Not `&notit;`, of which a parser reads `&not`. */
function isEntity(found: string): boolean {
  let text = '';
  const parser = new Parser({ ontext: (part) => void (text += part) });
  parser.end(found);
  return text !== found && (!text.endsWith(';') || found === '&semi;');
}
