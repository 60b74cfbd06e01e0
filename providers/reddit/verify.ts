/**
 * Whether calls with an unknown outcome took effect: reads the account's own list of submissions or comments,
 * newest first, back to what was the newest before the call, so that no clocks are compared.
 */
import type {
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { pick, readSince, type Likeness, type Listed } from '../_kit/lookup.ts';
import { atSeconds, compareWords } from '../_kit/recent.ts';
import { absolute, accessOf, call, toPublished, usernameOf } from './api.ts';
import type { ApiCall, Comment, Listing, Made, Post } from './api.ts';
import { ageOf, type Draft, type Prepared } from './prepare.ts';

const PAGE = 100;
/** A listing ends after a thousand things. */
const MAX_PAGES = 10;
const RECENT = 20;

/** How long after the call something may still appear: Reddit gives up on a request within a minute. */
const LATE_MS = 2 * 60_000;
/**
 * Submissions with a file appear once it is processed; for videos, Reddit documents that this may take long.
 */
const LATE_PICTURE_MS = 15 * 60_000;
const LATE_VIDEO_MS = 60 * 60_000;

/** A submission or a comment of the account. */
type Thing = Post | Comment;

/** What is looked for: a part, but none of the posts that are other items'. */
export interface Sought {
  readonly prepared: Prepared;
  readonly isTaken?: SentAttempt['isTaken'];
}

/** What a look found of a part, in the order of its subreddits. */
export interface Found {
  readonly made: readonly Made[];
  /** Things since the call, and whether these are all. */
  readonly seen: number;
  readonly complete: boolean;
  /** The URL of something that may be the first one that was not found, changed since. */
  readonly similar: string | null;
}

/**
 * Finds what a part has made: in each subreddit, in their order, up to the first that is missing. Anything
 * earlier in the list belongs to something else, because one call follows the other.
 */
export async function findMade(
  { channel }: Pick<PublishRequest, 'channel'>,
  { prepared, isTaken }: Sought,
  ctx: ProviderContext,
): Promise<Found> {
  const { posts: things, complete } = await listSince(channel, prepared, ctx);
  const made: Made[] = [];
  const steps = prepared.parents.length || prepared.submissions.length;
  const show = (thing: Thing): Published => toPublished([toMade(thing)]);
  let rest = things;
  let similar: Thing | undefined;
  let after = 0;
  while (made.length < steps) {
    // Files are processed in any order, and their ids are their own.
    const isFile = Boolean(prepared.submissions[made.length]?.assets.length);
    const step = pick(
      rest.filter(({ name }) => isFile || ageOf(name) > after),
      { likenessOf: (thing) => likenessOf(prepared, made.length, thing), show, isTaken },
    );
    const { found } = step;
    [similar] = step.similar;
    if (!found) break;
    if (!isFile) after = ageOf(found.name);
    made.push(toMade(found));
    rest = rest.filter((one) => one !== found);
  }
  return { made, seen: things.length, complete, similar: absolute(similar?.permalink) };
}

const toMade = ({ name, permalink }: Thing): Made => ({ name, url: absolute(permalink) });

/** Never `repeatable` for a part of one submission: Reddit has no key that would make a repeat safe. */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = (attempt.ref ?? attempt.prepared) as Prepared;
  const found = await findMade(request, { prepared, isTaken: attempt.isTaken }, ctx);
  const steps = prepared.parents.length || prepared.submissions.length;
  if (found.made.length === steps) {
    return { status: 'found', published: toPublished(found.made), byWords: !hasFiles(prepared) };
  }
  if (attempt.ref !== null) {
    return { status: 'unknown', reason: 'Reddit has accepted the post, but does not show it yet' };
  }
  return assessMissing(prepared, found, steps);
};

function assessMissing(prepared: Prepared, found: Found, steps: number): VerifyResult {
  const { made, seen, complete, similar } = found;
  if (!complete) {
    return {
      status: 'unknown',
      reason: `The account has made more than ${seen} posts since then; check the profile`,
    };
  }
  if (similar) {
    return {
      status: 'unknown',
      reason: `The post at ${similar} resembles this one; check whether it is the same`,
    };
  }
  const afterMs = lateMs(prepared);
  // A repeat looks for what is published, and goes on after it.
  return made.length
    ? { status: 'repeatable', evidence: `${made.length} of the ${steps} submissions are published`, afterMs }
    : {
        status: 'absent',
        evidence: `None of the account's ${seen} posts since the call is this one`,
        afterMs,
      };
}

const hasFiles = ({ submissions }: Prepared): boolean =>
  submissions.length > 0 && submissions.every(({ assets }) => assets.length > 0);

function lateMs({ submissions }: Prepared): number {
  const kinds = submissions.map(({ kind }) => kind);
  if (kinds.some((kind) => kind === 'video' || kind === 'videogif')) return LATE_VIDEO_MS;
  return kinds.some((kind) => kind === 'image' || kind === 'gallery') ? LATE_PICTURE_MS : LATE_MS;
}

/** How a thing relates to what the `n`th call of the part makes. A text may have been edited since. */
function likenessOf({ text, parents, submissions }: Prepared, n: number, thing: Thing): Likeness {
  const parent = parents[n];
  if (parent) {
    return 'parent_id' in thing && thing.parent_id === parent ? compareWords(text, thing.body) : 'other';
  }
  const draft = submissions[n];
  if (!draft || !('title' in thing) || !isSame(draft.sr, thing.subreddit)) return 'other';
  if (holdsUpload(draft, thing)) return 'ours';
  // The upload of another submission, with any title.
  if (draft.assets.length && showsUpload(thing)) return 'other';
  const title = compareWords(draft.title, thing.title);
  if (draft.crosspost || thing.crosspost_parent) {
    return draft.crosspost === thing.crosspost_parent ? title : 'other';
  }
  if (title === 'other' || (thing.is_self && draft.kind !== 'self')) return 'other';
  const isAll =
    draft.kind === 'self'
      ? thing.is_self && compareWords(text || draft.title, thing.selftext || thing.title) === 'same words'
      : !draft.assets.length && isSameUrl(thing.url, draft.url ?? '');
  return title === 'same words' && isAll ? 'same words' : 'like it';
}

const showsUpload = ({ url, media_metadata }: Post): boolean =>
  Boolean(media_metadata) || /^https?:\/\/[iv]\.redd\.it\//.test(url);

/** Recorded: `i.redd.it/ID.png`, `v.redd.it/ID`, and the ids of a gallery's pictures. */
function holdsUpload({ assets }: Draft, { url, media_metadata }: Post): boolean {
  const [first] = assets;
  if (!first) return false;
  const held = new Set([...url.split(/[/.?]/), ...Object.keys(media_metadata ?? {})]);
  return held.has(first.id);
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const isSameUrl = (a: string, b: string): boolean =>
  a === b || (URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href);

/**
 * Things of the account after the newest one before the call; a pinned one comes first, and is not marked as
 * such.
 */
async function listSince(
  channel: PublishRequest['channel'],
  { parents, newest }: Prepared,
  ctx: ProviderContext,
): Promise<Listed<Thing>> {
  const path = `/user/${encodeURIComponent(usernameOf(channel))}/${parents.length ? 'comments' : 'submitted'}`;
  const { posts, complete } = await readSince<Thing>({
    async read(after) {
      const query: ApiCall['query'] = { sort: 'new', limit: PAGE, after };
      const { body } = await call<Listing<Thing>>(accessOf(channel), ctx, path, { query });
      return { items: body.data.children.map(({ data }) => data), next: body.data.after };
    },
    isBefore: ({ name }) => ageOf(name) <= ageOf(newest),
    mostPages: MAX_PAGES,
  });
  return { posts: posts.toSorted((a, b) => ageOf(a.name) - ageOf(b.name)), complete };
}

/** The account's newest submissions. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { body } = await call<Listing<Post>>(
    accessOf(channel),
    ctx,
    `/user/${encodeURIComponent(usernameOf(channel))}/submitted`,
    { query: { sort: 'new', limit: RECENT } },
  );
  return body.data.children.map(({ data }) => ({
    id: data.id,
    url: absolute(data.permalink) ?? data.url,
    at: atSeconds(data.created_utc),
    text: `${data.title}\n${data.selftext}`,
  }));
};
