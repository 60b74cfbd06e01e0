/** How Mastodon reads a text: its links, mentions, tags, length and HTML. */
import type { State } from './state.ts';

interface Entity {
  readonly start: number;
  readonly end: number;
  readonly kind: 'url' | 'mention' | 'tag';
  readonly value: string;
}

// Mastodon recognises a link by a protocol and a host with a dot, unless a letter, digit, @, $ or # precedes
// it. (Mastodon also requires a known top-level domain.)
const HOST_RE = /(?<![A-Za-z0-9@＠$#＃])https?:\/\/(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d+)?/giu;
const NEVER_LAST = new Set('!?*"\'「」;:=,.$%[]~&|@');
const LAST_IN_QUERY = /[a-z0-9_&=#/\-\u0080-\uffff]/i;
const USERNAME = String.raw`[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*`;
const DOMAIN = String.raw`[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*`;
const MENTION_RE = new RegExp(
  String.raw`(?<![=/\p{L}\p{N}_])@(${USERNAME}(?:@${DOMAIN})?)(?![@＠]|:\/\/)`,
  'giu',
);
const TAG_RE = /(?<![=/\p{L}\p{N}_)])#([\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)/giu;

function entitiesOf(text: string, tags: boolean): Entity[] {
  const collect = (pattern: RegExp, kind: Entity['kind']): Entity[] =>
    [...text.matchAll(pattern)].map((m) => ({
      start: m.index,
      end: m.index + m[0].length,
      kind,
      value: m[1] ?? m[0],
    }));
  const all = [
    ...collect(HOST_RE, 'url').map((host) => withPath(text, host)),
    ...collect(MENTION_RE, 'mention'),
    ...(tags ? collect(TAG_RE, 'tag') : []),
  ].sort((a, b) => a.start - b.start);
  return all.filter((entity, i) => !all.slice(0, i).some((before) => before.end > entity.start));
}

/**
 * Adds a link's path and query: up to white space or an angle bracket, with balanced parentheses and without
 * trailing punctuation.
 */
function withPath(text: string, host: Entity): Entity {
  const open: number[] = [];
  let end = host.end;
  let query = false;
  if (!/[/?]/.test(text[end] ?? '')) return host;
  for (; end < text.length && !/[\s<>]/.test(text[end] ?? ''); end++) {
    const char = text[end];
    if (query && char === '"') break;
    if (char === '?') query = true;
    if (char === '(' && !query) open.push(end);
    if (char === ')' && !query && open.pop() === undefined) break;
  }
  end = open[0] ?? end;
  const question = text.indexOf('?', host.end);
  if (query) while (end > question && !LAST_IN_QUERY.test(text[end - 1] ?? '')) end--;
  if (!query || end <= question) while (end > host.end && NEVER_LAST.has(text[end - 1] ?? '')) end--;
  return { ...host, end, value: text.slice(host.start, end) };
}

function rewrite(
  text: string,
  entities: readonly Entity[],
  render: { entity(entity: Entity): string; plain(text: string): string },
): string {
  let out = '';
  let at = 0;
  for (const entity of entities) {
    out += render.plain(text.slice(at, entity.start)) + render.entity(entity);
    at = entity.end;
  }
  return out + render.plain(text.slice(at));
}

/**
 * Counts characters as the instance does: grapheme clusters, with a fixed length for a link and without the
 * domain of a mention.
 */
export function countedLength(state: Pick<State, 'limits'>, text: string): number {
  const counted = rewrite(text, entitiesOf(text, false), {
    entity: ({ kind, value }) =>
      kind === 'url' ? 'x'.repeat(state.limits.charactersReservedPerUrl) : `@${value.split('@')[0]}`,
    plain: (rest) => rest,
  });
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(counted)].length;
}

/** The HTML of `content`. All remote mentions resolve to accounts, which alters the text the most. */
export function toHtml(state: State, text: string): string {
  const html = rewrite(text, entitiesOf(text, true), {
    entity: (entity) => renderEntity(state, entity),
    plain: escape,
  });
  return html
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('');
}

function renderEntity(state: State, entity: Entity): string {
  if (entity.kind === 'tag') {
    const tag = escape(entity.value);
    return `<a href="${state.url}/tags/${tag}" class="mention hashtag" rel="tag">#<span>${tag}</span></a>`;
  }
  return entity.kind === 'url' ? renderLink(entity.value) : renderMention(state, entity.value);
}

function renderLink(url: string): string {
  const prefix = /^https?:\/\/(?:www\.)?/i.exec(url)?.[0] ?? '';
  const rest = url.slice(prefix.length);
  return [
    `<a href="${escape(url)}" target="_blank" rel="nofollow noopener noreferrer">`,
    `<span class="invisible">${escape(prefix)}</span>`,
    `<span class="${rest.length > 30 ? 'ellipsis' : ''}">${escape(rest.slice(0, 30))}</span>`,
    `<span class="invisible">${escape(rest.slice(30))}</span></a>`,
  ].join('');
}

function renderMention(state: State, name: string): string {
  const [user = '', domain] = name.split('@');
  if (!domain && ![...state.accounts.values()].some((account) => account.username === user)) {
    return `@${escape(name)}`;
  }
  const url = domain ? `https://${domain}/@${user}` : `${state.url}/@${user}`;
  const link = `<a href="${escape(url)}" class="u-url mention">@<span>${escape(user)}</span></a>`;
  return `<span class="h-card" translate="no">${link}</span>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
