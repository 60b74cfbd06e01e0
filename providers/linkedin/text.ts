/**
 * LinkedIn's text format "little" (learn.microsoft.com/linkedin: little Text Format). LinkedIn cuts a text
 * off at a reserved character that is not escaped.
 */

const RESERVED = /[|{}@[\]()<>#\\*_~]/g;
/** `@[Name](urn:li:organization:1)`: what the tool `organizations` gives, and clients send. */
const MENTION = /@\[([^\]\r\n]{1,200})\]\((urn:li:(?:organization|person):[\w-]+)\)/g;
/** A number sign that begins a word. */
const HASHTAG = /(?<![\p{L}\p{N}_&/#])#(?=[\p{L}\p{N}])/gu;

const escape = (text: string): string => text.replaceAll(RESERVED, (sign) => `\\${sign}`);

/** The text of a post: everything is plain text but mentions and hashtags. */
export function toLittle(text: string): string {
  let little = '';
  let from = 0;
  for (const mention of text.matchAll(MENTION)) {
    const [whole, name = '', urn = ''] = mention;
    little += withHashtags(text.slice(from, mention.index));
    little += `@[${escape(name)}](${urn})`;
    from = mention.index + whole.length;
  }
  return little + withHashtags(text.slice(from));
}

const withHashtags = (text: string): string => text.split(HASHTAG).map(escape).join('#');

/** The text of a comment, which has no such format: a mention is its name. */
export const toCommentText = (text: string): string => text.replaceAll(MENTION, '$1');

/** The text of a post without the marks of its format. */
export const plainOf = (little: string): string =>
  little.replaceAll(/\{hashtag\|\\?#\|([^}]+)\}/g, '#$1').replaceAll('\\', '');
