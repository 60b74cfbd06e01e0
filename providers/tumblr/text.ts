/**
 * Stored content as text blocks of the Neue Post Format (github.com/tumblr/docs, npf-spec.md, "Content Block
 * Type: Text"). Places in a text are counted in Unicode code points.
 */
import { Parser } from 'htmlparser2';
import { hasTags, trimEndOf } from '../_kit/scan.ts';
import { blockTags, decode, withoutEnds } from '../_kit/stored-text.ts';
import { MAX_BLOCK } from './schema.ts';

/** A formatted part of a text block, from `start` up to, but without, `end`. */
export type Formatting = { readonly start: number; readonly end: number } & Style;

type Style =
  | { readonly type: 'bold' | 'italic' | 'strikethrough' }
  | { readonly type: 'link'; readonly url: string };

/** A paragraph, a heading or an item of a list. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly subtype?: 'heading1' | 'heading2' | 'ordered-list-item' | 'unordered-list-item';
  readonly indent_level?: number;
  readonly formatting?: readonly Formatting[];
}

/** "The maximum number of inline links is 100." */
export const MAX_LINKS = 100;
/** "up to the maximum of 7" */
const MAX_INDENT = 7;

const HEADINGS: Readonly<Record<string, TextBlock['subtype']>> = {
  h1: 'heading1',
  h2: 'heading2',
  h3: 'heading2',
};
const STYLES: Readonly<Record<string, 'bold' | 'italic' | 'strikethrough'>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  s: 'strikethrough',
  del: 'strikethrough',
};
const BLOCKS: ReadonlySet<string> = new Set([...blockTags, 'li']);

/** A piece of a text, with the styles of all tags around it. */
interface Piece {
  readonly text: string;
  readonly styles: readonly Style[];
}

interface Draft {
  /** Text keeps the space in it; of HTML it is one space, as in a browser. */
  readonly isText?: true;
  readonly kind: Pick<TextBlock, 'subtype' | 'indent_level'>;
  readonly pieces: Piece[];
}

/** Sanitised HTML, or text without tags, as blocks: of text, empty lines part the paragraphs. */
export function toBlocks(content: string): TextBlock[] {
  const drafts = hasTags(content) ? readHtml(content) : readLines(content);
  const blocks = drafts.flatMap(toBlock).flatMap(inParts);
  const left = { links: Math.max(0, MAX_LINKS - countLinks(blocks)) };
  return blocks.map((block) => linkUrls(block, left));
}

/** Links that a person made; bare URLs become links only while there is room for them. */
export const countLinks = (blocks: readonly TextBlock[]): number =>
  blocks.flatMap(({ formatting = [] }) => formatting).filter(({ type }) => type === 'link').length;

const codePoints = (text: string): string[] => Array.from(text);

function readLines(content: string): Draft[] {
  return decode(content.replaceAll('\r\n', '\n'))
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((text) => ({ isText: true, kind: {}, pieces: [{ text, styles: [] }] }));
}

function readHtml(html: string): Draft[] {
  const drafts: Draft[] = [];
  const lists: string[] = [];
  const open: { readonly name: string; readonly style: Style | null }[] = [];
  let draft: Draft = { kind: {}, pieces: [] };
  const begin = (kind: Draft['kind']): void => {
    drafts.push(draft);
    draft = { kind, pieces: [] };
  };
  const listItem = (): Draft['kind'] => ({
    subtype: lists.at(-1) === 'ol' ? 'ordered-list-item' : 'unordered-list-item',
    ...(lists.length > 1 ? { indent_level: Math.min(lists.length - 1, MAX_INDENT) } : {}),
  });
  const add = (text: string): void => {
    // Of two styles of one type, only the outer one counts: "should be combined".
    const styles = new Map<string, Style>();
    for (const { style } of open) if (style && !styles.has(style.type)) styles.set(style.type, style);
    draft.pieces.push({ text, styles: [...styles.values()] });
  };
  const parser = new Parser({
    onopentag(name, { href }) {
      // Editors wrap the text of a list item in a paragraph, which begins no block of its own.
      const isWrapped = name === 'p' && lists.length > 0 && !draft.pieces.length;
      if (name === 'ul' || name === 'ol') lists.push(name);
      if (BLOCKS.has(name) && !isWrapped) begin(lists.length ? listItem() : { subtype: HEADINGS[name] });
      if (name === 'br') add('\n');
      if (name === 'hr') add('---');
      const type = STYLES[name];
      const url = name === 'a' && /^https?:/i.test(href ?? '') ? href : undefined;
      open.push({ name, style: url ? { type: 'link', url } : type ? { type } : null });
    },
    ontext: (text) => add(text.replaceAll(/[ \t\r\n\f]+/g, ' ')),
    onclosetag(name) {
      if (name === 'ul' || name === 'ol') lists.pop();
      if (BLOCKS.has(name) && name !== 'li') begin(lists.length ? listItem() : {});
      const at = open.findLastIndex((tag) => tag.name === name);
      if (at >= 0) open.splice(at, 1);
    },
  });
  parser.end(html);
  return [...drafts, draft];
}

/** A block without the space around its text and before its line breaks; none if it is empty. */
function toBlock({ isText, kind, pieces }: Draft): TextBlock[] {
  if (isText) {
    const text = withoutEnds(pieces.map((piece) => piece.text).join(''));
    return text ? [{ type: 'text', text }] : [];
  }
  const kept: { character: string; styles: readonly Style[] }[] = [];
  for (const { text, styles } of pieces) {
    for (const character of codePoints(text)) {
      const last = kept.at(-1)?.character;
      if (character === ' ' && (last === undefined || last === ' ' || last === '\n')) continue;
      if (character === '\n' && last === ' ') kept.pop();
      if (character !== '\n' || kept.length) kept.push({ character, styles });
    }
  }
  while (kept.length && !kept.at(-1)?.character.trim()) kept.pop();
  if (!kept.length) return [];
  const formatting = rangesOf(kept.map(({ styles }) => styles));
  const subtype = kind.subtype ? { subtype: kind.subtype } : {};
  const indent = kind.indent_level ? { indent_level: kind.indent_level } : {};
  return [
    {
      type: 'text',
      text: kept.map(({ character }) => character).join(''),
      ...subtype,
      ...indent,
      ...(formatting.length ? { formatting } : {}),
    },
  ];
}

/** The places where each style begins and ends; a style is the same one as long as its tag is. */
function rangesOf(stylesOf: readonly (readonly Style[])[]): Formatting[] {
  const ranges: { start: number; end: number; style: Style }[] = [];
  stylesOf.forEach((styles, at) => {
    for (const style of styles) {
      const range = ranges.findLast((one) => one.style === style && one.end === at);
      if (range) range.end = at + 1;
      else ranges.push({ start: at, end: at + 1, style });
    }
  });
  return ranges.map(({ start, end, style }) => ({ start, end, ...style }));
}

/** A block that is too long as several, which part where there is space, or else between two characters. */
function inParts(block: TextBlock): TextBlock[] {
  const { text, formatting = [], ...rest } = block;
  const characters = codePoints(text);
  if (characters.length <= MAX_BLOCK) return [block];
  const parts: TextBlock[] = [];
  for (let from = 0; from < characters.length;) {
    const to = from + lengthOfPart(characters.slice(from, from + MAX_BLOCK + 1));
    const inside = formatting.flatMap((range) => {
      const [start, end] = [Math.max(range.start, from) - from, Math.min(range.end, to) - from];
      return start < end ? [{ ...range, start, end }] : [];
    });
    const part = characters.slice(from, to).join('');
    parts.push({ ...rest, text: part, ...(inside.length ? { formatting: inside } : {}) });
    from = to;
  }
  return parts;
}

function lengthOfPart(characters: readonly string[]): number {
  if (characters.length <= MAX_BLOCK) return characters.length;
  const space = characters.findLastIndex((character, at) => at < MAX_BLOCK && !character.trim());
  if (space > MAX_BLOCK / 2) return space + 1;
  // Not inside an emoji of several code points.
  let whole = 0;
  for (const { segment } of new Intl.Segmenter('en').segment(characters.join(''))) {
    const next = whole + codePoints(segment).length;
    if (next > MAX_BLOCK) break;
    whole = next;
  }
  return whole || MAX_BLOCK;
}

const WEB_URL = /https?:\/\/[^\s<>"]+/gi;

/** Tumblr does not turn URLs into links by itself. */
function linkUrls(block: TextBlock, left: { links: number }): TextBlock {
  const { text, formatting = [] } = block;
  const added: Formatting[] = [];
  for (const { 0: found, index } of text.matchAll(WEB_URL)) {
    const url = trimEndOf(found, '.,;:!?\'")]}');
    const start = codePoints(text.slice(0, index)).length;
    const end = start + codePoints(url).length;
    const isLinked = formatting.some(
      (range) => range.type === 'link' && range.start < end && range.end > start,
    );
    if (!isLinked && URL.canParse(url) && left.links-- > 0) added.push({ start, end, type: 'link', url });
  }
  return added.length ? { ...block, formatting: [...formatting, ...added] } : block;
}
