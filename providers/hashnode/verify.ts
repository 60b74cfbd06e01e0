/**
 * Whether a publish call with an unknown outcome took effect: while the draft is there, it did not; then the
 * post is looked for by its text among the newest ones of the publication.
 */
import type { Provider } from '../_kit/contract.ts';
import { isBefore, verdictOn } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { ask, toPublished, type Connection, type Post } from './api.ts';
import { fingerprintOf } from './payload.ts';
import { hasDraft, type Prepared } from './prepare.ts';

/**
 * Longer than an answer may be old (25 seconds), so that a look counts which cannot be of before the call.
 */
const CACHED_MS = 40_000;
/** Between Hashnode's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;

const NEWEST = `query NewestPosts($id: ObjectId!) {
  publication(id: $id) {
    posts(first: 20) { edges { node { id url title publishedAt content { markdown } } } }
  }
}`;
const RECENT = `query RecentPosts($username: String!) {
  user(username: $username) { posts(first: 10) { edges { node { id url } } } }
}`;

interface ReadPost extends Post {
  readonly title: string;
  readonly publishedAt: string;
  readonly content: { readonly markdown: string };
}

export const verify: Provider['verify'] = async ({ channel }, attempt, ctx) => {
  const { draftId, publicationId, title, words: sentText } = attempt.prepared as Prepared;
  if (await hasDraft(channel, draftId, ctx)) {
    return {
      status: 'repeatable',
      evidence: 'Hashnode still has the draft, which makes one post at most',
      afterMs: CACHED_MS,
    };
  }
  const { publication } = await ask<{ publication: { posts: Connection<ReadPost> } | null }>(channel, ctx, {
    document: NEWEST,
    variables: { id: publicationId },
  });
  const posts = (publication?.posts.edges ?? [])
    .map(({ node }) => node)
    .filter(({ publishedAt }) => !isBefore(publishedAt, attempt.sentAt, CLOCKS_MS));
  const verdict = verdictOn<ReadPost>(
    { posts: posts.toReversed(), complete: true },
    {
      likenessOf(post) {
        const likeness = compareWords(title, post.title);
        return likeness === 'same words' && fingerprintOf(post.content.markdown) !== sentText
          ? 'like it'
          : likeness;
      },
      show: toPublished,
      isTaken: attempt.isTaken,
      noun: 'posts of the publication',
      // The draft is gone: it was published or deleted.
    },
  );
  return verdict.status === 'absent'
    ? {
        status: 'unknown',
        reason: 'Hashnode has the draft no more, and shows no post with its words: look at the publication',
      }
    : verdict;
};

/** What the person published last, in any publication. */
export const recent: NonNullable<Provider['recent']> = async ({ credentials, profile }, ctx) => {
  const { user } = await ask<{ user: { posts: Connection<Post> } | null }>({ credentials }, ctx, {
    document: RECENT,
    variables: { username: profile ?? '' },
  });
  return (user?.posts.edges ?? []).map(({ node: { id, url } }) => ({ id, url }));
};
