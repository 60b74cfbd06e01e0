/**
 * URLs in a text, as twitter-text finds them, but in linear time: its own pattern tries every character as
 * the beginning of a host and every label as its end, which takes minutes for a long text.
 */
import { createRequire } from 'node:module';
import type TwitterText from 'twitter-text';

let library: typeof TwitterText | undefined;

/**
 * twitter-text, loaded with the first text that it counts: with what it needs it is 130 files, and a process
 * knows the rules of networks that nobody has connected.
 */
export const twitterText = (): typeof TwitterText =>
  (library ??= createRequire(import.meta.url)('twitter-text') as typeof TwitterText);

/** A URL at `text.slice(start, end)`. */
export interface WebLink {
  readonly start: number;
  readonly end: number;
  readonly url: string;
  /** Whether it begins with http:// or https://. */
  readonly hasProtocol: boolean;
}

const LETTERS =
  'a-z0-9\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0253-\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff';
const IN_LABEL =
  "[^\\s\\u0085\\u180e\\u200e\\u200f\\u202a-\\u202e\\u061c\\u2066-\\u2069!'#%&()*+,\\\\./:;<=>?@[\\]^{|}~$]";
// Labels joined by dots. Every start matches, so no character is looked at twice.
const LABELS = new RegExp(`${IN_LABEL}+(?:\\.${IN_LABEL}+)*`, 'gu');
/** A name in the DNS has at most 253 characters; one with more labels than this is no URL in a post. */
const MAX_HOST = 253;
const MAX_LABELS = 20;
/** As twitter-text: a longer URL is not shortened, and counts as text. */
const MAX_URL = 4096;

let topLevelDomain: RegExp | undefined;

/** A top-level domain at the beginning of a text: those that twitter-text knows. */
function topLevelPattern(): RegExp {
  const { validGTLD, validCCTLD } = twitterText().regexen as unknown as Readonly<Record<string, RegExp>>;
  return (topLevelDomain ??= new RegExp(
    `^(?:${validGTLD?.source}|${validCCTLD?.source}|xn--[-0-9a-z]+)`,
    'i',
  ));
}

const SOUND_LABEL = /^[^_-](?:.*[^_-])?$/su;
const OWN_LABELS = new RegExp(`[-${LETTERS}]+(?:\\.[-${LETTERS}]+)+$`, 'iu');

const IN_PATH = `[${LETTERS}\\u0400-\\u04ff!*';:=+,.$/%#\\[\\]\\-\\u2013_~@|&]`;
// With up to two levels of parentheses.
const PATH = new RegExp(`/(?:${IN_PATH}|\\((?:${IN_PATH}|\\(${IN_PATH}*\\))*\\))*`, 'iuy');
const ENDS_PATH = new RegExp(`[-+=_#/)${LETTERS}\\u0400-\\u04ff]`, 'iu');
const PORT = /:[0-9]+/y;
const QUERY = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*/iy;
const ENDS_QUERY = /[a-z0-9\-_&=#/]/i;

/** The URLs of a text, in order. */
export function findWebLinks(text: string): WebLink[] {
  const links: WebLink[] = [];
  let after = 0;
  for (const { 0: labels, index } of text.matchAll(LABELS)) {
    if (index < after) continue;
    const host = hostAt(text, labels, index);
    if (!host) continue;
    const end = endOfLink(text, host.end);
    // Also of one that is too long: no host in its path begins another, or each would be read to the end.
    after = end;
    if (end - host.start <= MAX_URL) links.push({ ...host, end, url: text.slice(host.start, end) });
  }
  return links;
}

/** The text with `instead` for each URL. */
export function replaceWebLinks(text: string, links: readonly WebLink[], instead: string): string {
  let replaced = '';
  let at = 0;
  for (const { start, end } of links) {
    replaced += text.slice(at, start) + instead;
    at = end;
  }
  return replaced + text.slice(at);
}

function hostAt(text: string, run: string, index: number): Omit<WebLink, 'url'> | undefined {
  const labels = run.split('.');
  if (labels.length < 2 || labels.length > MAX_LABELS || run.length > MAX_HOST) return undefined;
  const protocol = /https?:\/\/$/i.exec(text.slice(Math.max(0, index - 8), index))?.[0] ?? '';
  const start = index - protocol.length;
  const forbidden = protocol ? /[A-Za-z0-9@＠$#＃]/ : /[@＠$#＃_./-]/;
  if (forbidden.test(text.charAt(start - 1))) return undefined;
  const host = longestHost(labels, text.charAt(index + run.length));
  if (!host) return undefined;
  const name = host.join('.');
  const end = index + name.length;
  if (protocol) return { start, end, hasProtocol: true };
  // Words in other scripts may stand right before a URL that has no protocol.
  const [own] = OWN_LABELS.exec(name) ?? [];
  return own ? { start: end - own.length, end, hasProtocol: false } : undefined;
}

/** The labels up to the last one that is a top-level domain; what follows it is another sentence. */
function longestHost(labels: readonly string[], next: string): string[] | undefined {
  const broken = labels.findIndex((label) => !SOUND_LABEL.test(label));
  for (let last = broken === -1 ? labels.length - 1 : broken; last > 0; last--) {
    const following = last === labels.length - 1 ? next : '.';
    const [topLevel] = topLevelPattern().exec(`${labels[last]}${following}`) ?? [];
    if (topLevel && !labels[last - 1]?.includes('_')) return [...labels.slice(0, last), topLevel];
  }
  return undefined;
}

function endOfLink(text: string, hostEnd: number): number {
  const portEnd = matchAt(PORT, text, hostEnd);
  const pathEnd = matchAt(PATH, text, portEnd);
  const kept = trimmed(text, pathEnd, { from: portEnd, last: ENDS_PATH });
  return kept < pathEnd ? kept : trimmed(text, matchAt(QUERY, text, kept), { from: kept, last: ENDS_QUERY });
}

/** Where a sticky pattern that matches at `at` ends; `at` when it does not match. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Punctuation at the end belongs to the sentence. */
function trimmed(text: string, end: number, { from, last }: { from: number; last: RegExp }): number {
  let kept = end;
  while (kept > from && !last.test(text.charAt(kept - 1))) kept--;
  return kept;
}
