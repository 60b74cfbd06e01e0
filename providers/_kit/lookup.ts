/** Looks in the list of an account's posts for one whose answer was lost. */
import type { Published, SentAttempt, VerifyResult } from './publishing.ts';

/**
 * How a post in a list relates to the one that was sent:
 *   ours        by an id, a key or a file that no other post has
 *   same words  it is this one, or that of another item with the same text
 *   like it     it cannot be distinguished from this one, because networks change text, or there is none
 *   other       another author's, or clearly a different one
 */
export type Likeness = 'ours' | 'same words' | 'like it' | 'other';

/** What a network lists since a call. */
export interface Listed<T> {
  /** Oldest first, before anything is left out. */
  readonly posts: readonly T[];
  /** Whether these are all: by what the network listed, not by what was left of it. */
  readonly complete: boolean;
}

interface Sought<T> {
  likenessOf(post: T): Likeness;
  show(post: T): Published;
  readonly isTaken?: SentAttempt['isTaken'] | undefined;
}

/** Of posts that are listed oldest first, the one that was sent, or else those that may be it. */
export function pick<T>(
  posts: readonly T[],
  { likenessOf, show, isTaken }: Sought<NoInfer<T>>,
): { readonly found: T | undefined; readonly byWords: boolean; readonly similar: readonly T[] } {
  const all = posts.map((post) => ({ post, likeness: likenessOf(post) }));
  const ours = all.find(({ likeness }) => likeness === 'ours');
  if (ours) return { found: ours.post, byWords: false, similar: [] };
  const free = all.filter(({ post, likeness }) => likeness !== 'other' && !isTaken?.(show(post)));
  // The oldest: of several items with the same text, the one that was sent first looks first.
  const same = free.find(({ likeness }) => likeness === 'same words');
  return same
    ? { found: same.post, byWords: true, similar: [] }
    : { found: undefined, byWords: false, similar: free.map(({ post }) => post) };
}

/**
 * The verdict of a look. `absent` only if every post since the call was seen, and each is another item's,
 * another author's, or clearly a different one.
 *
 * @param look `noun`: what was listed ("posts of the Page"); `afterMs`: as in `VerifyResult`; `outAs`: the
 *   network itself reports that it is published, as this many posts: if there are no more than these, they
 *   can only be this one's
 */
export function verdictOn<T>(
  { posts, complete }: Listed<T>,
  look: Sought<NoInfer<T>> & { readonly noun: string; readonly afterMs?: number; readonly outAs?: number },
): VerifyResult {
  const { found, byWords, similar } = pick(posts, look);
  if (found !== undefined) return { status: 'found', published: look.show(found), byWords };
  const [first] = similar;
  if (first !== undefined) {
    if (complete && similar.length <= (look.outAs ?? 0)) {
      return { status: 'found', published: look.show(first), byWords: true };
    }
    const { url, id } = look.show(first);
    return {
      status: 'unknown',
      reason: `The post at ${url ?? id} resembles this one; check whether it is the same`,
    };
  }
  if (!complete) {
    return {
      status: 'unknown',
      reason: `There are more than ${posts.length} ${look.noun} since then; check whether this one is among them`,
    };
  }
  return {
    status: 'absent',
    evidence: `None of the ${posts.length} ${look.noun} since the call is this one`,
    ...(look.afterMs === undefined ? {} : { afterMs: look.afterMs }),
  };
}

interface Pages<T> {
  /**
   * A page, from what the page before gave as `next`; null: the first page, or no other. A page that is
   * shorter than was asked for is not the last one by that.
   */
  read(from: string | null): Promise<{ readonly items: readonly T[]; readonly next: string | null }>;
  /** Certainly made before the call. */
  isBefore(post: T): boolean;
  /** Pinned to the top, at any age. */
  isPinned?(post: T): boolean;
  /** When a post was made, where the order of the network's list is not documented. */
  madeAt?(post: T): number;
  readonly mostPages: number;
}

/** Reads a list page by page back to the call; to its end, where it does not come newest first. */
export async function readSince<T>({
  read,
  isBefore: isOlder,
  isPinned,
  madeAt,
  mostPages,
}: Pages<T>): Promise<Listed<T>> {
  const posts: T[] = [];
  let from: string | null = null;
  let complete = false;
  for (let page = 0; page < mostPages && !complete; page++) {
    const { items, next }: { items: readonly T[]; next: string | null } = await read(from);
    posts.push(...items.filter((post) => !isOlder(post)));
    const last = items.findLast((post) => !isPinned?.(post));
    complete = next === null || (!madeAt && last !== undefined && isOlder(last));
    from = next;
  }
  return { posts: madeAt ? posts.toSorted((a, b) => madeAt(a) - madeAt(b)) : posts.toReversed(), complete };
}

/**
 * Whether a time that a network reports is certainly before a call; their clocks may differ by `marginMs`.
 */
export const isBefore = (time: string | number | undefined | null, sentAt: Date, marginMs: number): boolean =>
  new Date(time ?? Number.NaN).getTime() < sentAt.getTime() - marginMs;

/** For how long a post's call is ago, by the database's clock. */
export const ageMs = ({ sentAt, readAt }: Pick<SentAttempt, 'sentAt' | 'readAt'>): number =>
  readAt.getTime() - sentAt.getTime();

/** `verify` of a network that cannot be asked: a person decides, with a hint where to look. */
export const cannotLook = (reason: string) => async (): Promise<VerifyResult> => ({
  status: 'unknown',
  reason,
});
