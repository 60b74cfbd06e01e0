import { VisuallyHidden } from '@mantine/core';
import { strings } from '../strings/index.ts';
import { Icon } from './icon.tsx';

/** Says of a post in a list that it belongs to a series. */
export function SeriesMark({ post, size = 14 }: { post: { readonly inSeries: boolean }; size?: number }) {
  if (!post.inSeries) return null;
  return (
    <span data-series>
      <Icon name="repeat" size={size} />
      <VisuallyHidden>{strings.posts.inSeries}</VisuallyHidden>
    </span>
  );
}
