import type { Schemas } from '../api/client.ts';
import { Icon } from './icon.tsx';
import { strings } from '../strings/index.ts';
import classes from './post-media.module.css';

type File = Schemas['PostDetail']['items'][number]['image'][number];

/** Networks show four at once; what follows is in the last place. */
const MAX = 4;
const VIDEO = /\.(mp4|mov|m4v|webm|avi|mkv)$/i;

/** Whether a file is a video, by its URL: the answer of the API has nothing else. */
export const isVideo = (path: string): boolean => VIDEO.test(path.replace(/[?#].*$/, ''));

/** Whether a file is a PDF. */
export const isDocument = (path: string): boolean => /\.pdf$/i.test(path.replace(/[?#].*$/, ''));

/** The files of a post in a grid of up to four, as networks lay them out. */
export function PostMedia({ files }: { files: readonly File[] }) {
  if (!files.length) return null;
  const shown = files.slice(0, MAX);
  return (
    <ul className={classes.grid} data-count={shown.length}>
      {shown.map((file, n) => (
        <li key={file.path} className={classes.cell}>
          {isVideo(file.path) ? (
            <video
              src={file.path}
              aria-label={file.alt || strings.posts.video}
              className={classes.video}
              controls
              preload="metadata"
            />
          ) : isDocument(file.path) ? (
            <a href={file.path} target="_blank" rel="noreferrer" className={classes.document}>
              <Icon name="file" size={32} />
              {strings.posts.pdf}
            </a>
          ) : (
            <img src={file.path} alt={file.alt ?? ''} loading="lazy" className={classes.picture} />
          )}
          {n === MAX - 1 && files.length > MAX && (
            <span className={classes.more}>{`+${files.length - MAX}`}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
