/**
 * Content of posts as it is stored: text that means what it shows, or HTML (src/platform/clean-html.ts) if it
 * has a tag. Pure, and used by the web app as well, so that it shows exactly what is published.
 */
import { isHtml, mayBeMarkup } from './html-tags.ts';

/** Text that could be taken for HTML is stored as this element. */
const [OPEN, CLOSE] = ['<span class="plain-text">', '</span>'];

/** For HTML; the text of an element, not the value of an attribute. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The content that means exactly this text, including tags that were typed as text. */
export const contentOf = (text: string): string =>
  mayBeMarkup(text) ? `${OPEN}${escapeText(text)}${CLOSE}` : text;

/** The text that content is, with its line breaks as `\n`; null for HTML. */
export function textOf(content: string): string | null {
  const inside =
    content.startsWith(OPEN) && content.endsWith(CLOSE) && content.slice(OPEN.length, -CLOSE.length);
  const text = inside && !inside.includes('<') ? decode(inside) : isHtml(content) ? null : content;
  return text?.replaceAll(/\r\n?/g, '\n') ?? null;
}

/**
 * Content as the text that is published: text as it is, without empty lines before it and white space after
 * it; for HTML, paragraphs and breaks become line feeds, list items get `- ` or their number, a rule is
 * `---`, and a link whose text is not its URL is followed by the URL.
 */
export function toPlainText(content: string): string {
  const text = textOf(content);
  return text === null ? render(content).trim() : withoutEnds(text);
}

/** Networks cut it off as well, or show a hole. */
export const withoutEnds = (text: string): string => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** The entities of stored HTML, which has no others, and of escaped text. */
export const decode = (html: string): string =>
  html.replaceAll(
    /&(?:(amp|lt|gt|quot|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (found, name, decimal, hex) => {
      if (name) return ENTITIES[String(name).toLowerCase()] ?? found;
      const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : found;
    },
  );

/** A block that is being written. `line` is its last line, after those that are `done`; null: no word yet. */
interface Block {
  readonly name: string;
  text: string;
  done: string[];
  line: string | null;
  /** Whether white space followed the last word. */
  hasSpace: boolean;
  /** Whether the last word is the URL of a link, which a letter behind it would change. */
  endsInUrl: boolean;
  /** Whether the last thing in it is a block, after which a line begins. */
  endsInBlock: boolean;
  /** What an item of a list, or a list in a list, begins with. */
  readonly prefix: string;
  /** The number of the next item of a list with numbers. */
  next: number;
}

/** A link that is open: its URL, and the words inside it so far, without the space between them. */
interface Link {
  readonly href: string;
  text: string;
}

interface Open {
  readonly name: string;
  readonly block?: Block | undefined;
  readonly link?: Link | undefined;
}

/** Tags of stored HTML that begin a line, but for `li`. */
export const blockTags: readonly string[] = ['p', 'h1', 'h2', 'h3', 'div', 'blockquote', 'hr', 'ul', 'ol'];
const BLOCKS: ReadonlySet<string> = new Set(blockTags);
const LIST = /^[uo]l$/;
/** Characters that would be read as part of the URL before them; a full stop or a bracket would not. */
const CHANGES = /^[\p{L}\p{N}/?&#=%@:+_~-]/u;
const VOID: ReadonlySet<string> = new Set(['hr', 'img', 'wbr']);
const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|[^<]+|<[a-z/][^<>]*$|</gi;

/** HTML as cleaning leaves it: every tag is closed, and every `<`, `>` and `&` that is none is an entity. */
function render(html: string): string {
  const root = blockOf('');
  const open: Open[] = [];
  const here = (): Block => open.findLast(({ block }) => block)?.block ?? root;
  const close = (): void => {
    const { block, link } = open.pop() ?? {};
    if (block) append(here(), block);
    // A link that is its own text is not repeated.
    if (link?.href && link.href !== link.text) addUrl(here(), link.text ? ` ${link.href}` : link.href);
  };
  for (const { 0: token, 1: slash, 2: tag, 3: attributes = '' } of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase();
    // A tag in which a shortened text breaks off shows nothing.
    if (name === undefined) add(here(), /^<./.test(token) ? '' : decode(token), open);
    else if (name === 'br') breakLine(here());
    else if (slash) for (let left = openSince(open, name); left > 0; left--) close();
    else {
      open.push(opened(name, attributes, here()));
      if (name === 'hr') add(here(), '---');
      if (VOID.has(name)) close();
    }
  }
  while (open.length) close();
  return contents(root);
}

/** How many an end tag of this name closes. */
function openSince(open: readonly Open[], name: string): number {
  const at = open.findLastIndex((one) => one.name === name);
  return at === -1 ? 0 : open.length - at;
}

function opened(name: string, attributes: string, around: Block): Open {
  if (BLOCKS.has(name)) {
    const start = /\bstart="(-?\d{1,9})"/.exec(attributes)?.[1] ?? 1;
    // Google Docs and Word put a list behind the item that it belongs to, not into it.
    const prefix = LIST.test(name) && LIST.test(around.name) ? indentIn(around) : '';
    return { name, block: blockOf(name, prefix, Number(start)) };
  }
  // One outside of a list is an item all the same, as in a browser.
  if (name === 'li') {
    return { name, block: blockOf(name, around.name === 'ol' ? `${around.next++}. ` : '- ') };
  }
  if (name !== 'a') return { name };
  // A link to a place in a page that does not exist here is of no use.
  const [, href = ''] = /\bhref="(?!#)(?:mailto:)?([^"]*)"/.exec(attributes) ?? [];
  return { name, link: { href: decode(href), text: '' } };
}

/** The room of what its items begin with. */
const indentIn = ({ name, next }: Block): string =>
  ' '.repeat(name === 'ol' ? `${Math.max(next - 1, 1)}. `.length : 2);

function blockOf(name: string, prefix = '', next = 1): Block {
  const start = { hasSpace: false, endsInUrl: false, endsInBlock: false };
  return { name, text: '', done: [], line: null, ...start, prefix, next };
}

const contents = ({ text, done, line }: Block): string =>
  done.length || line !== null ? text + [...done, line ?? ''].join('\n') : text;

function append(parent: Block, block: Block): void {
  const inside = contents(block);
  if (!inside && LIST.test(block.name)) return;
  const before = contents(parent);
  const text = block.prefix + inside.replaceAll('\n', `\n${' '.repeat(block.prefix.length)}`);
  Object.assign(parent, { text: before && `${before}\n`, done: [], line: null, endsInBlock: true });
  parent.text += text;
}

function breakLine(block: Block): void {
  block.done.push(block.line ?? '');
  block.line = null;
}

function addUrl(block: Block, text: string): void {
  add(block, text);
  block.endsInUrl = true;
}

/** Adds text; white space between them is one space, as in a browser. */
function add(block: Block, text: string, open: readonly Open[] = []): void {
  const words = text.split(/[ \t\r\n\f]+/);
  const [startsApart, endsApart] = [words[0] === '', words.at(-1) === ''];
  const found = words.filter(Boolean);
  if (!text || (block.endsInBlock && !found.length)) return;
  if (block.endsInBlock) breakLine(block);
  for (const { link } of open) if (link) link.text += found.join('');
  const isApart = block.hasSpace || startsApart || (block.endsInUrl && CHANGES.test(text));
  const joint = block.line !== null && isApart ? ' ' : '';
  if (found.length) block.line = `${block.line ?? ''}${joint}${found.join(' ')}`;
  block.hasSpace = (block.hasSpace && !found.length) || endsApart;
  block.endsInBlock = false;
  if (found.length) block.endsInUrl = false;
}
