/**
 * The time zones of the world, and how people look for theirs: by city, country, offset or the zone's name.
 */

/** A zone of the IANA database. `words` is everything that it can be found by, simplified. */
export interface TimeZone {
  readonly id: string;
  /** "UTC+2", at this moment. */
  readonly offset: string;
  readonly words: string;
}

/** The time zone of this browser; UTC if it names none. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const known = new Map<string, readonly TimeZone[]>();

/** All zones with UTC first, described in the language of `locale`; `chosen` even if no list has it. */
export function timeZones(locale: string, chosen?: string): readonly TimeZone[] {
  const all = known.get(locale) ?? describeAll(locale);
  known.set(locale, all);
  return !chosen || all.some(({ id }) => id === chosen) ? all : [...all, describe(chosen, locale, [])];
}

function describeAll(locale: string): TimeZone[] {
  const countries = countriesOf(locale);
  const ids = [...Intl.supportedValuesOf('timeZone'), browserZone()].filter((id) => id !== 'UTC');
  return ['UTC', ...[...new Set(ids)].toSorted()].map((id) => describe(id, locale, countries.get(id) ?? []));
}

/** Those that fit every word of the search, the likeliest first. */
export function findZones<Z extends Pick<TimeZone, 'id' | 'words'>>(
  zones: readonly Z[],
  search: string,
): Z[] {
  const wanted = simple(search);
  const parts = wanted.split(' ').filter(Boolean);
  const found = zones.filter((zone) => parts.every((part) => fits(zone.words, part)));
  return found.toSorted((a, b) => distance(a.id, wanted) - distance(b.id, wanted));
}

/**
 * "utc+2" and "+2" are looked up whole, because "+1" is not a part of "+11"; other words may be a beginning.
 */
function fits(text: string, part: string): boolean {
  return /\d/.test(part) ? ` ${text} `.includes(` ${part} `) : ` ${text}`.includes(` ${part}`);
}

/** 0 = this very name, 1 = a city that begins so, 2 = anything else. */
function distance(id: string, wanted: string): number {
  const city = simple(id.split('/').at(-1) ?? id);
  if (city === wanted || simple(id) === wanted) return 0;
  return city.startsWith(wanted) ? 1 : 2;
}

function describe(id: string, locale: string, countries: readonly string[]): TimeZone {
  const offset = id === 'UTC' ? 'UTC' : nameOf(id, 'en', 'longOffset').replace('GMT', 'UTC');
  const names = [nameOf(id, locale, 'longGeneric'), nameOf(id, locale, 'short'), ...countries];
  return {
    id,
    offset: shortOffset(offset),
    words: simple([id, id.replaceAll('/', ' '), ...names, ...waysToWrite(offset)].join(' ')),
  };
}

function nameOf(
  timeZone: string,
  locale: string,
  timeZoneName: 'longOffset' | 'longGeneric' | 'short',
): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** "UTC+02:00" becomes "UTC+2", "UTC+05:30" becomes "UTC+5:30". */
const shortOffset = (offset: string): string =>
  offset.replace(
    /([+-])0?(\d+):(\d\d)$/,
    (_, sign, hours, minutes) =>
      `${String(sign)}${String(hours)}${minutes === '00' ? '' : `:${String(minutes)}`}`,
  );

function waysToWrite(offset: string): string[] {
  const numbers = new Set([offset, shortOffset(offset)].map((text) => text.replace('UTC', '')));
  return [...numbers].flatMap((number) => [number || '+0', `utc${number}`, `gmt${number}`]);
}

/** The countries that use a zone, by the names that the browser knows; empty where it knows none. */
function countriesOf(locale: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const names = [...new Set([locale, 'en'])].map(
    (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
  );
  for (const region of regions()) {
    const words = names.flatMap((regionNames) => regionNames.of(region) ?? []);
    if (words.length) words.push(region, ...(SHORT_NAMES[region] ?? []));
    for (const zone of words.length ? zonesOf(region) : []) {
      found.set(zone, [...(found.get(zone) ?? []), ...words]);
    }
  }
  return found;
}

/** What people call a country, where that is neither its name nor its code. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  US: ['USA', 'America'],
  GB: ['UK', 'England'],
};

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const regions = (): string[] => LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Browsers have had this as a function and as a property; some have neither. */
function zonesOf(region: string): readonly string[] {
  const locale = new Intl.Locale(`und-${region}`) as { getTimeZones?(): string[]; timeZones?: string[] };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Lower case, without accents; slashes and underscores are spaces. */
const simple = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('\u2212', '-')
    .toLowerCase()
    .replaceAll(/[_/\s,()]+/g, ' ')
    .trim();
