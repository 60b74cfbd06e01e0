import { keepPreviousData } from '@tanstack/react-query';
import { api, type Answer } from '../api/client.ts';

export type LibraryFile = Answer<'listMedia'>['media'][number];

/** What is looked for; empty = everything. */
export interface LibraryFilter {
  readonly search: string;
  readonly kind: 'all' | 'image' | 'video' | 'document';
  readonly unused: boolean;
  readonly tag: string;
}

export const EVERYTHING: LibraryFilter = { search: '', kind: 'all', unused: false, tag: '' };

/** The files that match, page by page, newest first. */
export function useLibrary({ search, kind, unused, tag }: LibraryFilter, enabled = true) {
  const query = api.useInfiniteQuery(
    'get',
    '/media',
    {
      params: {
        query: {
          ...(search.trim() ? { search: search.trim() } : {}),
          ...(kind === 'all' ? {} : { kind }),
          ...(unused ? { unused } : {}),
          ...(tag ? { tag } : {}),
        },
      },
    },
    {
      enabled,
      pageParamName: 'cursor',
      // Left out of the first request.
      initialPageParam: null,
      getNextPageParam: (page: Answer<'listMedia'>) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    },
  );
  return { ...query, files: query.data?.pages.flatMap(({ media }) => media) };
}
