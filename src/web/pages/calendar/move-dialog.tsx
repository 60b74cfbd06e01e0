import { now } from '../../api/server-clock.ts';
import { Button, CloseButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ClockShift } from '../../components/clock-field.tsx';
import { useFocusBack } from '../../components/window.ts';
import { strings } from '../../strings/index.ts';
import { instantOf, isDay, timeOf } from './clock.ts';
import type { Placed } from './entries.ts';

const text = strings.calendar.move;

interface MoveDialogProps {
  readonly placed: Placed;
  readonly zone: string;
  /** `asked`: the content of the two fields. */
  onMove(ms: number, asked: string): void;
  onClose(): void;
}

/** What is in the two fields; null while that is no time. */
function read({ day, time, zone }: { day: string; time: string; zone: string }): number | null {
  const [hour, minute] = time.split(':').map(Number);
  if (!isDay(day) || hour === undefined || minute === undefined) return null;
  return instantOf(day, hour * 60 + minute, zone);
}

/** Asks for another date and time. */
export function MoveDialog({ placed, zone, onMove, onClose }: MoveDialogProps) {
  const [day, setDay] = useState(placed.day);
  const [time, setTime] = useState(timeOf(placed.minute));
  const [error, setError] = useState<string | null>(null);
  // Where the clock shows the time twice, or never: at first the one that the post has.
  const [reading, setReading] = useState<string | null>(placed.entry.publishDate);
  const ms = reading ? Date.parse(reading) : read({ day, time, zone });
  useFocusBack(true);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ms === null) setError(text.noDate);
    else if (ms < now()) setError(text.past);
    else onMove(ms, `${day}T${time}`);
  };
  return (
    // Our CSS locks scrolling: Mantine would write a style that the page's policy forbids.
    <Modal.Root opened onClose={onClose} centered size="sm" lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Group justify="space-between" wrap="nowrap" mb="md">
            <Modal.Title fw={650}>{text.title}</Modal.Title>
            <CloseButton aria-label={strings.common.close} onClick={onClose} />
          </Group>
          <Stack component="form" onSubmit={submit}>
            <Group grow align="flex-start">
              <TextInput
                type="date"
                label={text.date}
                value={day}
                onChange={(event) => {
                  setReading(null);
                  setDay(event.currentTarget.value);
                }}
                data-autofocus
              />
              <TextInput
                type="time"
                label={text.time}
                value={time}
                onChange={(event) => {
                  setReading(null);
                  setTime(event.currentTarget.value);
                }}
              />
            </Group>
            <ClockShift
              clocks={[`${day}T${time}`]}
              zone={zone}
              value={ms === null ? '' : new Date(ms).toISOString()}
              onChange={setReading}
            />
            {error ? (
              <Text size="sm" c="red" role="alert">
                {error}
              </Text>
            ) : (
              <Text size="xs" c="dimmed">
                {strings.calendar.zone.in(zone)}
              </Text>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {strings.common.cancel}
              </Button>
              <Button type="submit">{text.submit}</Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
