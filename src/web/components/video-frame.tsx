import { useInViewport } from '@mantine/hooks';
import { Icon } from './icon.tsx';
import classes from './video-frame.module.css';

/**
 * The beginning of a video as a picture, which the browser reads once it is in view. Behind it stands the
 * sign of videos, for those that the browser cannot show.
 */
export function VideoFrame({ path, size = 32 }: { path: string; size?: number }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  return (
    <span ref={ref} className={classes.frame}>
      <Icon name="video" size={size} />
      {/* Safari shows nothing but a moment that is asked for. */}
      <video
        src={`${path}#t=0.1`}
        preload={inViewport ? 'metadata' : 'none'}
        muted
        playsInline
        disablePictureInPicture
        tabIndex={-1}
        aria-hidden
      />
    </span>
  );
}
