/**
 * What a page says of itself for cards: Open Graph (ogp.me), Twitter cards, and its own title and
 * description.
 */
import { Parser } from 'htmlparser2';
import sniffEncoding from 'html-encoding-sniffer';
import { CARD_LIMITS } from '../../providers/_kit/link-card.ts';

/** Texts of one line, empty where the page has none; URLs are absolute. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  readonly picture: string | null;
  /** The page's oEmbed document as JSON (oembed.com, section 4). */
  readonly oembed: string | null;
}

/** Tags and attributes after which nothing is looked for. */
const MAX_TAGS = 10_000;
/**
 * Tags that are open at once: at each closing tag, of which a page can have half a million, the parser looks
 * at all.
 */
const MAX_OPEN = 256;
/** Characters that the parser gets at once: it stops between two of these. */
const AT_ONCE = 8192;
/** Of one value; what is longer is cut long before it is shown. */
const MAX_VALUE = 5000;

/** The names of a property, the best first. */
const TITLE = ['og:title', 'twitter:title', 'title'];
const DESCRIPTION = ['og:description', 'twitter:description', 'description'];
const PICTURE = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'image_src',
];

/** Reads a page; `contentType` may name its encoding, as in HTML Living Standard, section 13.2.3.2. */
export function factsOf(bytes: Uint8Array, contentType: string, page: URL): PageFacts {
  const found = readTags(decoded(bytes, contentType));
  const first = (names: readonly string[]): string =>
    names.map((name) => found.get(name)).find((value) => value !== undefined && value.trim() !== '') ?? '';
  return {
    title: oneLine(first(TITLE), CARD_LIMITS.title),
    description: oneLine(first(DESCRIPTION), CARD_LIMITS.description),
    picture: absolute(first(PICTURE), page),
    oembed: absolute(found.get('oembed') ?? '', page),
  };
}

function decoded(bytes: Uint8Array, contentType: string): string {
  const label = /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1];
  const encoding = sniffEncoding(bytes, { transportLayerEncodingLabel: label, defaultEncoding: 'UTF-8' });
  // Two encodings of the standard are no encodings: TextDecoder does not know them.
  const known = /^(?:replacement|x-user-defined)$/i.test(encoding) ? 'UTF-8' : encoding;
  return new TextDecoder(known).decode(bytes);
}

/** The first value of each property. */
function readTags(html: string): Map<string, string> {
  const found = new Map<string, string>();
  const keep = (name: string | undefined, value: string | undefined): void => {
    const key = name?.trim().toLowerCase();
    if (key && value && !found.has(key)) found.set(key, value.slice(0, MAX_VALUE).toWellFormed());
  };
  let tags = 0;
  let open = 0;
  let title: string | null = null;
  let drawings = 0;
  const parser = new Parser({
    onattribute() {
      tags += 1;
    },
    onopentag(tag, { property, name, itemprop, content, rel, type, href }) {
      tags += 1;
      open += 1;
      if (tag === 'meta') keep(property ?? name ?? itemprop, content);
      if (tag === 'link' && /\bimage_src\b/i.test(rel ?? '')) keep('image_src', href);
      if (tag === 'link' && type?.toLowerCase() === 'application/json+oembed') keep('oembed', href);
      // A drawing has titles of its own.
      if (tag === 'svg') drawings += 1;
      if (tag === 'title' && !drawings) title ??= '';
    },
    ontext(text) {
      if (title !== null && title.length < MAX_VALUE) title += text;
    },
    onclosetag(tag) {
      tags += 1;
      open -= 1;
      if (tag === 'svg') drawings -= 1;
      if (tag !== 'title' || title === null) return;
      keep('title', title);
      title = null;
    },
  });
  for (let at = 0; at < html.length; at += AT_ONCE) {
    if (tags > MAX_TAGS || open > MAX_OPEN) break;
    parser.write(html.slice(at, at + AT_ONCE));
  }
  return found;
}

/** Text without line breaks and control characters, cut to `max` characters. */
export function oneLine(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line.length <= max) return line;
  // Not between the two halves of a character.
  const cut = line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.trimEnd()}…`;
}

function absolute(text: string, page: URL): string | null {
  const url = text.trim() ? URL.parse(text.trim(), page.href) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
