/**
 * From the stored content to Telegram's HTML (core.telegram.org/bots/api#html-style), and its length as
 * Telegram counts it.
 */
import { compile, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';

/** Tags that Telegram knows, by the tag that they become. */
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

/**
 * Telegram makes links of addresses and of t.me names; anything else (mailto) it would show as plain words
 * all the same.
 */
const link: FormatCallback = (element, walk, builder) => {
  const href: string = element.attribs?.href ?? '';
  const linked = /^(?:https?|tg):/i.test(href) && wordsOf(element) !== href;
  if (linked) builder.addLiteral(`<a href="${escape(href)}">`);
  walk(element.children, builder);
  if (linked) builder.addLiteral('</a>');
};

const wordsOf = (node: DomNode): string => node.data ?? (node.children ?? []).map(wordsOf).join('');

/** There are no headings: a bold line stands for one. */
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
  encodeCharacters: { '&': '&amp;', '<': '&lt;', '>': '&gt;' },
  formatters: { link, heading },
  selectors: [
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
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
 * Stored content as Telegram's HTML: bold, underline and links stay, paragraphs become lines, list items get
 * `- `. Text without any tag keeps its lines.
 */
export function toTelegramHtml(content: string): string {
  const html = /<[a-z][^>]*>/i.test(content) ? content : content.replaceAll('\n', '<br>');
  return convert(html).trim();
}

/**
 * The words of Telegram's HTML: what is left after its markup was parsed. Of `toTelegramHtml` only, where
 * each bare `<` begins a tag.
 */
export function wordsOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

/**
 * Length of stored content as Telegram counts it: UTF-16 code units "after entities parsing", so markup and
 * addresses of links are free.
 */
export function countLength(content: string): number {
  return wordsOfHtml(toTelegramHtml(content)).length;
}
