/**
 * Whether a call with an unknown outcome took effect: looks for the post's text among the location's posts.
 */
import type { Provider, VerifyResult } from '../_kit/contract.ts';
import { isBefore, readSince, verdictOn } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { call, readPage, toPublished, type LocalPost } from './api.ts';

const PAGE = 100;
const MAX_PAGES = 5;
const RECENT = 10;
/** Between Google's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;
/** Google may still be taking in a request whose connection broke: it fetches the photo first. */
const LATE_MS = 5 * 60_000;

export const verify: Provider['verify'] = async ({ channel }, attempt, ctx) => {
  const known = (attempt.ref as { name?: string } | null)?.name;
  if (known) {
    const post = await call<LocalPost>(channel, ctx, ['posts', `v4/${known}`]);
    return verdictOnState({ ...post, name: known });
  }
  const sent = attempt.prepared as LocalPost;
  const listed = await readSince<LocalPost>({
    read: (token) => readPage(channel, { size: PAGE, token }, ctx),
    isBefore: ({ createTime }) => isBefore(createTime, attempt.sentAt, CLOCKS_MS),
    mostPages: MAX_PAGES,
  });
  const verdict = verdictOn(listed, {
    // One that was rejected is shown to nobody.
    likenessOf: (post) =>
      post.topicType !== sent.topicType || post.state === 'REJECTED'
        ? 'other'
        : compareWords(textOf(sent), textOf(post)),
    show: toPublished,
    isTaken: attempt.isTaken,
    noun: 'posts of the location',
    afterMs: LATE_MS,
  });
  if (verdict.status !== 'found') return verdict;
  const found = listed.posts.find(({ name }) => name === verdict.published.id);
  return verdictOnState(found ?? {}, true);
};

const textOf = ({ summary = '', event }: LocalPost): string => `${event?.title ?? ''}\n${summary}`;

/** A post that Google still looks at may yet be rejected; one that was rejected is shown to nobody. */
function verdictOnState(post: LocalPost, byWords = false): VerifyResult {
  if (post.state === 'LIVE') return { status: 'found', published: toPublished(post), byWords };
  return post.state === 'REJECTED'
    ? { status: 'absent', evidence: 'Google rejected the post because of its content policy' }
    : { status: 'unknown', reason: 'Google is still looking at the post' };
}

/** The location's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { items } = await readPage(channel, { size: RECENT, token: null }, ctx);
  return items.map((post) => {
    const { id, url } = toPublished(post);
    return { id, url: url ?? '', at: post.createTime, text: post.summary ?? '' };
  });
};
