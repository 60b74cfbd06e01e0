import { Stack, Text, Title } from '@mantine/core';
import { DateTime, formatDate, formatDuration, useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { happened } from './happened.ts';
import type { Detail, Story } from './detail.ts';
import classes from './post.module.css';

const text = strings.post;
/** How the technical line writes a minute, which is shown in the organisation's zone like every other. */
const UTC_MINUTE = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?) UTC/g;

/** The history for a person; every step of the machine is folded below. */
export function PostHistory({ post, story }: { post: Detail; story: Story | undefined }) {
  const zone = useZone();
  const lines = story?.timeline ?? [];
  const events = lines.flatMap((line) => {
    const words = happened(line, (iso) => formatDate(iso, zone));
    return words ? [{ ...line, ...words }] : [];
  });
  const inZone = (text: string): string =>
    text.replaceAll(UTC_MINUTE, (_, day: string, time: string) => formatDate(`${day}T${time}Z`, zone));
  return (
    <Stack gap="md" component="section" aria-label={text.history}>
      <Title order={2}>{text.history}</Title>
      <ol className={classes.history}>
        {events.map((line, n) => (
          <li key={`${line.at}${line.event}${n}`} data-tone={line.tone}>
            <Text size="sm" className="any-text">
              {line.words}
            </Text>
            <Text size="xs" c="dimmed">
              <DateTime date={line.at} />
            </Text>
          </li>
        ))}
      </ol>
      <details className={classes.details}>
        <summary>{text.details}</summary>
        <div>
          <ol className={classes.steps} aria-label={text.technical}>
            {lines.map((line, n) => (
              <li key={`${line.at}${line.event}${n}`}>
                <DateTime date={line.at} seconds />
                <span className="any-text">
                  {inZone(text.step(line, happened(line, (iso) => formatDate(iso, zone))?.words))}
                </span>
              </li>
            ))}
          </ol>
          {post.latenessMs !== null && (
            <Text size="xs" c="dimmed" mt="sm">
              {text.lateness}: {formatDuration(post.latenessMs)}
            </Text>
          )}
          {post.releaseId && (
            <Text size="xs" c="dimmed" className="any-text">
              {text.networkId}: {post.releaseId}
            </Text>
          )}
        </div>
      </details>
    </Stack>
  );
}
