/**
 * Whether a call with an unknown outcome took effect: looks for the text among the newest posts of the
 * submolt and of the agent, or among the comments of the post.
 *
 * A post that was asked a question whose code got lost with the answer can never be verified: it is hidden
 * permanently, so it is not found, and another one may be sent.
 */
import type {
  Channel,
  Provider,
  ProviderContext,
  Published,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { isBefore, verdictOn, type Likeness } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { PAGE, postUrl, readComments, readFeed, readOwn, statusOf, type Comment, type Post } from './api.ts';
import type { Prepared } from './prepare.ts';
import { ANSWERED_WITHIN_MS } from './publish.ts';
import { isOpen, isVisible } from './publish/visible.ts';

/** How far Moltbook's clock may be from ours. */
const CLOCKS_MS = 10 * 60_000;
/** Until nothing that is hidden now can become visible any more. */
const LATE_MS = ANSWERED_WITHIN_MS + 60_000;

type Reads = { readonly channel: Channel; readonly attempt: SentAttempt; readonly ctx: ProviderContext };

/** Never `repeatable`: Moltbook has no key that would make a repeat safe. */
export const verify: Provider['verify'] = ({ channel }, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const reads = { channel, attempt, ctx };
  return prepared.kind === 'post' ? findPost(reads, prepared) : findComment(reads, prepared);
};

/** The agent's own, by its name; an answer that leaves it out does not decide. */
const isOwn = ({ channel }: Reads, { author }: Post | Comment): boolean =>
  (author?.name ?? channel.internalId) === channel.internalId;

const isOlder = ({ attempt }: Reads, { created_at: at }: Post | Comment): boolean =>
  isBefore(at, attempt.sentAt, CLOCKS_MS);

const madeAt = ({ created_at: at }: Post | Comment): number => Date.parse(at ?? '') || 0;

const later = <T extends Post | Comment>(reads: Reads, all: readonly T[]): T[] =>
  all.filter((one) => one.id && !isOlder(reads, one)).toSorted((a, b) => madeAt(a) - madeAt(b));

const textOf = ({ title, content }: Pick<Post, 'title' | 'content'>): string =>
  `${title ?? ''}\n${content ?? ''}`;

/**
 * Everybody sees what is in the feed; for what only the agent's own list has, its page shows whether it is
 * visible. (What is permanently hidden, nobody sees.)
 */
async function findPost(
  reads: Reads,
  { submolt, title, content }: Extract<Prepared, { kind: 'post' }>,
): Promise<VerifyResult> {
  const { channel, attempt, ctx } = reads;
  const feed = await readFeed(channel, submolt, ctx);
  const own = await readOwn(channel, ctx);
  if (!own) return { status: 'unknown', reason: 'Moltbook does not list the posts of the agent' };
  const open = new Set(feed.filter((post) => isOpen(statusOf(post))).map(({ id }) => id));
  const posts = later(reads, [...new Map([...own, ...feed].map((post) => [post.id, post])).values()]);
  const show = ({ id = '' }: Post): Published => ({ id, url: postUrl(id), ref: { postId: id } });
  const likenessOf = (post: Post): Likeness =>
    isOwn(reads, post) ? compareWords(textOf({ title, content }), textOf(post)) : 'other';
  const hidden = new Set<string | undefined>();
  for (const post of posts) {
    const { id = '' } = post;
    if (open.has(id) || likenessOf(post) !== 'same words' || attempt.isTaken?.(show(post))) continue;
    const seen = await isVisible(channel, { id, postId: id, kind: 'post', submolt }, ctx);
    if (seen === 'not known') {
      return {
        status: 'unknown',
        reason: `Moltbook has ${postUrl(id)}, but does not say whether it shows it`,
      };
    }
    if (seen !== 'yes') hidden.add(id);
  }
  const isWhole = feed.length < PAGE || [...feed, ...own].some((post) => isOlder(reads, post));
  return verdictOn(
    { posts, complete: isWhole },
    {
      likenessOf: (post) => (hidden.has(post.id) ? 'other' : likenessOf(post)),
      show,
      isTaken: attempt.isTaken,
      noun: `posts of m/${submolt} and of the agent`,
      afterMs: LATE_MS,
    },
  );
}

async function findComment(
  reads: Reads,
  { postId, parent, content }: Extract<Prepared, { kind: 'comment' }>,
): Promise<VerifyResult> {
  const { comments, complete } = await readComments(reads.channel, postId, reads.ctx);
  return verdictOn(
    { posts: later(reads, comments), complete },
    {
      likenessOf: (comment) =>
        isOwn(reads, comment) && (comment.parent_id ?? null) === parent && isOpen(statusOf(comment))
          ? compareWords(content, comment.content ?? '')
          : 'other',
      show: ({ id = '' }): Published => ({ id, url: postUrl(postId), ref: { postId } }),
      isTaken: reads.attempt.isTaken,
      noun: 'comments of the post',
      afterMs: LATE_MS,
    },
  );
}

/** The agent's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  ((await readOwn(channel, ctx)) ?? []).flatMap(({ id, created_at: at, title, content }) =>
    id ? [{ id, url: postUrl(id), at, text: `${title ?? ''}\n${content ?? ''}` }] : [],
  );
