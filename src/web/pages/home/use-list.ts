import { api, type Answer } from '../../api/client.ts';
import { useLive } from '../../api/live.ts';

/** A page of posts, and one of them. */
export type PostList = Answer<'listPostSummaries'>;
export type Summary = PostList['posts'][number];

/** Which posts; `show` is the list that they are in. */
export interface ListQuery {
  readonly show: 'all' | 'attention' | 'upcoming' | 'out' | 'drafts';
  readonly status?: Summary['status'];
  readonly channel?: string;
  readonly search?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** While changes do not arrive by themselves. */
export const ASK_EVERY_MS = 10_000;

/** A page of posts, kept up to date; the page before it stays until it has come. */
export function useList(query: ListQuery, enabled = true) {
  return api.useQuery(
    'get',
    '/post-list',
    { params: { query } },
    { enabled, refetchInterval: useLive(ASK_EVERY_MS), placeholderData: (before) => before },
  );
}
