/** What the other instance has, as its API shows it: little of it can be taken for granted. */
import { isRecord, nameOf, textOf } from '../map/values.ts';
import { ApiError } from '../../platform/errors.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { AnswerTooLarge, type OtherApi } from './open-api.ts';

/** A channel of theirs, with what lists show: not which account of the network it has. */
export interface TheirChannel {
  readonly id: string;
  readonly name: string;
  readonly network: string;
  readonly profile: string | null;
  readonly picture: string | null;
  readonly disabled: boolean;
  readonly group: string | null;
}

const STATES = ['DRAFT', 'QUEUE', 'PUBLISHED', 'ERROR', 'UNKNOWN'] as const;

/** What a list shows of a post: its first part, without files and errors. */
export interface TheirPost {
  readonly id: string;
  /** The key under which it is remembered: its id or, for the coming date of a series, that and a suffix. */
  readonly key: string;
  readonly channel: string;
  /** UNKNOWN for a state of a newer release: such a post becomes a draft. */
  readonly state: (typeof STATES)[number];
  readonly date: Date;
  /** Days until it is repeated; null = never. */
  readonly everyDays: number | null;
  readonly tags: readonly { readonly name: string; readonly color: string }[];
  readonly raw: Readonly<Record<string, unknown>>;
}

/** A post that cannot be read, and why. */
export interface Unreadable {
  readonly id: string;
  readonly problem: string;
}

/** With a suffix, it still fits everywhere. */
const MAX_ID = 240;
const idOf = (value: unknown): string => textOf(value).slice(0, MAX_ID + 1);
const isId = (id: string): boolean => /^[\x21-\x7e]+$/.test(id) && id.length <= MAX_ID;
/** Channels without an id or a network are nothing that a post could name. */
export function readChannels(body: unknown): TheirChannel[] {
  return listOf(body, 'integrations').flatMap((one) => {
    if (!isRecord(one)) return [];
    const id = idOf(one.id);
    const network = idOf(one.identifier ?? one.providerIdentifier);
    if (!isId(id) || !isId(network)) return [];
    const customer = isRecord(one.customer) ? nameOf(one.customer.name, 200, '') : '';
    return [
      {
        id,
        name: nameOf(one.name, 200, 'Unnamed'),
        network,
        profile: nameOf(one.profile, 200, '') || null,
        picture: textOf(one.picture) || null,
        disabled: one.disabled === true,
        group: customer || null,
      },
    ];
  });
}

/** Names of channel groups. Releases before v2.21.9 have no list of them. */
export async function readGroups(api: OtherApi): Promise<string[]> {
  const { status, body } = await api.get('/groups');
  if (status === 404) return [];
  return listOf(body, 'groups').flatMap((one) => (isRecord(one) ? nameOf(one.name, 200, '') || [] : []));
}

/** A stretch of time, both ends included. */
export interface Range {
  readonly from: Date;
  readonly to: Date;
}

const YEAR_MS = 365 * 86_400_000;
/** As small as a range is made when an answer is too large. */
const LEAST_MS = 3_600_000;

/** Little is planned beyond, and series have no end. */
const MAX_YEARS_AHEAD = 10;

/**
 * The ranges to ask for, one request each, oldest first: a year at a time until the end of the next one, then
 * what little is planned beyond.
 */
export function rangesOf(since: Date, now: Date): Range[] {
  const ranges: Range[] = [];
  const [near, far] = [now.getTime() + YEAR_MS, now.getTime() + MAX_YEARS_AHEAD * YEAR_MS];
  let start = since.getTime();
  for (; start <= near; start += YEAR_MS) {
    ranges.push({ from: new Date(start), to: new Date(start + YEAR_MS - 1) });
  }
  if (start < far) ranges.push({ from: new Date(start), to: new Date(far) });
  return ranges;
}

/**
 * The posts of a range, part by part where the answer would be too large.
 *
 * @throws ApiError as OtherApi.get, and when an hour alone is too large
 */
export async function* readPosts(
  api: OtherApi,
  { from, to }: Range,
  now: Date,
): AsyncGenerator<{ posts: TheirPost[]; unreadable: Unreadable[] }> {
  const query = new URLSearchParams({ startDate: from.toISOString(), endDate: to.toISOString() });
  const answer = await api.get(`/posts?${query.toString()}`).catch((error: unknown) => {
    if (!(error instanceof AnswerTooLarge)) throw error;
    return null;
  });
  if (answer) {
    yield sorted(listOf(isRecord(answer.body) ? answer.body.posts : undefined, 'posts'), now);
    return;
  }
  const span = to.getTime() - from.getTime();
  if (span <= LEAST_MS) {
    throw new ApiError('unavailable', {
      inEnglish: `${api.base} answers with more than can be read for the hour from ${from.toISOString()}: begin after it with --posts-since`,
    });
  }
  const middle = new Date(from.getTime() + Math.floor(span / 2));
  yield* readPosts(api, { from, to: middle }, now);
  yield* readPosts(api, { from: new Date(middle.getTime() + 1), to }, now);
}

function sorted(list: readonly unknown[], now: Date): { posts: TheirPost[]; unreadable: Unreadable[] } {
  const unreadable: Unreadable[] = [];
  const posts: TheirPost[] = [];
  for (const [id, entries] of Map.groupBy(list.filter(isRecord), (one) => idOf(one.id))) {
    if (!isId(id)) unreadable.push({ id: '(none)', problem: 'it has no id that can be used' });
    else {
      for (const post of postsOf(id, entries, now)) {
        if ('problem' in post) unreadable.push(post);
        else posts.push(post);
      }
    }
  }
  return { posts, unreadable };
}

/**
 * A post that is repeated is listed once for each date, and `actualDate` is its own. Once that has passed,
 * the series goes on here as a post of its own, at its coming date.
 */
function postsOf(
  id: string,
  entries: readonly Record<string, unknown>[],
  now: Date,
): (TheirPost | Unreadable)[] {
  const read = entries.map((raw) => postOf(id, raw));
  const own = read.find((post) => 'problem' in post || !isOccurrence(post));
  const coming = read
    .filter((post): post is TheirPost => !('problem' in post) && isOccurrence(post))
    .filter(({ raw, date }) => date > now && (dateOf(raw.actualDate) ?? now) <= now)
    .toSorted((a, b) => a.date.getTime() - b.date.getTime());
  const found: (TheirPost | Unreadable)[] = [];
  if (own) found.push('problem' in own || own.date > now ? own : { ...own, everyDays: null });
  if (coming[0]) found.push({ ...coming[0], key: `${id} next`, state: 'QUEUE' });
  return found;
}

const isOccurrence = ({ raw, date }: TheirPost): boolean =>
  raw.actualDate !== undefined && dateOf(raw.actualDate)?.getTime() !== date.getTime();

function postOf(id: string, raw: Readonly<Record<string, unknown>>): TheirPost | Unreadable {
  const date = dateOf(raw.publishDate);
  if (!date) return { id, problem: 'its date cannot be read' };
  const channel = isRecord(raw.integration) ? idOf(raw.integration.id) : '';
  if (!isId(channel)) return { id, problem: 'it names no channel' };
  const days = raw.intervalInDays;
  return {
    id,
    key: id,
    channel,
    state: STATES.find((known) => known === raw.state) ?? 'UNKNOWN',
    date,
    everyDays: typeof days === 'number' && Number.isInteger(days) && days > 0 ? days : null,
    tags: tagsOf(raw.tags),
    raw,
  };
}

function tagsOf(value: unknown): TheirPost['tags'] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const tags = list.flatMap((entry) => {
    const tag: unknown = isRecord(entry) ? (entry.tag ?? entry) : null;
    const name = isRecord(tag) ? nameOf(tag.name, 190, '') : '';
    return isRecord(tag) && name ? [{ name, color: textOf(tag.color) }] : [];
  });
  return [...new Map(tags.map((tag) => [tag.name, tag])).values()];
}

/** A date with a zone, or without one in UTC; null for what is none. */
export function dateOf(value: unknown): Date | null {
  try {
    return parseDate(textOf(value));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** @throws ApiError `unavailable` for an answer that is no list */
function listOf(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new ApiError('unavailable', {
    inEnglish: `The other instance answers to GET /${what} with something that is not a list: is its URL right, and its release one with this API?`,
  });
}
