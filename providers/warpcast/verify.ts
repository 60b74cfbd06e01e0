/**
 * Whether calls with an unknown outcome took effect: reads the account's own list of casts, newest first,
 * back to one that was there before the call (docs.neynar.com/reference/fetch-casts-for-user).
 */
import type { Provider, ProviderContext, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { ageMs, pick, readSince, type Likeness, type Listed } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { call, castUrl, fidOf, toPublished, type Cast } from './api.ts';
import type { Prepared } from './prepare.ts';

const PAGE = 150;
const MAX_PAGES = 10;
const RECENT = 25;

/** How long a key is trusted; Neynar does not document how long it keeps one. */
const KEY_MS = 10 * 60_000;
/** How long after a call whose key is no longer trusted a cast may still appear. */
const LATE_MS = 2 * 60_000;

/** What a look found of a part, in the order of its channels. */
export interface Found {
  readonly made: readonly string[];
  /** Casts since the call, and whether these are all. */
  readonly seen: number;
  readonly complete: boolean;
  /** The hash of a cast that may be the first one that was not found. */
  readonly similar: string | null;
}

/** Finds what a part has made: in each channel, in their order, up to the first that is missing. */
export async function findMade(
  { channel }: Pick<PublishRequest, 'channel'>,
  { prepared, isTaken }: { prepared: Prepared; isTaken?: SentAttempt['isTaken'] },
  ctx: ProviderContext,
): Promise<Found> {
  const { posts: casts, complete } = await listSince(channel, prepared, ctx);
  const steps = prepared.parents.length || prepared.channels.length;
  const made: string[] = [];
  let rest = casts;
  let similar: Cast | undefined;
  while (made.length < steps) {
    const step = pick(rest, {
      likenessOf: (cast) => likenessOf(prepared, made.length, cast),
      show: ({ hash }) => toPublished(channel, [hash]),
      isTaken,
    });
    const { found } = step;
    [similar] = step.similar;
    if (!found) break;
    made.push(found.hash);
    // One call follows the other, so what came before belongs to something else.
    rest = rest.slice(rest.indexOf(found) + 1);
  }
  return { made, seen: casts.length, complete, similar: similar?.hash ?? null };
}

/**
 * How a cast relates to what the `n`th call of the part makes. A reply may be shown in its channel, or not;
 * what is shown in none of the channels may have been taken out of one.
 */
function likenessOf({ text, embeds, parents, channels }: Prepared, n: number, cast: Cast): Likeness {
  if (cast.parent_hash !== (parents[n] ?? null)) return 'other';
  const place = cast.channel?.id ?? null;
  if (!parents.length && place !== channels[n] && channels.includes(place)) return 'other';
  const shown = new Set(cast.embeds.flatMap(({ url }) => (url ? [urlOf(url)] : [])));
  const hasAll = embeds.every((url) => shown.has(urlOf(url)));
  // The pictures of a cast are URLs, so they distinguish it from another one as text does.
  const likeness =
    !text && !cast.text && embeds.length && hasAll ? 'same words' : compareWords(text, cast.text);
  const isThere = parents.length > 0 || place === channels[n];
  return likeness === 'same words' && !(hasAll && isThere) ? 'like it' : likeness;
}

const urlOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

/** The account's casts since the call. */
const listSince = (
  channel: PublishRequest['channel'],
  { before }: Prepared,
  ctx: ProviderContext,
): Promise<Listed<Cast>> => {
  const known = new Set(before);
  return readSince<Cast>({
    async read(cursor) {
      const { casts = [], next } = await call<{ casts?: Cast[]; next?: { cursor?: string | null } }>(
        channel,
        ctx,
        'feed/user/casts/',
        { query: { fid: fidOf(channel), limit: PAGE, include_replies: 'true', cursor } },
      );
      // Below the first that was there before, everything is older.
      const end = casts.findIndex(({ hash }) => known.has(hash));
      return end < 0
        ? { items: casts, next: next?.cursor || null }
        : { items: casts.slice(0, end), next: null };
    },
    isBefore: () => false,
    mostPages: MAX_PAGES,
  });
};

/** A repeat has the same keys, so for as long as these are trusted, it makes nothing twice. */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const parts = attempt.prepared as Prepared;
  const { isTaken } = attempt;
  const steps = parts.parents.length || parts.channels.length;
  const { made, seen, complete, similar } = await findMade(request, { prepared: parts, isTaken }, ctx);
  if (made.length === steps) {
    return { status: 'found', published: toPublished(request.channel, made), byWords: true };
  }
  if (!complete) {
    return {
      status: 'unknown',
      reason: `The account has made more than ${seen} casts since then; check the profile`,
    };
  }
  const forMs = KEY_MS - ageMs(attempt);
  const evidence = made.length
    ? `${made.length} of the ${steps} casts are published`
    : `None of the account's ${seen} casts since the call is this one`;
  if (forMs > 0) return { status: 'repeatable', evidence, forMs };
  if (similar) {
    return {
      status: 'unknown',
      reason: `The cast at ${castUrl(request.channel, similar)} resembles this one; check whether it is the same`,
    };
  }
  return made.length
    ? { status: 'repeatable', evidence, afterMs: LATE_MS }
    : { status: 'absent', evidence, afterMs: LATE_MS };
};

/** The account's newest casts, without its replies. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const query = { fid: fidOf(channel), limit: RECENT, include_replies: 'false' };
  const { casts = [] } = await call<{ casts?: Cast[] }>(channel, ctx, 'feed/user/casts/', { query });
  return casts.map(({ hash, timestamp, text }) => ({
    id: hash,
    url: castUrl(channel, hash),
    at: timestamp,
    text,
  }));
};
