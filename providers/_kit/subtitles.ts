/**
 * Subtitles of a video: the text of an SRT or WebVTT file (w3.org/TR/webvtt1), which a setting holds. Of
 * its times and its words, and nothing else, an SRT file is made, which every network with subtitles takes.
 */
import type { ContentIssue, JsonSchema, MediaFile } from './contract.ts';
import { sentence } from './sentences/catalogue.ts';
import type { Sentence } from './sentences/fill.ts';

export const SUBTITLES = 'subtitles';
/** Two hours of speech have about 150,000. */
const MAX_CHARACTERS = 300_000;
const MAX_CUES = 5000;

export const subtitlesField: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    language: {
      type: ['string', 'null'],
      pattern: '^([a-z]{2})?$',
      description: 'Language of the subtitles: two letters of ISO 639-1, such as en',
    },
    file: {
      type: ['string', 'null'],
      maxLength: MAX_CHARACTERS,
      contentMediaType: 'text/vtt',
      description: 'Content of an SRT or WebVTT file',
    },
  },
  description: 'Subtitles of the video',
};

/** What is shown from one time to another, in milliseconds. */
interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** Subtitles that a network can be given. `language`: two letters in lower case; `srt`: an SRT file. */
export interface Subtitles {
  readonly language: string;
  readonly srt: string;
}

type Settings = Readonly<Record<string, unknown>>;

/** The subtitles of a post; undefined for one without, and where they cannot be read. */
export function subtitlesOf(settings: Settings): Subtitles | undefined {
  const { file, language } = chosen(settings);
  const cues = file ? readCues(file) : [];
  return file && language && Array.isArray(cues) && cues.length ? { language, srt: toSrt(cues) } : undefined;
}

/** What is wrong with the subtitles of a first part with these files. */
export function subtitleIssues(
  settings: Settings,
  media: readonly Pick<MediaFile, 'kind'>[],
): ContentIssue[] {
  const { file, language } = chosen(settings);
  if (!file) return [];
  const path = `settings.${SUBTITLES}`;
  if (media[0]?.kind !== 'video') return [{ path, ...sentence('subtitles_without_video') }];
  // What a file in another encoding becomes; letters of it are lost.
  const read = file.includes('\uFFFD') ? sentence('subtitles_encoding') : readCues(file);
  return [
    ...(language ? [] : [{ path: `${path}.language`, ...sentence('subtitles_without_language') }]),
    ...(Array.isArray(read) ? [] : [{ path: `${path}.file`, ...read }]),
  ];
}

function chosen(settings: Settings): { readonly file?: string | null; readonly language?: string | null } {
  return settings[SUBTITLES] ?? {};
}

const TIME = String.raw`(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`;
const TIMES = new RegExp(String.raw`^\s{0,9}${TIME}[ \t]{0,9}-->[ \t]{0,9}${TIME}`);
/** Meant as such a line, and written in another way. */
const ODD_TIMES = /^[\s\d:.,]{1,40}-->/;

/** The cues in their order, or what is wrong with the file. */
export function readCues(file: string): Cue[] | Sentence {
  const cues: Cue[] = [];
  let times: readonly [number, number] | undefined;
  let lines: string[] = [];
  const end = (): void => {
    const text = lines.map(plain).filter(Boolean).join('\n');
    if (times && text) cues.push({ startMs: times[0], endMs: times[1], text });
    [times, lines] = [undefined, []];
  };
  for (const [n, line] of file.split(/\r\n|[\r\n]/).entries()) {
    const found = TIMES.exec(line);
    if (found) {
      end();
      times = [toMs(found.slice(1, 5)), toMs(found.slice(5, 9))];
      if (times[1] <= times[0]) return sentence('subtitles_backwards', { n: cues.length + 1 });
    } else if (ODD_TIMES.test(line)) return sentence('subtitles_odd_times', { n: n + 1 });
    else if (!line.trim()) end();
    else if (times) lines.push(line);
  }
  end();
  if (cues.length > MAX_CUES) return sentence('subtitles_too_many', { count: cues.length, max: MAX_CUES });
  return cues.length ? cues : sentence('subtitles_unreadable');
}

const toMs = ([hours = '0', minutes, seconds, ms]: readonly string[]): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

/** The words of a line, without the tags of a voice, a colour or a time; an arrow would begin another cue. */
const plain = (line: string): string =>
  line
    .replaceAll(/<[^<>]{0,200}>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll('-->', '→')
    .trim();

function toSrt(cues: readonly Cue[]): string {
  const all = cues.map(
    ({ startMs, endMs, text }, n) => `${n + 1}\n${timeOf(startMs)} --> ${timeOf(endMs)}\n${text}\n`,
  );
  return all.join('\n');
}

function timeOf(ms: number): string {
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part = 0) =>
    String(Math.floor(part)).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds},${String(ms % 1000).padStart(3, '0')}`;
}

/** What people who speak English call a language: `German` for `de`. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
