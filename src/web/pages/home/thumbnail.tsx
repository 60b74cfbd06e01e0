import { Icon } from '../../components/icon.tsx';
import { isDocument, isVideo } from '../../components/post-media.tsx';
import { VideoFrame } from '../../components/video-frame.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import type { Summary } from './use-list.ts';

interface ThumbnailProps {
  readonly post: Pick<Summary, 'thumbnail' | 'media'>;
  readonly large?: boolean;
}

/** The first file of a post or a draft, small; how many more there are. Nothing without files. */
export function Thumbnail({ post: { thumbnail, media }, large }: ThumbnailProps) {
  if (!thumbnail) return null;
  return (
    <span className={classes.thumbnail} data-large={large || undefined}>
      {isVideo(thumbnail.path) ? (
        <VideoFrame path={thumbnail.path} size={24} />
      ) : isDocument(thumbnail.path) ? (
        <Icon name="file" size={24} />
      ) : (
        <img src={thumbnail.path} alt={thumbnail.alt ?? ''} loading="lazy" />
      )}
      {media > 1 && (
        <span className={classes.count} title={strings.home.pictures(media)}>{`+${media - 1}`}</span>
      )}
    </span>
  );
}
