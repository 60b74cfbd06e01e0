/**
 * Whether a call with an unknown outcome took effect: looks at the wall, or below the post, back to what was
 * the newest before the call. Where it is not there, the same key makes a repeat harmless for a while; VK
 * does not document for how long, so after some minutes only the wall counts.
 */
import type { Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { ageMs, readSince, verdictOn, type Likeness, type Listed } from '../_kit/lookup.ts';
import { atSeconds, compareWords } from '../_kit/recent.ts';
import { mediaOf, ownerOf, toPublished, type VkRef, type WallItem } from './api.ts';
import { PAGE, readWall } from './api/wall.ts';
import type { Prepared } from './prepare.ts';

/** How long a key is relied on. */
const KEY_MS = 10 * 60_000;
/** When a call that broke off is over, so that no two with the same key run at once. */
const KEY_AFTER_MS = 30_000;
/** How long after the call something may still appear. */
const LATE_MS = 2 * 60_000;
const MAX_PAGES = 5;
const RECENT = 20;

const refFor = (channel: PublishRequest['channel'], post: number | null, id: number): VkRef => ({
  owner: ownerOf(channel),
  post: post ?? id,
  comment: post === null ? null : id,
});

export const verify: Provider['verify'] = async ({ channel }, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const { post } = prepared;
  const listed = await listSince(channel, prepared, ctx);
  const verdict = verdictOn(listed, {
    likenessOf: (item) => (isOwn(channel, item) ? likenessOf(prepared, item) : 'other'),
    show: ({ id = 0 }) => toPublished(refFor(channel, post, id)),
    isTaken: attempt.isTaken,
    noun: post === null ? 'posts of the wall' : 'comments there',
    afterMs: LATE_MS,
  });
  const forMs = KEY_MS - ageMs(attempt);
  if (verdict.status === 'found' || forMs <= 0) return verdict;
  const evidence = `Not among ${listed.posts.length} since the call; VK does not publish the same key twice`;
  return { status: 'repeatable', evidence, forMs, afterMs: KEY_AFTER_MS };
};

/** A person who may write for a community may also comment as a person, but we do not. */
const isOwn = (channel: PublishRequest['channel'], { from_id: from }: WallItem): boolean =>
  from === undefined || from === ownerOf(channel);

/** Its files are its own. A deleted one cannot be distinguished from it. */
function likenessOf({ text, attachments }: Prepared, item: WallItem): Likeness {
  if (isGone(item)) return 'like it';
  const media = mediaOf(item).filter((one) => /^(photo|video)/.test(one));
  if (attachments.some((one) => media.includes(one))) return 'ours';
  if (attachments.length && media.length) return 'other';
  const likeness = compareWords(text, item.text ?? '');
  return likeness === 'same words' && (attachments.length || media.length) ? 'like it' : likeness;
}

const isGone = ({ is_deleted: post, deleted: comment }: WallItem): boolean => Boolean(post || comment);

/** VK counts from the newest, so only an empty page is certainly the last. */
const listSince = (
  channel: PublishRequest['channel'],
  { post, newest }: Prepared,
  ctx: ProviderContext,
): Promise<Listed<WallItem>> =>
  readSince<WallItem>({
    async read(from) {
      const offset = Number(from ?? 0);
      const items = await readWall(channel, { post, count: PAGE, offset }, ctx);
      return { items, next: items.length ? String(offset + items.length) : null };
    },
    isBefore: ({ id = 0 }) => id <= newest,
    isPinned: ({ is_pinned: pinned }) => pinned === 1,
    mostPages: MAX_PAGES,
  });

/** The newest posts of the wall. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const items = await readWall(channel, { post: null, count: RECENT }, ctx);
  return items
    .filter((item) => !isGone(item))
    .toSorted((a, b) => (b.id ?? 0) - (a.id ?? 0))
    .map((item) => {
      const { id, url } = toPublished(refFor(channel, null, item.id ?? 0));
      return { id, url: url ?? '', at: atSeconds(item.date), text: item.text ?? '' };
    });
};
