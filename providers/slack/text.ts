/** Text as Slack reads and shows it (docs.slack.dev/messaging/formatting-message-text). */
import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { HTML_SPACE, numberedList } from '../_kit/markdown.ts';
import { hasTags } from '../_kit/scan.ts';
import { decode } from '../_kit/stored-text.ts';

const textOf = (node: DomNode): string => node.data ?? (node.children ?? []).map(textOf).join('');

/** A link with a text of its own, in Slack's notation, which `toMrkdwn` leaves alone. */
const link: FormatCallback = (element, walk, builder) => {
  const href: string = element.attribs?.href ?? '';
  const label = textOf(element).replaceAll(/\s+/g, ' ').trim();
  if (!/^(?:https?:\/\/|mailto:)[^\s<>|]+$/i.test(href) || !label || label === href) {
    return walk(element.children, builder);
  }
  builder.addLiteral(`<${href}|${escape(label).replaceAll('|', '/')}>`);
};

/** Slack has no headings: they become bold lines. */
const heading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addLiteral('*');
  walk(element.children, builder);
  builder.addLiteral('*');
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const surrounded = (selector: string, sign: string) => ({
  selector,
  format: 'inlineSurround',
  options: { prefix: sign, suffix: sign },
});

/** Slack has no underline: such words stay as they are. */
const convert = compile({
  wordwrap: false,
  whitespaceCharacters: HTML_SPACE,
  formatters: { link, heading, numberedList },
  selectors: [
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ul', options: { itemPrefix: '• ', leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ol', format: 'numberedList' },
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3'].map((selector) => ({ selector, format: 'heading' })),
    ...['strong', 'b'].map((selector) => surrounded(selector, '*')),
    ...['em', 'i'].map((selector) => surrounded(selector, '_')),
    ...['s', 'del', 'strike'].map((selector) => surrounded(selector, '~')),
    surrounded('code', '`'),
  ],
});

/**
 * Stored content as mrkdwn: bold, italic, struck and linked text is kept. What a person wrote in mrkdwn
 * stays.
 */
export const mrkdwnOf = (content: string): string =>
  toMrkdwn(hasTags(content) ? convert(content).trim() : decode(content));

// What a person may write in Slack's own notation, with an optional text after a bar.
const NOTATION = new RegExp(
  `<(?:${[
    '@[UW][A-Z0-9]+', // a user
    '#C[A-Z0-9]+', // a channel
    '!subteam\\^S[A-Z0-9]+', // a user group
    '!here|!channel|!everyone',
    '(?:https?:\\/\\/|mailto:)[^\\s<>|]+', // a link
  ].join('|')})(?:\\|[^<>|]*)?>`,
  'gu',
);

/**
 * A text as mrkdwn: control characters are escaped, except in Slack's own notation for mentions and links.
 */
export function toMrkdwn(text: string): string {
  let out = '';
  let at = 0;
  for (const match of text.matchAll(NOTATION)) {
    out += escape(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return out + escape(text.slice(at));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// By name or by character, with modifiers, joiners and flags.
const EMOJI =
  /:[a-z0-9_+'-]+:|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|\p{Regional_Indicator}/gu;

/**
 * Removes what Slack may change before it shows a text again: it puts links into angle brackets, with or
 * without a text after a bar, trims white space, and replaces emoji with their names (`:tada:`).
 */
export function normalise(mrkdwn: string): string {
  return mrkdwn
    .normalize('NFC')
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>|]+)(?:\|[^<>]*)?>/gu, '$1')
    .replace(/<([@#!][^<>|]+)\|[^<>]*>/gu, '<$1>')
    .replace(EMOJI, '')
    .replace(/\s+/gu, '');
}
