/**
 * Converts stored content to Telegram's HTML (core.telegram.org/bots/api#html-style), and counts its length.
 */
import { compile, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';
import { HTML_SPACE, numberedList } from '../_kit/markdown.ts';
import { hasTags } from '../_kit/scan.ts';

/** Telegram's tags, by the tags of the stored content. */
const INLINE: Readonly<Record<string, string>> = {
  strong: 'b',
  b: 'b',
  u: 'u',
  ins: 'u',
  em: 'i',
  i: 'i',
  s: 's',
  strike: 's',
  del: 's',
  code: 'code',
};

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Telegram links only http and tg URLs; it would show others (mailto) as plain text. */
const link: FormatCallback = (element, walk, builder) => {
  const href: string = element.attribs?.href ?? '';
  const linked = /^(?:https?|tg):/i.test(href) && textOf(element) !== href;
  if (linked) builder.addLiteral(`<a href="${escape(href)}">`);
  walk(element.children, builder);
  if (linked) builder.addLiteral('</a>');
};

const textOf = (node: DomNode): string => node.data ?? (node.children ?? []).map(textOf).join('');

/** Telegram has no headings: they become bold lines. */
const heading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addLiteral('<b>');
  walk(element.children, builder);
  builder.addLiteral('</b>');
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  preserveNewlines: false,
  whitespaceCharacters: HTML_SPACE,
  encodeCharacters: { '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  formatters: { link, heading, numberedList },
  selectors: [
    ...['p', 'div', 'blockquote'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'hr', options: { length: 3, leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ol', format: 'numberedList' },
    { selector: 'ul', options: { itemPrefix: '- ', leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3'].map((selector) => ({ selector, format: 'heading' })),
    ...Object.entries(INLINE).map(([selector, tag]) => ({
      selector,
      format: 'inlineSurround',
      options: { prefix: `<${tag}>`, suffix: `</${tag}>` },
    })),
  ],
};

const convert = compile(OPTIONS);

/**
 * Stored content as Telegram's HTML: bold, underlined and linked text is kept, paragraphs become lines, list
 * items get `- `. Text without tags is escaped already.
 */
export function toTelegramHtml(content: string): string {
  return hasTags(content) ? convert(content).trim() : content.replaceAll('<', '&lt;');
}

/**
 * The text of Telegram's HTML without its markup. For output of `toTelegramHtml` only: every `<` begins a
 * tag.
 */
function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

/** Stored content as Telegram shows it, without its markup. */
export const toTelegramText = (content: string): string => textOfHtml(toTelegramHtml(content));

/** As Telegram counts: UTF-16 code units "after entities parsing", without markup and URLs of links. */
export const countLength = (content: string): number => toTelegramText(content).length;
