import { Alert, Box, Progress, Stack, Text } from '@mantine/core';
import { api, type Answer } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import classes from './temporal-line.module.css';

const text = strings.temporal;
const LOOK_EVERY_MS = 2000;

/** Shows that posts wait for Temporal's server, and its progress. Nothing when it is there. */
export function TemporalLine() {
  const { data } = api.useQuery(
    'get',
    '/temporal',
    {},
    // One that failed is tried again by the next start of the instance, which this page outlives.
    { refetchInterval: ({ state }) => (state.data?.state === 'started' ? false : LOOK_EVERY_MS) },
  );
  if (!data || data.state === 'started') return null;
  return (
    <Box component="section" aria-label={text.label} className={classes.line}>
      {data.state === 'failed' ? <Failed reason={data.reason} /> : <Preparing progress={data.progress} />}
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
          {wordsOf(progress)}
        </Text>
      )}
    </Stack>
  );
}

function wordsOf({ step, done, total, secondsLeft }: NonNullable<Answer<'getTemporal'>['progress']>): string {
  const words = text.steps[step];
  const counted = typeof words === 'string' ? words : words(done, total);
  return secondsLeft === null ? counted : `${counted}, ${text.left(secondsLeft)}`;
}

function Failed({ reason }: { reason: string | null }) {
  return (
    <Alert color="orange" title={text.failed} className="any-text">
      {reason ?? text.failedHelp}
    </Alert>
  );
}
