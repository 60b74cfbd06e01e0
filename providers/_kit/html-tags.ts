/**
 * Which `<…>` of a text is a tag of HTML. Pure: the web app uses it too.
 *
 * A tag begins as the HTML standard's tokenizer reads it (html.spec.whatwg.org, 13.2.5.8: its name goes up
 * to white space, `/` or `>`), ends with `>`, and has the name of an element that exists. `List<string>`,
 * `<https://a.example>` and `a <b and c> d`, whose "attributes" are none, are text.
 */

/** The elements that stored content may have. */
export const STORED_TAGS: readonly string[] =
  'p br strong em u s code a ul ol li h1 h2 h3 span div blockquote hr'.split(' ');

/** Every element of HTML (html.spec.whatwg.org, "Elements" and "Obsolete features"). */
const HTML = `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote
  body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em
  embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe
  img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter
  multicol nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q
  rb rp rt rtc ruby s samp script search section select slot small source spacer span strike strong style sub summary
  sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`;
/**
 * Elements of SVG and MathML (w3.org/TR/SVG2/eltindex, w3.org/TR/mathml-core), which mean something inside
 * these.
 */
const FOREIGN = `animate animatemotion animatetransform annotation annotation-xml circle clippath defs desc ellipse filter
  foreignobject g image line lineargradient maction marker mask merror metadata mfenced mfrac mi mmultiscripts mn mo
  mover mpadded mpath mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr
  munder munderover none path pattern polygon polyline radialgradient rect semantics set stop switch symbol text
  textpath tspan use view`;
/**
 * What is in these is no text of a post. Without its end, such a tag would take all that follows: it is
 * text then.
 */
const DROPPED = `applet audio canvas datalist iframe noembed noframes object option script style svg template textarea
  title video xmp`;
/**
 * Of Office's own namespaces, in what Word and Excel put on the clipboard: `<o:p>`, `<v:shape>`,
 * `<st1:country-region>`.
 */
const OFFICE = /^(?:o|w|v|m|x|st1):/;
/** Attributes that need no value; others without one are text: `x <b and y> z`. */
const BARE = `allowfullscreen async autofocus autoplay checked compact controls default defer disabled download hidden
  inert ismap itemscope loop multiple muted nomodule noshade novalidate nowrap open playsinline readonly required
  reversed selected`;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));
const [html, foreign, bare] = [setOf(HTML), setOf(FOREIGN), setOf(BARE)];
export const droppedWhole = setOf(DROPPED);
/** Whether the name is one of SVG or MathML only. */
export const isForeign = (name: string): boolean => foreign.has(name);

/**
 * `<`, the slash of an end tag, a name, attributes; up to `>`, or up to a `<` inside the value of an
 * attribute.
 */
const TAG = /<(\/?)([a-z][a-z0-9-]*(?::[a-z0-9-]+)?)(?=[\s/>])([^<>]*)(>|(?=<))/gi;

/** Values of attributes that are whole. */
const VALUES = /=\s*(?:"[^"]*"|'[^']*')/g;

/** Elements that stand within a line. */
const WITHIN_LINES = setOf(
  'a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label mark nobr q s samp small ' +
    'span strike strong sub sup time tt u var wbr',
);

/** A tag in a text. `name` is in lower case. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
}

/** Distinguishes the tags of a text from what only looks like one. */
function tagReader(text: string): (match: readonly (string | undefined)[], index: number) => Tag | null {
  const hasForeign = /<\/(?:svg|math)[\s/>]/i.test(text);
  const lastEnd = text.lastIndexOf('>');
  const lowerCase = text.toLowerCase();
  /** Whether a value has no quotation mark at its end: parsers take all up to the next one, and lose it. */
  const isUnending = (attributes: string, after: number): boolean => {
    const [, mark] = /=\s*(["'])/.exec(attributes.replaceAll(VALUES, '')) ?? [];
    if (!mark) return false;
    if (text.lastIndexOf(mark) < after) return true;
    const next = text.indexOf(mark, after);
    return /=\s{0,8}$/.test(text.slice(Math.max(next - 9, after), next));
  };
  const ends = new Map<string, number>();
  const hasEnd = (name: string, after: number): boolean => {
    if (!ends.has(name)) ends.set(name, lowerCase.lastIndexOf(`</${name}`));
    return (ends.get(name) ?? -1) > after;
  };
  return ([found = '', slash, tag = '', attributes = '', end], index) => {
    const name = tag.toLowerCase();
    if (!isKnown(name) && !(hasForeign && foreign.has(name))) return null;
    const isClosed = end === '>' || (index < lastEnd && /=\s*["']/.test(attributes));
    if (!isClosed || !haveSense(attributes) || isUnending(attributes, index + found.length)) return null;
    const isEnd = slash === '/';
    return !isEnd && droppedWhole.has(name) && !hasEnd(name, index) ? null : { name, isEnd };
  };
}

const isKnown = (name: string): boolean => html.has(name) || OFFICE.test(name);
const haveSense = (attributes: string): boolean =>
  attributes.includes('=') ||
  !attributes.split(/[\s/]+/).some((word) => word && !bare.has(word.toLowerCase()));

/** Whether a text is HTML: whether it has a tag. Anything else is text, and means what it shows. */
export function isHtml(text: string): boolean {
  if (!text.includes('<')) return false;
  const read = tagReader(text);
  for (const match of text.matchAll(TAG)) if (read(match, match.index)) return true;
  return false;
}

/**
 * Whether no tag of a text begins a line: a text with a word in `<b>`, whose lines are as they were typed.
 */
export function hasOwnLines(text: string): boolean {
  if (!/[\r\n]/.test(text)) return false;
  const read = tagReader(text);
  for (const match of text.matchAll(TAG)) {
    const tag = read(match, match.index);
    if (tag && !WITHIN_LINES.has(tag.name)) return false;
  }
  return true;
}

/**
 * Whether a text would be more than text if a program took it for HTML: it begins a tag of an element that
 * exists, or of any other with a handler or a style, or a comment. True for all HTML.
 */
export function mayBeMarkup(text: string): boolean {
  for (const [, name = ''] of text.matchAll(/<\/?([a-z][a-z0-9-]*(?::[a-z0-9-]+)?)(?=[\s/>]|$)/gi)) {
    if (isKnown(name.toLowerCase())) return true;
  }
  const start = text.search(/<[a-z]/i);
  return text.includes('<!--') || (start !== -1 && /[\s/"'](?:on\w+|style)\s*=/i.test(text.slice(start)));
}

/**
 * Replaces each `<` of a text, with the rest of what may be a tag: `tag` is null for one that is none.
 * Comments and declarations (`<!--`, `<!doctype …>`, `<![if …]>`, `<?xml …?>`) are left alone where they
 * end.
 */
export function replaceTags(text: string, replace: (found: string, tag: Tag | null) => string): string {
  const read = tagReader(text);
  const [lastComment, lastEnd] = [text.lastIndexOf('-->'), text.lastIndexOf('>')];
  return text.replaceAll(ANY, (...match: unknown[]) => {
    const groups = match.slice(0, 5) as (string | undefined)[];
    const [found = ''] = groups;
    const index = match[5] as number;
    if (found === '<!--' ? index < lastComment : /^<[!?]/.test(found) && index < lastEnd) return found;
    return replace(found, groups[2] === undefined ? null : read(groups, index));
  });
}

const ANY = new RegExp(`${TAG.source}|<!--|<!doctype\\b|<!\\[|<\\?xml\\b|<`, 'gi');
