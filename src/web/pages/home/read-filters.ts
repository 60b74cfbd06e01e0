/** What the home page looks for. */
import { strings } from '../../strings/index.ts';
import type { ListQuery, Summary } from './use-list.ts';

export const STATES = Object.keys(strings.posts.states) as Summary['status'][];
const LISTS = ['attention', 'drafts'] as const;

/** The search; it is in the URL, so that back and reload work. */
export interface ListFilters {
  readonly search?: string;
  readonly channel?: string;
  readonly status?: Summary['status'];
  readonly show?: ListQuery['show'];
}

export function readFilters(params: URLSearchParams): ListFilters {
  const status = STATES.find((state) => state === params.get('state'));
  const show = LISTS.find((list) => list === params.get('show'));
  const [search, channel] = [params.get('search')?.trim(), params.get('channel')];
  return {
    ...(search ? { search } : {}),
    ...(channel ? { channel } : {}),
    ...(status ? { status } : {}),
    ...(show ? { show } : {}),
  };
}
