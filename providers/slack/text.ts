/** Text as Slack reads and shows it (docs.slack.dev/messaging/formatting-message-text). */

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
