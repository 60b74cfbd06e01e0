/**
 * The change of several posts of a series: what no longer waits, or another person has changed, stays as it
 * is.
 */
import { isApiError } from '../../api/client.ts';
import { select } from '../../components/series/change-series.ts';
import { rejoin } from '../../components/series/rejoin.ts';
import type { EditedPost } from './open-state.ts';
import { ChangedMeanwhile, readDetail, savePost, type Change, type Known } from './save-post.ts';

/** Why a post of a series stays as it is. */
export type Left = 'published' | 'deleted' | 'changed';
export interface Saved {
  readonly changed: number;
  readonly left: Readonly<Record<Left, number>>;
}

/** A series that was parted for a change. */
interface Parted {
  /** Where nothing came of the change. Resolves with the revision of the post that stands for the dates. */
  putBack(): Promise<number | undefined>;
}

/**
 * Parts the series now that the change is saved: before, a person may leave it. `known` gets the posts that
 * this makes.
 *
 * @param revision of the post that stands for a coming date, when it was read
 * @throws the API's error; `ChangedMeanwhile` where that post was changed since
 */
export async function partSeries(
  { id, date, scope, coming }: EditedPost,
  known: Known[],
  revision: number | undefined,
): Promise<Parted> {
  if (!coming && scope !== 'following') return { putBack: async () => undefined };
  const series = { id: coming?.post ?? id, date: coming?.date ?? date, isComing: Boolean(coming) };
  const posts = await select(series, scope ?? 'this', revision).catch(async (problem: unknown) => {
    if (!isApiError(problem) || problem.code !== 'revision_mismatch') throw problem;
    throw new ChangedMeanwhile(await readDetail(series.id), false);
  });
  for (const one of posts) {
    if (known.some((other) => other.id === one.id)) continue;
    known.push({ id: one.id, revision: one.revision, tried: [] });
  }
  const putBack = async (): Promise<number | undefined> => {
    let now: number | undefined;
    for (const one of posts.filter(({ parted }) => parted)) {
      const back = await rejoin(one.id).catch(() => null);
      now = back?.revision ?? now;
    }
    return coming && now;
  };
  return { putBack };
}

/**
 * Saves the change at its post, and the texts alone at the others. It may be repeated: `known` gets the
 * revisions that were saved, and the posts that joined the series meanwhile.
 *
 * @throws as `savePost`, for the first post; and the API's error where no post was changed
 */
export async function saveSeries(post: EditedPost, known: Known[], change: Change): Promise<Saved> {
  const { date, repeat, ...texts } = change;
  const left = { published: 0, deleted: 0, changed: 0 };
  let changed = 0;
  let refusal: unknown;
  const saveAll = async (posts: readonly Known[]): Promise<void> => {
    for (const one of posts) {
      const isFirst = one.id === post.id;
      try {
        const revision = await savePost(one, isFirst ? change : texts);
        known.splice(known.indexOf(one), 1, { id: one.id, revision, tried: [] });
        changed++;
      } catch (problem) {
        const why = whyLeft(problem);
        const isLost = isFirst && (why === 'changed' || date !== undefined || repeat !== undefined);
        if (!why || isLost || (known.length === 1 && !post.scope)) throw problem;
        left[why]++;
        refusal ??= problem;
      }
    }
  };
  await saveAll([...known]);
  if (left.published > 0 && post.scope) {
    const joined = await joinedTo({ ...post, scope: post.scope }, known);
    known.push(...joined);
    await saveAll(joined);
  }
  if (changed === 0) throw refusal;
  return { changed, left };
}

function whyLeft(problem: unknown): Left | null {
  if (problem instanceof ChangedMeanwhile) return 'changed';
  if (!isApiError(problem)) return null;
  return problem.code === 'post_locked' ? 'published' : problem.code === 'post_not_found' ? 'deleted' : null;
}

/** The posts that came into the series since it was read: the next one has the texts of the one before. */
async function joinedTo({ id, date, scope }: EditedPost, known: readonly Known[]): Promise<Known[]> {
  const posts = await select({ id, date, isComing: false }, 'all');
  return posts
    .filter((one) => !known.some((other) => other.id === one.id))
    .filter(({ publishDate }) => scope === 'all' || publishDate > date)
    .map((one) => ({ id: one.id, revision: one.revision, tried: [] }));
}
