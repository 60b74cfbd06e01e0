import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { http } from '../../../api/client.ts';
import { convertsVideos } from '../../../api/session.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { strings } from '../../../strings/index.ts';
import { useComposer } from '../composer-context.ts';
import { localPath } from '../local-path.ts';
import { useVideoJob } from '../use-video-job.ts';
import { VideoProgress } from '../video-progress.tsx';
import type { FileDialogProps } from './new-picture.ts';

const text = strings.composer.video;
/** Seconds; the server trims to no less. */
const LEAST = 0.5;

const rounded = (seconds: number): number => Math.round(seconds * 100) / 100;

/** Makes a copy of a part of a video. The original stays in the library. */
export default function TrimDialog({ part, file, onClose }: FileDialogProps) {
  const { dispatch } = useComposer();
  const work = useVideoJob();
  const video = useRef<HTMLVideoElement>(null);
  const [length, setLength] = useState<number | null>(null);
  const [start, setStart] = useState<number | null>(0);
  const [end, setEnd] = useState<number | null>(null);
  const here = (): number => rounded(video.current?.currentTime ?? 0);
  const last = end ?? length;
  const isPart = start !== null && last !== null && last - start >= LEAST;
  const apply = async (): Promise<void> => {
    if (!isPart) return;
    const body = { startMs: Math.round(start * 1000), endMs: Math.round(last * 1000) };
    const trimmed = await work.run(() =>
      http.POST('/media/{id}/trim', { params: { path: { id: file.id } }, body }),
    );
    if (!trimmed) return;
    dispatch({ type: 'media-replaced', part: part.id, media: file.id, file: trimmed, cut: body });
    onClose();
  };
  const field = (label: string, value: number | null, onChange: (seconds: number | null) => void) => (
    <div>
      <NumberInput
        label={label}
        suffix={text.seconds}
        min={0}
        max={length ?? undefined}
        decimalScale={2}
        step={0.1}
        value={value ?? ''}
        onChange={(number) => onChange(typeof number === 'number' ? number : null)}
      />
      <Button variant="subtle" size="compact-sm" mt={4} onClick={() => onChange(here())}>
        {text.here(label)}
      </Button>
    </div>
  );
  return (
    <Dialog title={text.title} size="lg" onClose={onClose}>
      <Stack>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={video}
          src={localPath(file.path)}
          controls
          style={{ maxWidth: '100%', maxHeight: '50vh' }}
          aria-label={text.shown}
          onLoadedMetadata={({ currentTarget }) => setLength(rounded(currentTarget.duration))}
        />
        <Group align="start" grow>
          {field(text.start, start, setStart)}
          {field(text.end, last, setEnd)}
        </Group>
        <Text size="xs" c="dimmed">
          {convertsVideos() ? text.exact : text.atKeyFrame}
        </Text>
        <VideoProgress {...work} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.common.cancel}
          </Button>
          <Button loading={work.progress !== null} disabled={!isPart} onClick={() => void apply()}>
            {text.apply}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
