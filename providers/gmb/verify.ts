/** Whether a call with an unknown outcome took effect: looks for the post's words among those of the location. */
import type { Provider, VerifyResult } from '../_kit/contract.ts';
import { call, listPosts, toPublished, type LocalPost } from './api.ts';

const PAGE = 100;
const MOST_PAGES = 5;
const RECENT = 10;
/** Between Google's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;
/** Google may still be taking in a request whose connection broke: it fetches the photo first. */
const LATE_MS = 5 * 60_000;

const normalise = (text: string | undefined): string =>
  (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();

export const verify: Provider['verify'] = async ({ channel, item }, attempt, ctx) => {
  const known = (attempt.ref as { name?: string } | null)?.name;
  if (known) {
    const post = await call<LocalPost>(channel, ctx, ['posts', `v4/${known}`]);
    return verdictOn({ ...post, name: known });
  }
  const sent = attempt.prepared as LocalPost;
  const since = attempt.sentAt.getTime() - CLOCKS_MS;
  const isLater = ({ createTime }: LocalPost): boolean => Date.parse(createTime ?? '') >= since;
  const { posts, complete } = await listPosts(channel, ctx, {
    size: PAGE,
    goesOn: (page, pages) => page.every(isLater) && pages < MOST_PAGES,
  });
  const later = posts.filter(isLater);
  const found = later.find(
    (post) =>
      normalise(post.summary) === normalise(sent.summary) &&
      post.topicType === sent.topicType &&
      normalise(post.event?.title) === normalise(sent.event?.title) &&
      (post.media?.length ?? 0) === item.media.length &&
      post.state !== 'REJECTED' &&
      !attempt.isTaken?.(toPublished(post)),
  );
  if (found) return verdictOn(found, true);
  return complete || later.length < posts.length
    ? {
        status: 'absent',
        evidence: `None of the location's ${later.length} posts since the call is this one`,
        afterMs: LATE_MS,
      }
    : {
        status: 'unknown',
        reason: 'The location has many newer posts; look for this one in Business Profile',
      };
};

/** A post that Google still looks at may yet be rejected; one that was rejected is shown to nobody. */
function verdictOn(post: LocalPost, byWords = false): VerifyResult {
  if (post.state === 'LIVE') return { status: 'found', published: toPublished(post), byWords };
  return post.state === 'REJECTED'
    ? { status: 'absent', evidence: 'Google rejected the post because of its content policy' }
    : { status: 'unknown', reason: 'Google is still looking at the post' };
}

/** The location's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { posts } = await listPosts(channel, ctx, { size: RECENT, goesOn: () => false });
  return posts.map((post) => {
    const { id, url } = toPublished(post);
    return { id, url: url ?? '', at: post.createTime, text: post.summary ?? '' };
  });
};
