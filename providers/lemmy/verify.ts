/**
 * Whether calls with an unknown outcome took effect: reads the account's own list at its instance, newest
 * first, back to what was the newest before the call, so that no clocks are compared. A post to a community
 * on another instance is there at once too; the other instance gets it later.
 */
import type {
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { pick, type Likeness, type Listed } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { urlOf, openSite, toMade, toPublished, type Made, type Site } from './api.ts';
import { PAGE, readNumbers, readOwn, type Kind, type Thing } from './api/own-list.ts';
import { stepsOf, type Prepared } from './prepare.ts';
import { readDetails } from './schema.ts';

const MAX_PAGES = 10;
const RECENT = 20;
/** How long after the call something may still appear: an instance gives up on a request within a minute. */
const LATE_MS = 2 * 60_000;

/** What a look found of a part, in the order of its communities. */
interface Found {
  readonly made: readonly Made[];
  /** How many things since the call, and whether these are all. */
  readonly seen: number;
  readonly complete: boolean;
  /** The URL of what may be the first one that was not found: changed since, or taken down. */
  readonly similar: string | null;
}

/** Whose part is looked for, and which posts are known to be those of other items. */
interface Sought {
  readonly channel: PublishRequest['channel'];
  readonly prepared: Prepared;
  readonly isTaken?: SentAttempt['isTaken'];
}

/** Finds what a part has made: of each community, in their order, up to the first that is missing. */
export async function findMade(
  site: Site,
  { channel, prepared, isTaken }: Sought,
  ctx: ProviderContext,
): Promise<Found> {
  const { posts: things, complete } = await listSince(site, { channel, prepared }, ctx);
  const show = (thing: Thing): Published => toPublished(site.baseUrl, [toMade(thing)]);
  const made: Made[] = [];
  let rest = things;
  let similar: Thing | undefined;
  while (made.length < stepsOf(prepared)) {
    const step = pick(rest, {
      likenessOf: (thing) => likenessOf(prepared, made.length, thing),
      show,
      isTaken,
    });
    const { found } = step;
    [similar] = step.similar;
    if (!found) break;
    made.push(toMade(found));
    // One call follows the other, so what came before belongs to something else.
    rest = rest.filter(({ id }) => id > found.id);
  }
  return {
    made,
    seen: things.length,
    complete,
    similar: similar ? urlOf(site.baseUrl, toMade(similar)) : null,
  };
}

const isHidden = ({ deleted, removed }: Thing): boolean => deleted || removed;

const kindOf = ({ parents }: Prepared): Kind => (parents.length ? 'comments' : 'posts');

export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const { channel } = request;
  const site = await openSite(channel, ctx);
  const found = await findMade(site, { channel, prepared, isTaken: attempt.isTaken }, ctx);
  if (found.made.length === stepsOf(prepared)) {
    const byWords = !prepared.drafts.length || prepared.drafts.some(({ isPicture }) => !isPicture);
    return { status: 'found', published: toPublished(site.baseUrl, found.made), byWords };
  }
  const numbers = await readNumbers(site, readDetails(channel).personId, ctx);
  return assessMissing(prepared, found, numbers[kindOf(prepared)] - prepared.count);
};

/** `added`: how many posts (or comments) the account has more than before. */
function assessMissing(prepared: Prepared, found: Found, added: number): VerifyResult {
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
      reason: `The post at ${similar} resembles this one, or was taken down; check whether it is the same`,
    };
  }
  // The account's own settings hide posts: those that are not safe for work, or in other languages.
  if (added > seen) {
    return {
      status: 'unknown',
      reason:
        `The account has ${added} new posts, but its list shows ${seen}: its settings hide some of them. ` +
        'Check the communities',
    };
  }
  // A repeat looks for what is published, and goes on after it.
  return made.length
    ? {
        status: 'repeatable',
        evidence: `${made.length} of the ${stepsOf(prepared)} posts are published`,
        afterMs: LATE_MS,
      }
    : {
        status: 'absent',
        evidence: `None of the account's ${seen} posts since the call is this one`,
        afterMs: LATE_MS,
      };
}

/**
 * How a thing relates to what the `n`th call of the part makes. One that was taken down has lost its text.
 */
function likenessOf({ text, parents, drafts }: Prepared, n: number, thing: Thing): Likeness {
  const parent = parents[n];
  if (parent) {
    if (!('content' in thing) || !answers(parent, thing)) return 'other';
    return isHidden(thing) ? 'like it' : compareWords(text, thing.content, tidy);
  }
  const draft = drafts[n];
  if (!draft || 'content' in thing || thing.community_id !== draft.communityId) return 'other';
  if (isHidden(thing)) return 'like it';
  if (draft.isPicture && thing.url === draft.url) return 'ours';
  const title = compareWords(draft.title, thing.name);
  if (title === 'other') return 'other';
  const isAll =
    compareWords(text || draft.title, thing.body || thing.name, tidy) === 'same words' &&
    isSameUrl(thing.url ?? '', draft.url ?? '');
  return title === 'same words' && isAll && !draft.isPicture ? 'same words' : 'like it';
}

/** The path of a comment ends with its own id, after that of the one that it answers (0: the post). */
function answers(parent: Made, { post_id: post, path }: Extract<Thing, { path: string }>): boolean {
  return post === parent.post && path.split('.').at(-2) === String(parent.comment ?? 0);
}

/** An instance may proxy pictures, which changes their URLs in a text. */
const tidy = (text: string): string => text.replaceAll(/(!\[(?:[^\]\\]|\\.)*\])\([^)]*\)/g, '$1');

/** Lemmy removes from a URL what only shows where a reader came from, so the query does not count. */
function isSameUrl(a: string, b: string): boolean {
  if (!URL.canParse(a) || !URL.canParse(b)) return a === b;
  const bare = ({ origin, pathname }: URL): string => `${origin}${pathname}`;
  return bare(new URL(a)) === bare(new URL(b));
}

/** Things of the account with greater ids than before the call, back to a page that has none. */
async function listSince(
  site: Site,
  { channel, prepared }: { channel: PublishRequest['channel']; prepared: Prepared },
  ctx: ProviderContext,
): Promise<Listed<Thing>> {
  const query = { personId: readDetails(channel).personId, kind: kindOf(prepared), limit: PAGE };
  const later: Thing[] = [];
  let from: string | null = null;
  let complete = false;
  for (let page = 0; page < MAX_PAGES && !complete; page++) {
    const read: Awaited<ReturnType<typeof readOwn>> = await readOwn(site, { ...query, from }, ctx);
    const added = read.things.filter(({ id }) => id > prepared.newest);
    later.push(...added);
    from = read.next;
    complete = !added.length || from === null;
  }
  return { posts: later.toSorted((a, b) => a.id - b.id), complete };
}

/** The account's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const site = await openSite(channel, ctx);
  const { personId } = readDetails(channel);
  const { things } = await readOwn(site, { personId, kind: 'posts', limit: RECENT, from: null }, ctx);
  return things
    .filter((thing) => !isHidden(thing))
    .toSorted((a, b) => b.id - a.id)
    .map((thing) => {
      const { id, url } = toPublished(site.baseUrl, [toMade(thing)]);
      return { id, url: thing.ap_id ?? url ?? '' };
    });
};
