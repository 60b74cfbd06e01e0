import { useEffect, useRef, useState } from 'react';
import { uploadFile } from '../../../api/upload.ts';
import { strings } from '../../../strings/index.ts';
import { useComposer } from '../composer-context.ts';
import type { Part, UploadedFile } from '../composer-state.ts';
import { localPath } from '../local-path.ts';
import { toFile } from '../uploaded-file.ts';

/** What the dialogs for a file of a part are given. */
export interface FileDialogProps {
  readonly part: Part;
  readonly file: UploadedFile;
  onClose(): void;
}

/** Types that may have several pictures, of which a canvas keeps the first. */
const MOVING = new Set(['image/gif', 'image/webp']);

export const isMoving = ({ type }: UploadedFile): boolean => MOVING.has(type);

/** The same type, where browsers can write it; otherwise PNG. */
export const writtenType = ({ type }: UploadedFile): string =>
  ['image/jpeg', 'image/webp'].includes(type) ? type : 'image/png';

/** @throws DOMException if the browser cannot show it */
export async function loadPicture({ path }: UploadedFile): Promise<HTMLImageElement> {
  const image = new Image();
  // A canvas gives back only what its page may read.
  image.crossOrigin = 'anonymous';
  image.src = localPath(path);
  await image.decode();
  return image;
}

/** Browsers on iOS draw no more pixels on a canvas. */
const MOST_PIXELS = 16_000_000;

/** How large a picture is drawn: as large as it is, where browsers can. */
export function drawnSize({ naturalWidth, naturalHeight }: HTMLImageElement) {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (naturalWidth * naturalHeight)));
  return { width: Math.floor(naturalWidth * scale), height: Math.floor(naturalHeight * scale) };
}

/** A picture that is made of another one: a file of its own, which takes its place with its description. */
export function useNewPicture({ part, file, onClose }: FileDialogProps) {
  const { dispatch, offerUndo } = useComposer();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => void (isClosed.current = true);
  }, []);
  const make = async (draw: () => HTMLCanvasElement): Promise<void> => {
    setPending(true);
    try {
      const type = writtenType(file);
      const blob = await new Promise<Blob | null>((done) => draw().toBlob(done, type, 0.92));
      if (!blob) throw new Error('the picture could not be written');
      const media = await uploadFile(new File([blob], file.name, { type }));
      // With the dialog closed meanwhile, the picture stays as it was.
      if (isClosed.current) return;
      const made = toFile(media);
      dispatch({ type: 'media-replaced', part: part.id, media: file.id, file: made });
      onClose();
      offerUndo(strings.composer.crop.changed, () =>
        dispatch({ type: 'media-replaced', part: part.id, media: made.id, file }),
      );
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  return { pending, error, make };
}
