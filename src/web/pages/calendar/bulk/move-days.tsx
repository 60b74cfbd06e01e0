import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { now } from '../../../api/server-clock.ts';
import { Dialog } from '../../../components/dialog.tsx';
import type { Dates } from '../../../components/use-reschedule.ts';
import { strings } from '../../../strings/index.ts';
import { addDays, instantOf } from '../clock.ts';
import type { Placed } from '../entries.ts';

const text = strings.calendar.bulk;
const MAX_DAYS = 365;

interface MoveDaysProps {
  readonly posts: readonly Placed[];
  readonly zone: string;
  onClose(): void;
  onMove(dates: Dates, message: string): Promise<void>;
}

/** Moves the selected posts by days: each keeps its time by the clock. */
export function MoveDays({ posts, zone, onClose, onMove }: MoveDaysProps) {
  const [days, setDays] = useState<number | string>(1);
  const [isAsked, setIsAsked] = useState(false);
  const by = Number(days);
  const moved = posts.map(
    ({ entry, day, minute }) => [entry.id, instantOf(addDays(day, by || 0), minute, zone)] as const,
  );
  const past = moved.filter(([, ms]) => ms <= now()).length;
  const problem = problemOf(days, past);
  return (
    <Dialog title={text.days.title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsked(true);
          if (!problem) void onMove(new Map(moved), text.movedBy(moved.length, by));
        }}
      >
        <Stack gap="md">
          <NumberInput
            label={text.days.label}
            description={text.days.help(posts.length)}
            value={days}
            onChange={setDays}
            allowDecimal={false}
            error={isAsked && problem}
            data-autofocus
          />
          <Text size="sm" c="dimmed">
            {text.days.clock(zone)}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {strings.common.cancel}
            </Button>
            <Button type="submit">{strings.calendar.move.submit}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function problemOf(days: number | string, past: number): string | null {
  const by = Number(days);
  if (days === '' || !Number.isInteger(by) || by === 0 || Math.abs(by) > MAX_DAYS) {
    return text.days.invalid(MAX_DAYS);
  }
  return past ? text.days.past(past) : null;
}
