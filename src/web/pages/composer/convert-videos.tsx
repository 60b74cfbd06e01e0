import { Button } from '@mantine/core';
import { useState } from 'react';
import { http } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { strings } from '../../strings/index.ts';
import type { Part, UploadedFile } from './composer-state.ts';
import { useComposer } from './composer-context.ts';
import classes from './fit-pictures.module.css';
import { convertibleIn } from './problems.ts';
import { useVideoJob } from './use-video-job.ts';
import { VideoProgress } from './video-progress.tsx';

const text = strings.composer.video;

/**
 * Buttons that convert videos which a network refuses, and the way back. `show`: not before problems are.
 */
export function ConvertVideos({ part, index, show }: { part: Part; index: number; show: boolean }) {
  const composer = useComposer();
  const { state, dispatch } = composer;
  const work = useVideoJob();
  const [converted, setConverted] = useState<readonly { original: UploadedFile; copy: string }[]>([]);
  const convert = async (media: string): Promise<void> => {
    const original = state.files[media];
    const params = { path: { id: media } };
    const file = original && (await work.run(() => http.POST('/media/{id}/convert', { params })));
    if (!file) return;
    dispatch({ type: 'media-replaced', part: part.id, media, file });
    setConverted((before) => [...before, { original, copy: file.id }]);
  };
  const placeOf = (id: string): number => part.media.findIndex((one) => one.id === id) + 1;
  const offered = show ? convertibleIn(composer, index) : [];
  return (
    <>
      <VideoProgress {...work} />
      {offered.map((media) => (
        <p key={media} className={classes.row}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="video" size={16} />}
            loading={work.progress !== null}
            onClick={() => void convert(media)}
          >
            {text.convert(placeOf(media))}
          </Button>
        </p>
      ))}
      {converted
        .filter(({ copy }) => placeOf(copy) > 0)
        .map(({ original, copy }) => (
          <p key={copy} className={classes.row} role="status">
            <span className="any-text">{text.converted(placeOf(copy))}</span>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="arrow-back-up" size={16} />}
              onClick={() => dispatch({ type: 'media-replaced', part: part.id, media: copy, file: original })}
            >
              {strings.composer.fit.undo}
            </Button>
          </p>
        ))}
    </>
  );
}
