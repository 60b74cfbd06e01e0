/**
 * Whether calls with an unknown outcome took effect: reads the account's own list of casts, newest first,
 * back to one that was there before the call (docs.neynar.com/reference/fetch-casts-for-user).
 */
import type { Provider, ProviderContext, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { call, castUrl, fidOf, toPublished, type Cast } from './api.ts';
import type { Prepared } from './prepare.ts';

const PAGE = 150;
const MOST_PAGES = 10;
const RECENT = 25;

/** For how long a key is trusted; Neynar does not say how long it keeps one. */
const KEY_MS = 10 * 60_000;
/** How long after a call whose key is no longer trusted a cast may still appear. */
const LATE_MS = 2 * 60_000;

/** What a look found of a part, in the order of its channels. */
export interface Found {
  readonly made: readonly string[];
  /** Casts since the call, and whether these are all. */
  readonly seen: number;
  readonly complete: boolean;
  /** The hash of a cast with the same words that is shown in none of the channels. */
  readonly similar: string | null;
}

/** Finds what a part has made: in each channel, in their order, up to the first that is missing. */
export async function findMade(
  { channel }: Pick<PublishRequest, 'channel'>,
  { prepared, isTaken }: { prepared: Prepared; isTaken?: SentAttempt['isTaken'] },
  ctx: ProviderContext,
): Promise<Found> {
  const { casts, complete } = await listSince(channel, prepared, ctx);
  const steps = prepared.parents.length || prepared.channels.length;
  const made: string[] = [];
  let rest = casts.filter(({ hash }) => !isTaken?.({ id: hash, url: castUrl(channel, hash) }));
  while (made.length < steps) {
    const at = rest.findIndex((cast) => isStep(prepared, made.length, cast));
    const found = rest[at];
    if (!found) break;
    made.push(found.hash);
    // One call follows the other, so what came before belongs to something else.
    rest = rest.slice(at + 1);
  }
  const similar = rest.find(
    (cast) => hasWords(prepared, made.length, cast) && !prepared.channels.includes(cast.channel?.id ?? null),
  );
  return { made, seen: casts.length, complete, similar: similar?.hash ?? null };
}

/** Whether a cast is what the `n`th call of the part made. A reply may be shown in its channel, or not. */
const isStep = (prepared: Prepared, n: number, cast: Cast): boolean =>
  hasWords(prepared, n, cast) &&
  (prepared.parents.length > 0 || (cast.channel?.id ?? null) === prepared.channels[n]);

function hasWords({ text, embeds, parents }: Prepared, n: number, cast: Cast): boolean {
  if (normalise(cast.text) !== normalise(text) || cast.parent_hash !== (parents[n] ?? null)) return false;
  const shown = new Set(cast.embeds.flatMap(({ url }) => (url ? [addressOf(url)] : [])));
  return embeds.every((url) => shown.has(addressOf(url)));
}

/** White space is what may be changed in a text. */
const normalise = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

const addressOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

/** The account's casts since the call, oldest first. */
async function listSince(
  channel: PublishRequest['channel'],
  { before }: Prepared,
  ctx: ProviderContext,
): Promise<{ casts: Cast[]; complete: boolean }> {
  const known = new Set(before);
  const casts: Cast[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: { casts?: Cast[]; next?: { cursor?: string | null } } = await call(
      channel,
      ctx,
      'feed/user/casts/',
      { query: { fid: fidOf(channel), limit: PAGE, include_replies: 'true', cursor } },
    );
    const shown = answer.casts ?? [];
    const end = shown.findIndex(({ hash }) => known.has(hash));
    casts.push(...(end < 0 ? shown : shown.slice(0, end)));
    cursor = answer.next?.cursor || null;
    if (end >= 0 || !cursor) return { casts: casts.toReversed(), complete: true };
  }
  return { casts: casts.toReversed(), complete: false };
}

/** A repeat has the same keys, so for as long as these are trusted, it makes nothing twice. */
export const verify: Provider['verify'] = async (request, { prepared, sentAt, isTaken }, ctx) => {
  const parts = prepared as Prepared;
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
  const forMs = KEY_MS - (ctx.now().getTime() - sentAt.getTime());
  const evidence = made.length
    ? `${made.length} of the ${steps} casts are out`
    : `None of the account's ${seen} casts since the call is this one`;
  if (forMs > 0) return { status: 'repeatable', evidence, forMs };
  if (similar) {
    return {
      status: 'unknown',
      reason: `The cast at ${castUrl(request.channel, similar)} has the same words; check whether it is this one`,
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
