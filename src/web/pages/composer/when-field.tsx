import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useReducer, useRef } from 'react';
import { now } from '../../api/server-clock.ts';
import { formatDate, formatRelative } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { ClockField } from '../../components/clock-field.tsx';
import { errorText } from '../../components/issues.ts';
import { strings } from '../../strings/index.ts';
import { isEmpty, type When } from './composer-state.ts';
import { useComposer } from './composer-context.ts';
import { RepeatLine } from './tools/repeat-line.tsx';
import { useSlots } from './use-slot.ts';
import classes from './composer.module.css';
import { daysAhead, nextHour } from '../../format/zone.ts';

const text = strings.composer.when;

/** Whether a date is one that a post can still wait for. */
export const isPast = (date: string | null): boolean => date !== null && Date.parse(date) <= now();

/** setTimeout takes no longer one; nobody has a page open for so long. */
const LONGEST_MS = 2 ** 31 - 1;

/** The same, and the page is drawn again in the moment in which it passes. */
export function useIsPast(date: string | null): boolean {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const ms = date === null ? -1 : Date.parse(date) - now();
    if (ms < 0 || ms > LONGEST_MS) return undefined;
    const timer = setTimeout(redraw, ms + 1);
    return () => clearTimeout(timer);
  }, [date]);
  return isPast(date);
}

/**
 * When the post is published: at once, at a time in the organisation's zone, or at the next free posting
 * time of each channel.
 */
export function WhenField({ asked }: { asked: boolean }) {
  const { state, dispatch, post } = useComposer();
  const { when } = state.document;
  const byHand = useRef(false);
  const choose = (kind: When['kind']): void => {
    byHand.current = true;
    dispatch({
      type: 'when-changed',
      when: { ...when, kind, date: kind === 'at' ? (when.date ?? nextHour()) : when.date },
    });
  };
  const { slots, first } = useSlots();
  const hasNone = when.kind === 'slot' && slots !== undefined && first === undefined;
  const written = !isEmpty(state.document);
  useEffect(() => {
    // Nobody has asked for a slot, and the channel has none: a date then, once there is something to save.
    if (!hasNone || byHand.current || !written) return;
    dispatch({ type: 'when-changed', when: { kind: 'at', date: nextHour() } });
  }, [hasNone, written, dispatch]);
  return (
    <Stack gap="xs" component="section" aria-label={text.label}>
      <Text size="sm" fw={500}>
        {text.label}
      </Text>
      {!post && (
        <SegmentedControl
          aria-label={text.label}
          classNames={{ label: classes.kind }}
          value={when.kind}
          onChange={(kind) => choose(kind as When['kind'])}
          data={(['slot', 'at', 'now'] as const).map((kind) => ({ value: kind, label: text.kinds[kind] }))}
        />
      )}
      {(post || when.kind === 'at') && <DateField asked={asked} />}
      {(post ? post.mayRepeat : when.kind === 'at') && <RepeatLine />}
      {post && post.also.length > 0 && <Text size="sm">{strings.series.alsoChanges(post.also.length)}</Text>}
      {when.kind === 'slot' && <SlotLine />}
    </Stack>
  );
}

function DateField({ asked }: { asked: boolean }) {
  const { state, dispatch, zone, post } = useComposer();
  const { when } = state.document;
  const set = (date: string | null): void => dispatch({ type: 'when-changed', when: { kind: 'at', date } });
  const missing = asked && when.date === null;
  // A draft that is changed may keep a date that has passed: it stays a draft.
  const past = useIsPast(when.date) && post?.status !== 'draft';
  return (
    <Stack gap={6}>
      <ClockField
        aria-label={text.field(zone)}
        data-date-field
        value={when.date}
        zone={zone}
        onChange={set}
        error={missing ? text.missing : past ? text.past : undefined}
        description={
          when.date ? `${formatDate(when.date, zone)} (${formatRelative(when.date)}) · ${zone}` : zone
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Group gap={4}>
        <Button size="compact-sm" variant="default" onClick={() => set(nextHour())}>
          {text.quick.soon}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => set(daysAhead(zone, { days: 1, hour: 9 }))}
        >
          {text.quick.tomorrow}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => set(daysAhead(zone, { days: 7, hour: 9 }))}
        >
          {text.quick.nextWeek}
        </Button>
      </Group>
    </Stack>
  );
}

function SlotLine() {
  const { zone } = useComposer();
  const { slots, error, isFetching } = useSlots();
  if (error) {
    return (
      <Text size="sm" c="red" role="alert">
        {errorText(error)}
      </Text>
    );
  }
  if (!slots) return <Text size="sm">{isFetching ? strings.common.loading : text.slotNoChannel}</Text>;
  return (
    <div role="status">
      {slots.map(({ channel: { id, name }, date }) => (
        <Text key={id} size="sm" c={date ? undefined : 'red'}>
          {date ? text.slot(formatDate(date, zone), isolated(name), zone) : text.slotNone(isolated(name))}
        </Text>
      ))}
    </div>
  );
}
