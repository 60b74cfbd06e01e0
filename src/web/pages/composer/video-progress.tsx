import { Progress, Text } from '@mantine/core';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import type { VideoWork } from './use-video-job.ts';

/** How the work on a video goes, or why it failed. */
export function VideoProgress({ progress, error, why }: VideoWork) {
  return (
    <>
      <ErrorAlert error={error} />
      {why && (
        <Text size="sm" c="red" role="alert">
          {why}
        </Text>
      )}
      {progress !== null && (
        <Progress.Root role="status" aria-label={strings.composer.video.progress(progress)} my={4}>
          <Progress.Section value={Math.max(2, progress)} aria-label={strings.composer.video.working} />
        </Progress.Root>
      )}
    </>
  );
}
