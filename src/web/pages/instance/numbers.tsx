import { Text, Title } from '@mantine/core';
import { formatDuration } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import type { Instance } from './instance.tsx';
import classes from './instance.module.css';

const text = strings.instance.numbers;

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly help: string;
  readonly tone?: 'bad';
}

/** How many posts wait, for what, and how late posts appear. */
export function Numbers({ instance }: { instance: Instance }) {
  return (
    <section aria-label={text.title}>
      <Title order={2} mb="sm">
        {text.title}
      </Title>
      <ul className={classes.figures}>
        {figuresOf(instance).map(({ label, value, help, tone }) => (
          <li key={label} data-tone={tone}>
            <Text size="xs" c="dimmed" fw={550}>
              {label}
            </Text>
            <span className={classes.value}>{value}</span>
            <Text size="xs" c="dimmed">
              {help}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function figuresOf({ queue, lateness, channels }: Instance): Figure[] {
  const { waiting, due, dueOldestSeconds, held, unconfirmed, missed } = queue;
  const late = (ms: number | null): string => (ms === null ? text.none : formatDuration(ms));
  const latenessHelp = lateness.posts === 0 ? text.noPosts : text.latenessHelp(lateness.posts);
  return [
    { label: text.waiting, value: String(waiting), help: text.waitingHelp },
    {
      label: text.due,
      value: String(due),
      help: due === 0 ? text.dueNone : text.dueHelp(formatDuration(dueOldestSeconds * 1000)),
      ...(dueOldestSeconds > OVERDUE_SECONDS ? { tone: 'bad' as const } : {}),
    },
    { label: text.held, value: String(held), help: text.heldHelp },
    {
      label: text.person,
      value: String(unconfirmed + missed),
      help: text.personHelp(unconfirmed, missed),
      ...(unconfirmed + missed > 0 ? { tone: 'bad' as const } : {}),
    },
    { label: text.lateness, value: late(lateness.p50Ms), help: latenessHelp },
    { label: text.slowest, value: late(lateness.p99Ms), help: latenessHelp },
    {
      label: text.channels,
      value: String(channels.connected + channels.disconnected),
      help: text.channelsHelp(channels.disconnected),
      ...(channels.disconnected > 0 ? { tone: 'bad' as const } : {}),
    },
  ];
}

/** As the doctor counts: later than this, something is in the way. */
const OVERDUE_SECONDS = 120;
