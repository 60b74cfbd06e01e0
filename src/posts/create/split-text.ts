/**
 * Cuts a long text into the parts of a thread: between paragraphs, else between sentences, else between
 * words. Links, mentions and hashtags stay whole. Pure.
 */
import { findWebLinks } from '../../../providers/_kit/web-links.ts';

/** Whether a text fits into the part at this place. */
export type Fits = (text: string, position: number) => boolean;

/** What has spaces in it and is one thing: mentions of LinkedIn, links in Markdown, mentions and links of
 * Slack. */
const WHOLE = /@?\[[^\]\n]+\]\([^()\s]+\)|<[@#!h][^<>\n]*>|https?:\/\/\S+|(?<=^|[\s(])[@#]\S+/gu;
const PARAGRAPH = /\n\s*\n/g;
const SPACE = /\s+/g;

interface Cuts {
  /** Indexes of what follows a cut, in order. */
  readonly paragraphs: readonly number[];
  readonly sentences: readonly number[];
  readonly words: readonly number[];
  /** Between two characters of a word that no part has room for; counted when there is one. */
  characters(): readonly number[];
}

/**
 * @param numbered with "1/5" at the end of each part
 * @param max no more parts than this are wanted: the rest stays in one, which may not fit
 */
export function splitText(text: string, fits: Fits, { numbered = false, max = Infinity } = {}): string[] {
  const whole = text.trim();
  if (fits(whole, 0)) return [whole];
  if (!numbered) return fill(whole, fits, max);
  for (let digits = 1; ; digits++) {
    const widest = '9'.repeat(digits);
    const parts = fill(whole, (part, position) => fits(`${part} ${widest}/${widest}`, position), max);
    if (parts.length <= Number(widest)) return parts.map((part, n) => `${part} ${n + 1}/${parts.length}`);
  }
}

function fill(text: string, fits: Fits, max: number): string[] {
  const cuts = cutsOf(text);
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const from = start;
    if (parts.length >= max) return [...parts, text.slice(from).trim()];
    const end = endOf(cuts, {
      start: from,
      all: text.length,
      fits: (to) => fits(text.slice(from, to).trim(), parts.length),
    });
    parts.push(text.slice(start, end).trim());
    start = end;
  }
  return parts.filter(Boolean);
}

interface Room {
  readonly start: number;
  readonly all: number;
  fits(end: number): boolean;
}

/** Where a part ends: the coarsest cut that leaves it at least half full. */
function endOf({ paragraphs, sentences, words, characters }: Cuts, room: Room): number {
  if (room.fits(room.all)) return room.all;
  const most = lastThatFits(words, room);
  if (most === undefined) {
    // One thing that no part has room for: it is cut, or stays too long where it must not be.
    const next = words.find((at) => at > room.start) ?? room.all;
    return (
      lastThatFits(
        characters().filter((at) => at < next),
        room,
      ) ?? next
    );
  }
  const half = room.start + (most - room.start) / 2;
  for (const cuts of [paragraphs, sentences]) {
    const best = cuts.findLast((at) => at <= most && at > half);
    if (best !== undefined) return best;
  }
  return most;
}

/** The last of these cuts behind the start up to which the text fits. */
function lastThatFits(cuts: readonly number[], { start, fits }: Room): number | undefined {
  const first = cuts.findIndex((at) => at > start);
  if (first < 0) return undefined;
  let low = first - 1;
  // Texts are long and parts are short: nothing far behind the end of a part is looked at.
  let step = 1;
  while (low + step < cuts.length && fits(cuts[low + step] as number)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, cuts.length);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(cuts[middle] as number)) low = middle;
    else high = middle;
  }
  return low < first ? undefined : cuts[low];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

function cutsOf(text: string): Cuts {
  const kept = [
    ...findWebLinks(text),
    ...[...text.matchAll(WHOLE)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  ].toSorted((a, b) => a.start - b.start);
  const outside = (cuts: Iterable<number>): number[] => {
    let n = 0;
    let inside = -1;
    return [...cuts].filter((at) => {
      for (; (kept[n]?.start ?? Infinity) < at; n++) inside = Math.max(inside, kept[n]?.end ?? 0);
      return at >= inside && at > 0;
    });
  };
  const behind = (pattern: RegExp): number[] =>
    [...text.matchAll(pattern)].map((match) => match.index + match[0].length);
  let characters: readonly number[] | undefined;
  const ends = [...sentences.segment(text)].map(({ index }) => index);
  return {
    paragraphs: outside(behind(PARAGRAPH)),
    sentences: outside(ends),
    words: outside([...new Set([...behind(SPACE), ...ends])].toSorted((a, b) => a - b)),
    characters: () => (characters ??= outside([...graphemes.segment(text)].map(({ index }) => index))),
  };
}
