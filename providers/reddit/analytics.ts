/** The numbers of an account and of a post, as Reddit shows them. */
import type { Metric, Provider } from '../_kit/contract.ts';
import type { NumberName } from '../_kit/number-names.ts';
import { Rejected } from '../_kit/errors.ts';
import { accessOf, call, namesOf, type Listing } from './api.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

interface Numbers {
  readonly score?: number;
  /** Of submissions only. */
  readonly num_comments?: number;
}

interface Me {
  readonly total_karma?: number;
  readonly link_karma?: number;
  readonly comment_karma?: number;
  readonly subreddit?: { readonly subscribers?: number } | null;
}

const metric = (label: NumberName, total: number | undefined): Metric[] =>
  // Reddit shows no score below zero for a submission, but the API has one for a comment.
  typeof total === 'number' ? [{ label, total: Math.max(0, Math.round(total)) }] : [];

/** Sums over the subreddits. A comment shows only its score. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const { body } = await call<Listing<Numbers>>(accessOf(channel), ctx, '/api/info/', {
    query: { id: namesOf(published).join(',') },
  });
  const all = body.data.children.map(({ data }) => data);
  if (!all.length) {
    throw new Rejected(sentence('no_longer_there', { network: 'Reddit' }), { networkCode: 'not_found' });
  }
  const sum = (pick: (one: Numbers) => number | undefined): number | undefined => {
    const known = all.map(pick).filter((value) => typeof value === 'number');
    return known.length ? known.reduce((total, value) => total + value, 0) : undefined;
  };
  return [
    ...metric(
      'Upvotes',
      sum(({ score }) => score),
    ),
    ...metric(
      'Comments',
      sum(({ num_comments: comments }) => comments),
    ),
  ];
};

export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const { body: me } = await call<Me>(accessOf(channel), ctx, '/api/v1/me');
  return [
    ...metric('Followers', me.subreddit?.subscribers),
    ...metric('Karma', me.total_karma),
    ...metric('Post karma', me.link_karma),
    ...metric('Comment karma', me.comment_karma),
  ];
};
