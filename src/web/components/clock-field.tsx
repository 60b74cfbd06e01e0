import { SegmentedControl, Stack, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { formatReading } from '../format/date-time.tsx';
import { fromClock, LAST_CLOCK, shiftOf, toClock } from '../format/zone.ts';
import { strings } from '../strings/index.ts';

const text = strings.calendar.clock;

interface ClockFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** ISO 8601; null while nothing is chosen. */
  readonly value: string | null;
  /** The zone of the clock that is shown. */
  readonly zone: string;
  onChange(date: string | null): void;
}

/** A date and a time by the clock of a zone. A time that this clock skips or shows twice is asked about. */
export function ClockField({ value, zone, onChange, ...field }: ClockFieldProps) {
  const [typed, setTyped] = useState('');
  // A date of which a part is still missing stays as it is typed: emptied, it would lose its other parts too.
  const unfinished = fromClock(typed, zone) ? '' : typed;
  return (
    <Stack gap={6}>
      <TextInput
        {...field}
        type="datetime-local"
        max={LAST_CLOCK}
        value={value ? toClock(value, zone) : unfinished}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(fromClock(currentTarget.value, zone));
        }}
      />
      {value && (
        <ClockShift clocks={[typed, toClock(value, zone)]} zone={zone} value={value} onChange={onChange} />
      )}
    </Stack>
  );
}

interface ClockShiftProps {
  /** As it was typed, and as it is shown: a time that is skipped is shown as the one that it became. */
  readonly clocks: readonly string[];
  readonly zone: string;
  readonly value: string;
  onChange(date: string): void;
}

/** Reports that the clock skips a time or shows it twice, and lets one of its two readings be chosen. */
export function ClockShift({ clocks, zone, value, onChange }: ClockShiftProps) {
  const found = clocks
    .map((clock) => ({ clock, shift: shiftOf(clock, zone) }))
    .find(({ shift }) => shift?.readings.includes(value));
  if (!found?.shift) return null;
  const { kind, readings } = found.shift;
  const message = text[kind](found.clock.slice(-5));
  return (
    <div role="status">
      <Text size="sm">{message}</Text>
      <SegmentedControl
        mt={4}
        size="xs"
        aria-label={message}
        value={value}
        onChange={onChange}
        data={readings.map((reading) => ({ value: reading, label: formatReading(reading, zone) }))}
      />
    </div>
  );
}
