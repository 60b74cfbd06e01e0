import { useQuery } from '@tanstack/react-query';
import { http } from '../../api/client.ts';
import { now } from '../../api/server-clock.ts';
import { chosenChannels, useComposer, type Channel, type ComposerParts } from './composer-context.ts';

/** The queue is looked at for so long: the API's longest range. */
const DAYS = 100;

/** A chosen channel with its next free posting time; null where it has none in sight. */
export interface NextSlot {
  readonly channel: Channel;
  readonly date: string | null;
}

/** The next free posting time of each chosen channel, while the post is set to the queue. */
export function useSlotsOf(parts: Pick<ComposerParts, 'state' | 'channels'>) {
  const chosen = chosenChannels(parts);
  const ids = chosen.map(({ id }) => id);
  const found = useQuery({
    queryKey: ['slots', ids],
    enabled: ids.length > 0 && parts.state.document.when.kind === 'slot',
    queryFn: () => findSlots(ids),
  });
  const slots =
    found.data && chosen.map((channel): NextSlot => ({ channel, date: found.data.get(channel.id) ?? null }));
  const dates = slots?.flatMap(({ date }) => date ?? []) ?? [];
  return { slots, error: found.error, isFetching: found.isFetching, first: dates.toSorted()[0] };
}

export const useSlots = () => useSlotsOf(useComposer());

/** By channel. @throws the API's error */
async function findSlots(channels: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const from = now();
  const query = {
    channel: channels.join(','),
    state: 'QUEUE' as const,
    from: new Date(from).toISOString(),
    to: new Date(from + DAYS * 86_400_000).toISOString(),
  };
  const { data, error } = await http.GET('/calendar', { params: { query } });
  if (!data) throw error;
  // The soonest of each stays: they come in order.
  return new Map(data.slots.toReversed().map(({ channelId, date }) => [channelId, date]));
}
