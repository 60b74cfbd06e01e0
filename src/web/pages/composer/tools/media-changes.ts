/** Changes of the files of a part. */
import type { PartMedia } from '../part.ts';

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
  added: {
    readonly file: { readonly id: string };
    readonly alt?: string;
    readonly before?: readonly string[];
  },
): readonly PartMedia[] {
  const { file, alt = '', before = [] } = added;
  if (media.some(({ id }) => id === file.id)) return media;
  const later = media.findIndex(({ id }) => before.includes(id));
  return media.toSpliced(later < 0 ? media.length : later, 0, { id: file.id, alt });
}
