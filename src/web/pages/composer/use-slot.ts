import { useQuery } from '@tanstack/react-query';
import { chosenChannels, useComposer, type ComposerParts } from './composer-context.ts';
import { findSlot } from './send-post.ts';

/** The next free slot of the first channel, while the post is set to a slot. */
export function useSlotOf(parts: Pick<ComposerParts, 'state' | 'channels'>) {
  const [first] = chosenChannels(parts);
  const slot = useQuery({
    queryKey: ['slot', first?.id],
    enabled: first !== undefined && parts.state.document.when.kind === 'slot',
    queryFn: () => findSlot(first?.id ?? ''),
  });
  return { ...slot, first };
}

export const useSlot = () => useSlotOf(useComposer());
