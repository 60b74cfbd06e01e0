import { Icon } from '../../components/icon.tsx';
import { isDocument, isVideo } from '../../components/post-media.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import type { Summary } from './use-list.ts';

/** The first picture of a post, small; the number of files when there are more. Nothing without files. */
export function Thumbnail({ post: { thumbnail, media }, large }: { post: Summary; large?: boolean }) {
  if (!thumbnail) return null;
  return (
    <span className={classes.thumbnail} data-large={large || undefined}>
      {isVideo(thumbnail.path) || isDocument(thumbnail.path) ? (
        <Icon name={isVideo(thumbnail.path) ? 'video' : 'file'} size={24} />
      ) : (
        <img src={thumbnail.path} alt={thumbnail.alt ?? ''} loading="lazy" />
      )}
      {media > 1 && (
        <span className={classes.count} title={strings.home.pictures(media)}>{`+${media - 1}`}</span>
      )}
    </span>
  );
}
