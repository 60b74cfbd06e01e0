/**
 * Parses Telegram's HTML markup (core.telegram.org/bots/api#html-style) as strictly as Telegram does, with
 * the same error messages.
 */
import { bad } from './call.ts';

/** A text without its markup, and the entities that the markup described, in UTF-16 code units. */
export interface Parsed {
  readonly text: string;
  readonly entities: readonly Entity[];
}

interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  a: 'text_link',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
};
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

interface Open {
  readonly name: string;
  readonly offset: number;
  readonly url: string;
}

/** @throws ApiError 400 "can't parse entities: …", with offsets in bytes of UTF-8 */
export function parseHtml(markup: string): Parsed {
  const entities: Entity[] = [];
  const open: Open[] = [];
  let text = '';
  for (let at = 0; at < markup.length;) {
    if (markup[at] !== '<') {
      const [value, length] = readCharacter(markup, at);
      text += value;
      at += length;
      continue;
    }
    const end = markup.indexOf('>', at);
    const offset = Buffer.byteLength(markup.slice(0, at));
    if (markup[at + 1] === '/') {
      closeTag({
        inner: end === -1 ? null : markup.slice(at + 2, end),
        offset,
        open,
        entities,
        length: text.length,
        text,
      });
    } else {
      if (end === -1) throw parseError(`Unclosed start tag at byte offset ${offset}`);
      open.push(openTag(markup.slice(at + 1, end), offset, text.length));
    }
    at = end + 1;
  }
  const left = open.at(-1);
  if (left) throw parseError(`Can't find end tag corresponding to start tag "${left.name}"`);
  return trimmed(text, entities);
}

const parseError = (message: string): Error => bad(`can't parse entities: ${message}`);

function readCharacter(markup: string, at: number): [string, number] {
  const [whole = '', decimal, hex, name = ''] =
    /^&(?:#(\d+)|#x([0-9a-f]+)|(\w+));?/i.exec(markup.slice(at, at + 12)) ?? [];
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
  const value = code > 0 && code < 0x10ffff ? String.fromCodePoint(code) : NAMED[name];
  return value ? [value, whole.length] : [markup[at] as string, 1];
}

function openTag(inner: string, at: number, offset: number): Open {
  const name = /^[^\s]*/.exec(inner)?.[0].toLowerCase() ?? '';
  if (!TYPES[name]) throw parseError(`Unsupported start tag "${name}" at byte offset ${at}`);
  const attributes = new Map<string, string>();
  let rest = inner.slice(name.length).trimStart();
  while (rest) {
    const match = /^([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+))\s*/.exec(rest);
    if (!match) {
      throw parseError(
        `Expected equal sign in declaration of an attribute of the tag "${name}" at byte offset ${at}`,
      );
    }
    attributes.set(match[1] as string, decode(match[2] ?? match[3] ?? match[4] ?? ''));
    rest = rest.slice(match[0].length);
  }
  if (name === 'span' && attributes.get('class') !== 'tg-spoiler') {
    throw parseError(`Tag "span" must have class "tg-spoiler" at byte offset ${at}`);
  }
  return { name, offset, url: attributes.get('href') ?? '' };
}

function decode(value: string): string {
  let out = '';
  for (let at = 0; at < value.length;) {
    const [character, length] = readCharacter(value, at);
    out += character;
    at += length;
  }
  return out;
}

function closeTag(tag: {
  inner: string | null;
  offset: number;
  open: Open[];
  entities: Entity[];
  length: number;
  text: string;
}): void {
  const started = tag.open.pop();
  if (!started) throw parseError(`Unexpected end tag at byte offset ${tag.offset}`);
  if (tag.inner === null) throw parseError(`Unclosed end tag at byte offset ${tag.offset}`);
  const name = tag.inner.trim().toLowerCase();
  if (name && name !== started.name) {
    throw parseError(
      `Unmatched end tag at byte offset ${tag.offset}, expected "</${started.name}>", found "</${name}>"`,
    );
  }
  const length = tag.length - started.offset;
  if (!length) return;
  const url = started.name === 'a' ? checkedLink(started.url || tag.text.slice(started.offset)) : undefined;
  // An invalid link silently stays plain text.
  if (started.name === 'a' && !url) return;
  tag.entities.push({
    type: TYPES[started.name] as string,
    offset: started.offset,
    length,
    ...(url ? { url } : {}),
  });
}

function checkedLink(url: string): string | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `http://${url}`;
  return URL.canParse(whole) && /^(https?|ton|tg|tonsite):/i.test(whole) ? new URL(whole).href : undefined;
}

/** Telegram trims white space at both ends. */
function trimmed(text: string, entities: readonly Entity[]): Parsed {
  const start = text.length - text.trimStart().length;
  const whole = text.trim();
  const moved = entities.map((e) => {
    const from = Math.max(e.offset - start, 0);
    return { ...e, offset: from, length: Math.min(e.offset + e.length - start, whole.length) - from };
  });
  return {
    text: whole,
    entities: moved
      .filter((e) => e.length > 0)
      .toSorted((a, b) => a.offset - b.offset || b.length - a.length),
  };
}
