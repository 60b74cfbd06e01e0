/** What `prepare` leaves for the one call: one form for each kind of post. */
import type { Json } from '../_kit/contract.ts';

/** A post: the body of POST /2/tweets. */
export interface PreparedPost {
  readonly kind: 'post';
  readonly body: {
    readonly [key: string]: Json | undefined;
    readonly text?: string;
    readonly media?: { media_ids: string[]; tagged_user_ids?: string[] };
    readonly reply?: { in_reply_to_tweet_id: string };
    readonly quote_tweet_id?: string;
    readonly poll?: { options: string[]; duration_minutes: number };
  };
}

/** An article: its draft is on X already, and publishing it is the one call. */
export interface PreparedArticle {
  readonly kind: 'article';
  readonly articleId: string;
  readonly title: string;
}

/** A draft of an article: creating it is the one call. */
export interface PreparedDraft {
  readonly kind: 'draft';
  readonly body: { readonly [key: string]: Json };
}

/** Stored with the `sent` mark. */
export type Prepared = PreparedPost | PreparedArticle | PreparedDraft;
