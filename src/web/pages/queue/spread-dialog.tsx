import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { now } from '../../api/server-clock.ts';
import { ClockField } from '../../components/clock-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { daysAhead } from '../../format/zone.ts';
import { strings } from '../../strings/index.ts';

const text = strings.queue.spread;

interface SpreadDialogProps {
  readonly count: number;
  readonly zone: string;
  onClose(): void;
  /** Both in milliseconds. */
  onSpread(first: number, last: number): void;
}

/** Spreads the posts of a queue evenly between two dates. */
export function SpreadDialog({ count, zone, onClose, onSpread }: SpreadDialogProps) {
  const [first, setFirst] = useState<string | null>(() => daysAhead(zone, { days: 1, hour: 9 }));
  const [last, setLast] = useState<string | null>(() => daysAhead(zone, { days: 7, hour: 18 }));
  const [asked, setAsked] = useState(false);
  const begin = Date.parse(first ?? '');
  const end = Date.parse(last ?? '');
  const problems = {
    first: Number.isNaN(begin) ? text.missing : begin <= now() ? text.past : undefined,
    last: Number.isNaN(end) ? text.missing : end <= begin ? text.order : undefined,
  };
  return (
    <Dialog title={text.title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (!problems.first && !problems.last) onSpread(begin, end);
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {text.help(count, zone)}
          </Text>
          <ClockField
            label={text.first}
            value={first}
            zone={zone}
            onChange={setFirst}
            error={asked && problems.first}
          />
          <ClockField
            label={text.last}
            value={last}
            zone={zone}
            onChange={setLast}
            error={asked && problems.last}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {strings.common.cancel}
            </Button>
            <Button type="submit">{text.submit}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
