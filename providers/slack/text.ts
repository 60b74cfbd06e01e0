/** Texts as Slack reads and shows them (docs.slack.dev/messaging/formatting-message-text). */

// What a person may write in Slack's own notation: a mention of a user, channel, group or everybody, and a
// link with words.
const NOTATION =
  /<(?:@[UW][A-Z0-9]+|#C[A-Z0-9]+|!subteam\^S[A-Z0-9]+|!here|!channel|!everyone|(?:https?:\/\/|mailto:)[^\s<>|]+)(?:\|[^<>|]*)?>/gu;

/**
 * A text as mrkdwn: the three characters that steer are escaped, Slack's own notation for mentions and links
 * stays.
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

/**
 * What stays the same when Slack takes a text and shows it again: it puts links into angle brackets, with or
 * without words behind a bar, cuts white space at the ends, and turns emoji into their names (`:tada:`).
 */
export function fold(mrkdwn: string): string {
  return mrkdwn
    .normalize('NFC')
    .replace(/<((?:https?:\/\/|mailto:)[^\s<>|]+)(?:\|[^<>]*)?>/gu, '$1')
    .replace(/<([@#!][^<>|]+)\|[^<>]*>/gu, '<$1>')
    .replace(
      /:[a-z0-9_+'-]+:|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|\p{Regional_Indicator}/gu,
      '',
    )
    .replace(/\s+/gu, '');
}
