import { ActionIcon, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { isDocument } from '../../components/post-media.tsx';
import { latePart } from '../../components/late-part.tsx';
import { UploadRow } from '../../components/upload-list.tsx';
import { strings } from '../../strings/index.ts';
import type { Part, PartMedia, UploadedFile } from './composer-state.ts';
import { useComposer } from './composer-context.ts';
import { describedIn } from './tools/descriptions.ts';
import { localPath } from './local-path.ts';
import { coverChannels, inSeconds } from './video-moment.ts';
import { DocumentLine } from './document-line.tsx';
import classes from './part-media.module.css';

const text = strings.composer.media;
const CropDialog = latePart(() => import('./crop-dialog.tsx'));
const CoverDialog = latePart(() => import('./cover-dialog.tsx'));
const TrimDialog = latePart(() => import('./trim-dialog.tsx'));

/** The media of a part in their order, each with its description, and files on their way. */
export function PartMediaList({ part }: { part: Part }) {
  const { uploads: all, state } = useComposer();
  const [cropped, setCropped] = useState<UploadedFile | null>(null);
  const [trimmed, setTrimmed] = useState<UploadedFile | null>(null);
  const [covered, setCovered] = useState<UploadedFile | null>(null);
  const list = useFocusAfterCrop(part, cropped ?? trimmed);
  const coming = all.uploads.filter(({ places }) => places.includes(part.id));
  if (!part.media.length && !coming.length) return null;
  const undescribed = part.media.filter(
    ({ id, alt }) =>
      !alt.trim() &&
      !isDocument(state.files[id]?.path ?? '') &&
      (describedIn(state, id) ?? part.id) === part.id,
  ).length;
  return (
    <div className={classes.area}>
      <ul ref={list} className={classes.list} aria-label={text.label}>
        {part.media.map((media, index) => (
          <MediaRow
            key={media.id}
            part={part}
            media={media}
            index={index}
            file={state.files[media.id]}
            onCrop={setCropped}
            onTrim={setTrimmed}
            onCover={setCovered}
          />
        ))}
        {coming.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRetry={() => all.retry(upload.key)}
            onDismiss={() => all.dismiss(upload.key)}
          />
        ))}
      </ul>
      {undescribed > 0 && (
        <Text size="xs" c="dimmed" className={classes.hint}>
          {text.reminder(undescribed)}
        </Text>
      )}
      {cropped && <CropDialog part={part.id} file={cropped} onClose={() => setCropped(null)} />}
      {covered && <CoverDialog part={part} file={covered} onClose={() => setCovered(null)} />}
      {trimmed && <TrimDialog part={part.id} file={trimmed} onClose={() => setTrimmed(null)} />}
    </div>
  );
}

/** A cropped picture, or a trimmed video, is another file, in a row of its own: the focus goes on there. */
function useFocusAfterCrop({ media }: Part, cropped: UploadedFile | null) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef(-1);
  useEffect(() => {
    if (cropped) place.current = media.findIndex(({ id }) => id === cropped.id);
    else if (place.current >= 0) {
      list.current?.children[place.current]?.querySelector<HTMLElement>('[data-crop]')?.focus();
      place.current = -1;
    }
    // Only when the window opens or closes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cropped]);
  return list;
}

interface MediaRowProps {
  readonly part: Part;
  readonly media: PartMedia;
  readonly index: number;
  readonly file: UploadedFile | undefined;
  onCrop(file: UploadedFile): void;
  onTrim(file: UploadedFile): void;
  onCover(file: UploadedFile): void;
}

function MediaRow({ part, media, index, file, onCrop, onTrim, onCover }: MediaRowProps) {
  const composer = useComposer();
  const { dispatch } = composer;
  const { thumbnailTimestamp: cover } = media;
  const n = index + 1;
  const isPicture =
    file?.type.startsWith('image/') || /\.(png|jpe?g|gif|webp|avif|bmp|tiff?)$/i.test(file?.path ?? '');
  const isFile = isDocument(file?.path ?? '');
  const move = (by: 1 | -1): void => dispatch({ type: 'media-moved', part: part.id, media: media.id, by });
  return (
    <li className={classes.row}>
      {isPicture && file ? (
        <img className={classes.picture} src={localPath(file.path)} alt="" />
      ) : (
        <span className={classes.picture}>
          <Icon name={isFile ? 'file' : 'video'} size={24} />
        </span>
      )}
      {isFile && file ? (
        <span className={classes.document}>
          <DocumentLine file={file} />
        </span>
      ) : (
        <Textarea
          className={classes.alt}
          size="sm"
          autosize
          minRows={2}
          maxRows={5}
          maxLength={5000}
          aria-label={text.alt(n)}
          placeholder={text.altPlaceholder}
          inputWrapperOrder={['input', 'description']}
          description={typeof cover === 'number' ? text.coverAt(inSeconds(cover)) : undefined}
          value={media.alt}
          onChange={({ currentTarget }) =>
            dispatch({ type: 'alt-changed', part: part.id, media: media.id, alt: currentTarget.value })
          }
        />
      )}
      <div className={classes.actions}>
        {part.media.length > 1 && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.earlier(n)}
              disabled={index === 0}
              onClick={() => move(-1)}
            >
              <Icon name="arrow-up" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.later(n)}
              disabled={index === part.media.length - 1}
              onClick={() => move(1)}
            >
              <Icon name="arrow-down" size={16} />
            </ActionIcon>
          </>
        )}
        {isPicture && file && (
          <ActionIcon
            variant="subtle"
            color="gray"
            data-crop
            aria-label={text.crop(n)}
            onClick={() => onCrop(file)}
          >
            <Icon name="crop" size={16} />
          </ActionIcon>
        )}
        {file?.type.startsWith('video/') && (coverChannels(composer).length > 0 || cover) && (
          <ActionIcon variant="subtle" color="gray" aria-label={text.cover(n)} onClick={() => onCover(file)}>
            <Icon name="photo" size={16} />
          </ActionIcon>
        )}
        {file?.type.startsWith('video/') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            data-crop
            aria-label={strings.composer.video.trim(n)}
            onClick={() => onTrim(file)}
          >
            <Icon name="scissors" size={16} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.remove(n)}
          onClick={() => dispatch({ type: 'media-removed', part: part.id, media: media.id })}
        >
          <Icon name="x" size={16} />
        </ActionIcon>
      </div>
    </li>
  );
}
