/** A text as networks show it: what in it is a link, a mention or a hashtag. */

export interface Token {
  readonly kind: 'text' | 'link' | 'mention' | 'tag';
  readonly text: string;
}

const TOKEN =
  /(?<link>https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'])|(?<=^|[\s(])(?<mention>@[\w.-]*\w(?:@[\w.-]+\w)?)|(?<=^|[\s(])(?<tag>#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu;

/** The text cut into pieces, in order; put together, they are the text again. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ kind: 'text', text: text.slice(end, match.index) });
    const { link, mention } = match.groups ?? {};
    tokens.push({ kind: link ? 'link' : mention ? 'mention' : 'tag', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) tokens.push({ kind: 'text', text: text.slice(end) });
  return tokens;
}

/** The links of a text, in order. */
export const linksOf = (text: string): URL[] =>
  tokensOf(text).flatMap(({ kind, text: link }) => (kind === 'link' && URL.parse(link)) || []);
