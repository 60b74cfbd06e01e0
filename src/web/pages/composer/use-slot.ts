import { useQuery } from '@tanstack/react-query';
import { http, isApiError } from '../../api/client.ts';
import { chosenChannels, useComposer, type Channel, type ComposerParts } from './composer-context.ts';

/** A chosen channel with its next free posting time; null where it has no posting times. */
export interface NextSlot {
  readonly channel: Channel;
  readonly date: string | null;
}

/** The next free posting time of each chosen channel, while the post is set to the queue. */
export function useSlotsOf(parts: Pick<ComposerParts, 'state' | 'channels'>) {
  const chosen = chosenChannels(parts);
  const ids = chosen.map(({ id }) => id);
  const { data, error, isFetching } = useQuery({
    queryKey: ['slots', ids],
    enabled: ids.length > 0 && parts.state.document.when.kind === 'slot',
    queryFn: () => Promise.all(ids.map(findSlot)),
  });
  const slots = data && chosen.map((channel, n): NextSlot => ({ channel, date: data[n] ?? null }));
  const dates = slots?.flatMap(({ date }) => date ?? []) ?? [];
  return { slots, error, isFetching, first: dates.toSorted()[0] };
}

export const useSlots = () => useSlotsOf(useComposer());

/** @throws the API's error, except where there are no posting times */
async function findSlot(id: string): Promise<string | null> {
  const params = { path: { id }, query: { taken: 'channel' as const } };
  const { data, error } = await http.GET('/find-slot/{id}', { params });
  if (data) return data.date;
  if (isApiError(error) && error.code === 'no_free_slot') return null;
  throw error;
}
