/**
 * The links of a text that can be made short, and have cards: URLs with http:// or https://, in text and in
 * stored HTML. Pure.
 */
import { isHtml } from './html-tags.ts';
import { decode, escapeText } from './stored-text.ts';
import { findWebLinks } from './web-links.ts';

/**
 * What may follow a URL without a space and still belong to it: letters of other scripts in a path,
 * characters that ought to be encoded. Such a link is left as it is: cut in the wrong place, it would lead
 * elsewhere.
 */
const GOES_ON = /^[\p{L}\p{N}\p{M}{}\\^%|]/u;

/** The links of stored content, each once, in order. */
export function linksOf(content: string): string[] {
  const found = new Set<string>();
  replaceLinks(content, (url) => {
    found.add(url);
    return url;
  });
  return [...found];
}

/** The link that a card is made of: the first one; the composer shows the card of the same. */
export const cardLinkOf = (content: string): string | undefined => linksOf(content)[0];

/** Stored content with another URL for each of its links; in HTML also where they lead. */
export function replaceLinks(content: string, replace: (url: string) => string): string {
  if (!/https?:\/\//i.test(content)) return content;
  if (!isHtml(content)) return inText(content, replace);
  return content.replaceAll(/<[^>]*>|[^<]+/g, (token) =>
    token.startsWith('<') ? inTag(token, replace) : escapeText(inText(decode(token), replace)),
  );
}

function inText(text: string, replace: (url: string) => string): string {
  let replaced = '';
  let at = 0;
  for (const { start, end, url, hasProtocol } of findWebLinks(text)) {
    const isWhole = hasProtocol && !GOES_ON.test(text.slice(end, end + 2)) && URL.canParse(url);
    replaced += text.slice(at, start) + (isWhole ? replace(url) : url);
    at = end;
  }
  return replaced + text.slice(at);
}

/** Stored HTML has its attributes in double quotes (clean-html.ts). */
const inTag = (tag: string, replace: (url: string) => string): string =>
  tag.replace(/^(<a\s(?:[^>]*\s)?href=")(https?:\/\/[^"]*)(?=")/i, (found, before: string, href: string) => {
    const url = decode(href);
    return URL.canParse(url) ? before + escapeText(replace(url)).replaceAll('"', '&quot;') : found;
  });
