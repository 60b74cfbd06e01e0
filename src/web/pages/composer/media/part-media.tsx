import { ActionIcon, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { isDocument } from '../../../components/post-media.tsx';
import { latePart } from '../../../components/late-part.tsx';
import { UploadRow } from '../../../components/upload-list.tsx';
import { strings } from '../../../strings/index.ts';
import type { Part, PartMedia, UploadedFile } from '../composer-state.ts';
import { useComposer, type ComposerParts } from '../composer-context.ts';
import { describedIn } from '../tools/descriptions.ts';
import { localPath } from '../local-path.ts';
import { coverChannels, inSeconds } from '../video-moment.ts';
import { DocumentLine } from '../document-line.tsx';
import classes from './part-media.module.css';

const text = strings.composer.media;
const DIALOGS = {
  crop: latePart(() => import('./crop-dialog.tsx')),
  letter: latePart(() => import('./letter-dialog.tsx')),
  cover: latePart(() => import('./cover-dialog.tsx')),
  trim: latePart(() => import('./trim-dialog.tsx')),
} as const;

interface Opened {
  readonly tool: keyof typeof DIALOGS;
  readonly file: UploadedFile;
}

/** The media of a part in their order, each with its description, and files on their way. */
export function PartMediaList({ part }: { part: Part }) {
  const { uploads: all, state } = useComposer();
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useFocusAfter(part, opened);
  const Dialog = opened && DIALOGS[opened.tool];
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
            onOpen={setOpened}
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
      {Dialog && <Dialog part={part} file={opened.file} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** What a dialog made is another file, in a row of its own: the focus goes on there. */
function useFocusAfter({ media }: Part, opened: Opened | null) {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef({ place: -1, tool: '' });
  useEffect(() => {
    const { place, tool } = last.current;
    if (opened) {
      last.current = { place: media.findIndex(({ id }) => id === opened.file.id), tool: opened.tool };
    } else list.current?.children[place]?.querySelector<HTMLElement>(`[data-tool="${tool}"]`)?.focus();
    // Only when the window opens or closes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  return list;
}

interface MediaRowProps {
  readonly part: Part;
  readonly media: PartMedia;
  readonly index: number;
  readonly file: UploadedFile | undefined;
  onOpen(opened: Opened): void;
}

const LABELS = {
  crop: text.crop,
  letter: strings.writing.lettering.button,
  cover: text.cover,
  trim: strings.composer.video.trim,
} as const;
const ICONS = { crop: 'crop', letter: 'pencil', cover: 'photo', trim: 'scissors' } as const;

interface Kind {
  readonly file: UploadedFile;
  readonly isPicture: boolean;
  readonly cover: number | null | undefined;
}

function toolsFor(composer: ComposerParts, { file, isPicture, cover }: Kind): Opened['tool'][] {
  if (isPicture) return ['crop', 'letter'];
  if (!file.type.startsWith('video/')) return [];
  return coverChannels(composer).length > 0 || cover ? ['cover', 'trim'] : ['trim'];
}

function MediaRow({ part, media, index, file, onOpen }: MediaRowProps) {
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
        {file &&
          toolsFor(composer, { file, isPicture, cover }).map((tool) => (
            <ActionIcon
              key={tool}
              variant="subtle"
              color="gray"
              data-tool={tool}
              aria-label={LABELS[tool](n)}
              onClick={() => onOpen({ tool, file })}
            >
              <Icon name={ICONS[tool]} size={16} />
            </ActionIcon>
          ))}
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
