import { Alert, Box, Progress, Stack, Text } from '@mantine/core';
import type { Answer } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import classes from './temporal-progress.module.css';

const text = strings.temporal;

/** How far Temporal's server is, or why it does not start. */
export default function TemporalProgress({ temporal }: { readonly temporal: Answer<'getTemporal'> }) {
  const { state, reason, progress } = temporal;
  return (
    <Box component="section" aria-label={text.label} className={classes.line}>
      {state === 'failed' ? <Failed reason={reason} /> : <Preparing progress={progress} />}
    </Box>
  );
}

function Preparing({ progress }: { progress: Answer<'getTemporal'>['progress'] }) {
  return (
    <Stack gap={6}>
      <Text size="sm">{text.preparing}</Text>
      {progress && progress.total > 0 && (
        <Progress
          value={(100 * progress.done) / progress.total}
          size="sm"
          aria-label={text.progress}
          transitionDuration={200}
        />
      )}
      {progress && (
        <Text size="xs" c="dimmed">
          {textOf(progress)}
        </Text>
      )}
    </Stack>
  );
}

function textOf({ step, done, total, secondsLeft }: NonNullable<Answer<'getTemporal'>['progress']>): string {
  const message = text.steps[step];
  const counted = typeof message === 'string' ? message : message(done, total);
  return secondsLeft === null ? counted : `${counted}, ${text.left(secondsLeft)}`;
}

function Failed({ reason }: { reason: string | null }) {
  return (
    <Alert color="orange" title={text.failed} className="any-text">
      {reason ?? text.failedHelp}
    </Alert>
  );
}
