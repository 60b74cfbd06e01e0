import { ActionIcon, Button, Chip, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { notifySaved } from '../../components/notify.ts';
import { useZone } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Channel } from './channel.ts';
import classes from './channels.module.css';
import { readMinutes } from './minutes.ts';
import {
  EVERY_DAY,
  fromApi,
  timeOfDay,
  toApi,
  weekdayName,
  weekdays,
  type PostingTime,
} from './posting-time.ts';

const text = strings.channels.times;

interface DialogProps {
  readonly opened: boolean;
  onClose(): void;
  readonly channel: Channel;
}

/** The times of day that posts of the queue fill. */
export function PostingTimesDialog({ opened, onClose, channel }: DialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title(isolated(channel.name))}>
      <TimesForm channel={channel} onDone={onClose} />
    </Dialog>
  );
}

function TimesForm({ channel, onDone }: { channel: Channel; onDone(): void }) {
  const zone = useZone();
  const [times, setTimes] = useState<readonly PostingTime[]>(() => channel.postingTimes.map(fromApi));
  const [typed, setTyped] = useState('');
  const save = useChange('patch', '/channels/{id}', {
    onSuccess: () => {
      notifySaved(text.title(isolated(channel.name)));
      onDone();
    },
  });
  const minutes = readMinutes(typed);
  const isNew = minutes !== undefined && !times.some(({ time }) => time === minutes);
  const withTyped = isNew
    ? [...times, { time: minutes, days: EVERY_DAY }].toSorted((a, b) => a.time - b.time)
    : times;
  const add = (): void => {
    setTimes(withTyped);
    setTyped('');
  };
  const unused = times.find(({ days }) => days.length === 0);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {text.help(zone)}
      </Text>
      {times.length === 0 ? (
        <Text size="sm">{text.none}</Text>
      ) : (
        <ul className={classes.times} aria-label={text.list}>
          {times.map((one) => (
            <TimeRow
              key={one.time}
              time={one}
              onDays={(days) => setTimes(times.map((other) => (other === one ? { ...one, days } : other)))}
              onRemove={() => setTimes(times.filter((other) => other !== one))}
            />
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            type="time"
            label={text.add}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={minutes === undefined}>
            {text.addAction}
          </Button>
        </Group>
      </form>
      <ErrorAlert error={save.error} />
      {unused && (
        <Text size="sm" c="red" role="alert">
          {text.noDays(timeOfDay(unused.time))}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {strings.common.cancel}
        </Button>
        <Button
          loading={save.isPending}
          disabled={unused !== undefined}
          onClick={() =>
            // A time that was typed and not added counts as well.
            save.mutate({
              params: { path: { id: channel.id } },
              body: { postingTimes: withTyped.map(toApi) },
            })
          }
        >
          {strings.common.save}
        </Button>
      </Group>
    </Stack>
  );
}

interface TimeRowProps {
  readonly time: PostingTime;
  onDays(days: readonly number[]): void;
  onRemove(): void;
}

/** A time of day with the weekdays on which it holds. */
function TimeRow({ time: { time, days }, onDays, onRemove }: TimeRowProps) {
  const name = timeOfDay(time);
  return (
    <li>
      <span className={classes.timeOfDay}>{name}</span>
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(chosen) => onDays(EVERY_DAY.filter((day) => chosen.includes(String(day))))}
      >
        <Group gap={4} role="group" aria-label={text.days(name)} className={classes.weekdays}>
          {weekdays().map((day) => (
            <Chip key={day} value={String(day)} size="xs" radius="sm" aria-label={weekdayName(day, 'long')}>
              {weekdayName(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <ActionIcon size={24} variant="subtle" color="gray" aria-label={text.remove(name)} onClick={onRemove}>
        <Icon name="x" size={14} />
      </ActionIcon>
    </li>
  );
}
