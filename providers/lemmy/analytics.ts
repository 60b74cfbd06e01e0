/** The numbers of an account and of a post, as its own instance knows them. */
import type { Metric, Provider } from '../_kit/contract.ts';
import { call, madeOf, openSite } from './api.ts';
import { readNumbers } from './api/own-list.ts';
import { readDetails } from './schema.ts';

interface Numbers {
  readonly upvotes?: number;
  readonly downvotes?: number;
  /** Of a post, and of a comment. */
  readonly comments?: number;
  readonly child_count?: number;
}

/** 0.19 has the numbers beside the post or comment, 1.x in it. */
interface View {
  readonly counts?: Numbers;
  readonly post?: Numbers;
  readonly comment?: Numbers;
}

/** Sums over the communities. */
export const postAnalytics: NonNullable<Provider['postAnalytics']> = async (channel, published, ctx) => {
  const site = await openSite(channel, ctx);
  const all: Numbers[] = [];
  for (const { post, comment } of madeOf(published)) {
    const isPost = comment === null;
    const answer = await call<{ post_view?: View; comment_view?: View }>(
      site,
      ctx,
      isPost ? '/post' : '/comment',
      { query: { id: comment ?? post } },
    );
    const view = (isPost ? answer.post_view : answer.comment_view) ?? {};
    all.push(view.counts ?? (isPost ? view.post : view.comment) ?? {});
  }
  const sum = (pick: (one: Numbers) => number | undefined): number =>
    all.reduce((total, one) => total + (pick(one) ?? 0), 0);
  return [
    { label: 'Upvotes', total: sum(({ upvotes }) => upvotes) },
    { label: 'Downvotes', total: sum(({ downvotes }) => downvotes) },
    { label: 'Comments', total: sum(({ comments, child_count: replies }) => comments ?? replies) },
  ] satisfies Metric[];
};

/** Lemmy has no followers of people. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const site = await openSite(channel, ctx);
  const { posts, comments } = await readNumbers(site, readDetails(channel).personId, ctx);
  return [
    { label: 'Posts', total: posts },
    { label: 'Comments', total: comments },
  ];
};
