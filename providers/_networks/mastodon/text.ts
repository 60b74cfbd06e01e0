/** How Mastodon reads a text: links, mentions, tags, its length, and the HTML it shows. */
import type { State } from './state.ts';

interface Entity {
  readonly start: number;
  readonly end: number;
  readonly kind: 'url' | 'mention' | 'tag';
  readonly value: string;
}

// config/initializers/twitter_regex.rb in short: a protocol, a host with a dot, a path whose parentheses are balanced and
// whose last character is no punctuation, a query. (The real one also asks for a known top-level domain.)
const PATH_CHAR = String.raw`[^\s<>()?]`;
const PATH_END = String.raw`(?:[^\s()?!*"'「」<>;:=,.$%\[\]~&|@]|\((?:${PATH_CHAR}|\(${PATH_CHAR}+\))+\))`;
const PATH = String.raw`(?:/(?:(?:${PATH_CHAR}|\((?:${PATH_CHAR}|\(${PATH_CHAR}+\))+\))*(?:${PATH_END}|/))?)`;
const QUERY = String.raw`(?:\?[a-z0-9!?*'();:&=+$/%#\[\]\-_.,~|@^\u00A0-\uFFEF]*[a-z0-9_&=#/\-\u00A0-\uFFEF])`;
const URL_RE = new RegExp(String.raw`(?<![A-Za-z0-9@＠$#＃])https?://(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d+)?${PATH}?${QUERY}?`, 'giu');
const MENTION_RE = /(?<![=/\p{L}\p{N}_])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*(?:@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*)?)(?![@＠]|:\/\/)/giu;
const TAG_RE = /(?<![=/\p{L}\p{N}_)])#([\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)/giu;

function entitiesOf(text: string): Entity[] {
  const collect = (pattern: RegExp, kind: Entity['kind']): Entity[] =>
    [...text.matchAll(pattern)].map((m) => ({ start: m.index, end: m.index + m[0].length, kind, value: m[1] ?? m[0] }));
  const all = [...collect(URL_RE, 'url'), ...collect(MENTION_RE, 'mention'), ...collect(TAG_RE, 'tag')].sort((a, b) => a.start - b.start);
  return all.filter((entity, i) => !all.slice(0, i).some((before) => before.end > entity.start));
}

function rewrite(text: string, render: (entity: Entity) => string, plain: (text: string) => string): string {
  let out = '';
  let at = 0;
  for (const entity of entitiesOf(text)) {
    out += plain(text.slice(at, entity.start)) + render(entity);
    at = entity.end;
  }
  return out + plain(text.slice(at));
}

/** Characters as the instance counts them: grapheme clusters, a link as its fixed length, a mention without its domain. */
export function countedLength(state: Pick<State, 'limits'>, text: string): number {
  const counted = rewrite(text, (entity) => {
    if (entity.kind === 'url') return 'x'.repeat(state.limits.charactersReservedPerUrl);
    return entity.kind === 'mention' ? `@${entity.value.split('@')[0]}` : `#${entity.value}`;
  }, (rest) => rest);
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(counted)].length;
}

/** The HTML of `content`. Remote mentions are taken as known accounts, which changes the text the most. */
export function toHtml(state: State, text: string): string {
  const html = rewrite(text, (entity) => renderEntity(state, entity), escape);
  return html.split(/\n{2,}/).map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`).join('');
}

function renderEntity(state: State, entity: Entity): string {
  if (entity.kind === 'tag') return `<a href="${state.url}/tags/${escape(entity.value)}" class="mention hashtag" rel="tag">#<span>${escape(entity.value)}</span></a>`;
  return entity.kind === 'url' ? renderLink(entity.value) : renderMention(state, entity.value);
}

function renderLink(url: string): string {
  const prefix = /^https?:\/\/(?:www\.)?/i.exec(url)?.[0] ?? '';
  const rest = url.slice(prefix.length);
  const cut = rest.length > 30 ? ' class="ellipsis"' : ' class=""';
  return `<a href="${escape(url)}" target="_blank" rel="nofollow noopener noreferrer"><span class="invisible">${escape(prefix)}</span>`
    + `<span${cut}>${escape(rest.slice(0, 30))}</span><span class="invisible">${escape(rest.slice(30))}</span></a>`;
}

function renderMention(state: State, name: string): string {
  const [user = '', domain] = name.split('@');
  if (!domain && ![...state.accounts.values()].some((account) => account.username === user)) return `@${escape(name)}`;
  const address = domain ? `https://${domain}/@${user}` : `${state.url}/@${user}`;
  return `<span class="h-card" translate="no"><a href="${escape(address)}" class="u-url mention">@<span>${escape(user)}</span></a></span>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
