import { Button, Group, NumberInput, Slider, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { wholeSecondNetworks } from '../../../look/layouts.ts';
import { isolated } from '../../../format/text.ts';
import { strings } from '../../../strings/index.ts';
import { useComposer } from '../composer-context.ts';
import { localPath } from '../local-path.ts';
import { coverChannels, inSeconds } from '../video-moment.ts';
import type { FileDialogProps } from './new-picture.ts';

const text = strings.composer.cover;
const STEP = 0.1;

const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;

/** Chooses the frame of a video that stands for it where it is not played. */
export default function CoverDialog({ part, file, onClose }: FileDialogProps) {
  const composer = useComposer();
  const channels = coverChannels(composer);
  const chosen = part.media.find(({ id }) => id === file.id)?.thumbnailTimestamp ?? null;
  const video = useRef<HTMLVideoElement>(null);
  const [length, setLength] = useState<number | null>(null);
  const [isShown, setShown] = useState(true);
  const [at, setAt] = useState(rounded((chosen ?? 0) / 1000));
  const show = (seconds: number): void => {
    setAt(seconds);
    if (video.current) video.current.currentTime = seconds;
  };
  const choose = (ms: number | null): void => {
    composer.dispatch({ type: 'cover-chosen', part: part.id, media: file.id, ms });
    onClose();
  };
  // The last tenth of a second that is not behind the end.
  const last = length === null ? null : Math.floor(length / STEP) * STEP;
  return (
    <Dialog title={text.title} size="lg" onClose={onClose}>
      <Stack>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={video}
          src={localPath(file.path)}
          muted
          playsInline
          preload="auto"
          style={{ maxWidth: '100%', maxHeight: '50vh' }}
          aria-label={text.frame(inSeconds(at * 1000))}
          onLoadedMetadata={({ currentTarget }) => {
            setLength(currentTarget.duration);
            currentTarget.currentTime = at;
          }}
          onError={() => setShown(false)}
        />
        {last !== null && (
          <Slider
            thumbLabel={text.moment}
            min={0}
            max={last}
            step={STEP}
            label={(seconds) => inSeconds(seconds * 1000) + strings.composer.video.seconds}
            value={at}
            onChange={(seconds) => show(rounded(seconds))}
          />
        )}
        <NumberInput
          label={text.moment}
          suffix={strings.composer.video.seconds}
          min={0}
          max={last ?? undefined}
          step={STEP}
          decimalScale={1}
          value={at}
          onChange={(seconds) => show(typeof seconds === 'number' ? rounded(seconds) : 0)}
        />
        {!isShown && (
          <Text size="sm" c="red" role="alert">
            {text.notShown}
          </Text>
        )}
        <Text size="xs" c="dimmed" className="any-text">
          {text.help(channels.map(({ name }) => isolated(name)))}
          {channels.some(({ identifier }) => wholeSecondNetworks.includes(identifier)) &&
            ` ${text.wholeSeconds}`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.common.cancel}
          </Button>
          {chosen !== null && (
            <Button variant="default" onClick={() => choose(null)}>
              {text.none}
            </Button>
          )}
          <Button onClick={() => choose(Math.round(at * 1000))}>{text.apply}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
