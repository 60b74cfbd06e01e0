/**
 * Whether a call with an unknown outcome took effect: looks at the wall, or below the post, back to what was
 * the newest before the call. Where it is not there, the same key makes a repeat harmless for a while; VK
 * does not say for how long, so after some minutes only the wall counts.
 */
import type { Provider, ProviderContext, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { atSeconds } from '../_kit/recent.ts';
import { mediaOf, ownerOf, toPublished, type VkRef, type WallItem } from './api.ts';
import { PAGE, readWall } from './api/wall.ts';
import type { Prepared } from './prepare.ts';

/** How long a key is relied on. */
const KEY_MS = 10 * 60_000;
/** When a call that broke off is over, so that no two with the same key run at once. */
const KEY_AFTER_MS = 30_000;
/** How long after the call something may still appear. */
const LATE_MS = 2 * 60_000;
const MOST_PAGES = 5;
const RECENT = 20;

const refFor = (channel: PublishRequest['channel'], post: number | null, id: number): VkRef => ({
  owner: ownerOf(channel),
  post: post ?? id,
  comment: post === null ? null : id,
});

export const verify: Provider['verify'] = async ({ channel }, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const { items, complete } = await listSince(channel, prepared, ctx);
  const free = items.filter(({ id = 0 }) => !isTaken(attempt, refFor(channel, prepared.post, id)));
  const found = free.find((item) => !isGone(item) && isSame(prepared, item));
  if (found?.id) {
    const published = toPublished(refFor(channel, prepared.post, found.id));
    return { status: 'found', published, byWords: !prepared.attachments.length };
  }
  const forMs = attempt.sentAt.getTime() + KEY_MS - ctx.now().getTime();
  const seen = `None of the ${items.length} posts since the call is this one`;
  if (forMs > 0) {
    const evidence = `${seen}; VK does not publish the same key twice`;
    return { status: 'repeatable', evidence, forMs, afterMs: KEY_AFTER_MS };
  }
  if (!complete) {
    return {
      status: 'unknown',
      reason: `There are more than ${items.length} posts since then; check the wall`,
    };
  }
  // A text that VK shows in another way, or a post that somebody has deleted.
  const similar = free.find(isGone) ?? free.find((item) => beginsSame(prepared, item));
  if (similar?.id) {
    const { url } = toPublished(refFor(channel, prepared.post, similar.id));
    return {
      status: 'unknown',
      reason: `The post at ${url} resembles this one, or was deleted; check whether it is the same`,
    };
  }
  return { status: 'absent', evidence: seen, afterMs: LATE_MS };
};

const isTaken = (attempt: SentAttempt, ref: VkRef): boolean => attempt.isTaken?.(toPublished(ref)) ?? false;

const isGone = ({ is_deleted: post, deleted: comment }: WallItem): boolean => Boolean(post || comment);

/** Its files are its own; only a text may be another item's. */
function isSame({ text, attachments }: Prepared, item: WallItem): boolean {
  const media = mediaOf(item);
  if (attachments.length) return attachments.every((one) => media.includes(one));
  return !media.some((one) => /^(photo|video)/.test(one)) && normalise(item.text ?? '') === normalise(text);
}

const BEGINNING = 40;
const beginsSame = ({ text }: Prepared, item: WallItem): boolean =>
  text !== '' && normalise(item.text ?? '').slice(0, BEGINNING) === normalise(text).slice(0, BEGINNING);

const normalise = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

async function listSince(
  channel: PublishRequest['channel'],
  { post, newest }: Prepared,
  ctx: ProviderContext,
): Promise<{ items: WallItem[]; complete: boolean }> {
  const items: WallItem[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const read = await readWall(channel, { post, count: PAGE, offset: page * PAGE }, ctx);
    const later = read.filter(({ id = 0 }) => id > newest);
    items.push(...later);
    if (!later.length || read.length < PAGE) return { items, complete: true };
  }
  return { items, complete: false };
}

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
