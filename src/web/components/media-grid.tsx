import { UnstyledButton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { formatBytes, formatLength, formatSides } from '../format/bytes.ts';
import { strings } from '../strings/index.ts';
import { Icon } from './icon.tsx';
import classes from './media-grid.module.css';
import type { LibraryFile } from './use-library.ts';
import { VideoFrame } from './video-frame.tsx';

const text = strings.media;

interface MediaGridProps {
  readonly files: readonly LibraryFile[];
  /** Ids of files that are chosen; without it, tiles are buttons that open a file. */
  readonly chosen?: readonly string[];
  onPress(file: LibraryFile): void;
}

/**
 * Files as tiles in rows of one height, each as wide as its picture is: what they show, how large they are,
 * and what prevents their use.
 */
export function MediaGrid({ files, chosen, onPress }: MediaGridProps) {
  return (
    <ul className={classes.grid}>
      {files.map((file) => (
        <li key={file.id} style={sidesOf(file)}>
          <Tile file={file} pressed={chosen?.includes(file.id)} onPress={() => onPress(file)} />
        </li>
      ))}
    </ul>
  );
}

/** The narrowest tile has room for the words. */
const NARROWEST = 0.8;

/** Width by height, which is known before the picture is there. */
function sidesOf({ width, height }: LibraryFile): CSSProperties {
  const sides = width && height ? Math.max(NARROWEST, width / height) : 1;
  return { '--sides': sides } as CSSProperties;
}

function Tile({
  file,
  pressed,
  onPress,
}: {
  file: LibraryFile;
  pressed: boolean | undefined;
  onPress(): void;
}) {
  const { name, mime, bytes, width, height, durationMs, pages, alt, tags, uses, refusedBy } = file;
  const facts = [
    formatBytes(bytes),
    formatSides(width, height),
    durationMs === null ? '' : formatLength(durationMs),
    pages === null ? '' : text.pages(pages),
  ].filter(Boolean);
  return (
    <UnstyledButton className={classes.tile} aria-pressed={pressed} onClick={onPress}>
      <MediaPicture file={file} className={classes.picture} />
      {pressed && (
        <span className={classes.check}>
          <Icon name="check" size={16} />
        </span>
      )}
      <span className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        <span className={classes.facts}>{facts.join(' · ')}</span>
        <span className={classes.marks}>
          <span>{text.uses(uses.posts, uses.drafts)}</span>
          {!alt && mime !== 'application/pdf' && <span data-tone="quiet">{text.noAlt}</span>}
          {tags.length > 0 && <bdi>{tags.join(', ')}</bdi>}
          {refusedBy.length > 0 && <span data-tone="warning">{text.refused(refusedBy.length)}</span>}
        </span>
      </span>
    </UnstyledButton>
  );
}

interface MediaPictureProps {
  readonly file: Pick<LibraryFile, 'path' | 'thumbnail' | 'alt' | 'mime'>;
  readonly className?: string | undefined;
}

/** What a file shows: a frame of a video, and of a PDF nothing but its kind. */
export function MediaPicture({ file: { path, thumbnail, alt, mime }, className }: MediaPictureProps) {
  return (
    <span className={className}>
      {thumbnail ? (
        <img src={thumbnail} alt={alt} loading="lazy" decoding="async" draggable={false} />
      ) : mime.startsWith('video/') ? (
        <VideoFrame path={path} />
      ) : (
        <Icon name="file" size={32} />
      )}
    </span>
  );
}
