/** Changes of the files of a part. */
import type { Action, PartMedia } from '../composer-state.ts';

/** The chosen frame within what was kept (`cut`) of a video; null when it was cut off. */
export function coverIn(
  { thumbnailTimestamp: at }: PartMedia,
  cut: { readonly startMs: number; readonly endMs: number } | undefined,
): Pick<PartMedia, 'thumbnailTimestamp'> {
  if (!cut || typeof at !== 'number') return {};
  return { thumbnailTimestamp: at < cut.startMs || at > cut.endMs ? null : at - cut.startMs };
}

export function withAdded(
  media: readonly PartMedia[],
  { file, alt = '', before = [] }: Extract<Action, { readonly type: 'media-added' }>,
): readonly PartMedia[] {
  if (media.some(({ id }) => id === file.id)) return media;
  const later = media.findIndex(({ id }) => before.includes(id));
  return media.toSpliced(later < 0 ? media.length : later, 0, { id: file.id, alt });
}
