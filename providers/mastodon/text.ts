/** The length of a text as Mastodon counts it (docs.joinmastodon.org/user/posting). */
import { trimEndOf } from '../_kit/scan.ts';
import { countGraphemes } from '../_kit/text.ts';
import { DEFAULTS } from './schema.ts';

// A link as Mastodon finds it (twitter_regex.rb).
const LINK = new RegExp(
  [
    /(?<![A-Za-z0-9@＠$#＃])https?:\/\//u,
    // A host with a dot, and a port.
    /(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d+)?/u,
    // A path, with up to two levels of parentheses.
    /(?:\/(?:[^\s<>()?]|\((?:[^\s<>()]|\([^\s<>()]*\))*\))*)?/u,
    // A query.
    /(?:\?[^\s<>"「」]*)?/u,
  ]
    .map((part) => part.source)
    .join(''),
  'giu',
);
// Punctuation at the end belongs to the sentence, not to the link.
const PUNCTUATION_AFTER_PATH = '!?*"\'「」;:=,.$%[]~&|@';
const PUNCTUATION_AFTER_QUERY = "!?*'();:+$%[].,~|@^";
// `@user@domain`, unless `@` or `://` follows (Account::MENTION_RE).
const REMOTE_MENTION = new RegExp(
  [
    /(?<![=/\p{L}\p{N}_])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)/u,
    /@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*(?![@＠]|:\/\/)/u,
  ]
    .map((part) => part.source)
    .join(''),
  'giu',
);

/** Counts grapheme clusters; each link counts as `perUrl`, a remote mention without its domain. */
export function countLength(text: string, perUrl = DEFAULTS.charactersReservedPerUrl): number {
  let links = 0;
  // Links go first, so that `https://host/@user@domain` is not read as a mention. The last character stays:
  // how Mastodon reads what follows may depend on it.
  const withoutLinks = text.replace(LINK, (match) => {
    const link = endOfLink(match);
    links++;
    return `${Array.from(link.slice(-2)).at(-1)}${match.slice(link.length)}`;
  });
  const withoutDomains = withoutLinks.replace(REMOTE_MENTION, '@$1');
  return countGraphemes(withoutDomains) + links * (perUrl - 1);
}

function endOfLink(match: string): string {
  const query = match.indexOf('?');
  if (query === -1) return trimEndOf(match, PUNCTUATION_AFTER_PATH);
  const kept = trimEndOf(match.slice(query), PUNCTUATION_AFTER_QUERY);
  return kept.length > 1
    ? match.slice(0, query) + kept
    : trimEndOf(match.slice(0, query), PUNCTUATION_AFTER_PATH);
}
