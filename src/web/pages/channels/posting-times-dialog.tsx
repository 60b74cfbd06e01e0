import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
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
import { formatMinutes, readMinutes } from './minutes.ts';

const text = strings.channels.times;

interface DialogProps {
  readonly opened: boolean;
  onClose(): void;
  readonly channel: Channel;
}

/** The times of day that "next free slot" fills. */
export function PostingTimesDialog({ opened, onClose, channel }: DialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title(isolated(channel.name))}>
      <TimesForm channel={channel} onDone={onClose} />
    </Dialog>
  );
}

function TimesForm({ channel, onDone }: { channel: Channel; onDone(): void }) {
  const zone = useZone();
  const [times, setTimes] = useState<readonly number[]>(channel.postingTimes);
  const [typed, setTyped] = useState('');
  const save = useChange('patch', '/channels/{id}', {
    onSuccess: () => {
      notifySaved();
      onDone();
    },
  });
  const minutes = readMinutes(typed);
  const withTyped =
    minutes === undefined ? times : [...new Set([...times, minutes])].toSorted((a, b) => a - b);
  const add = (): void => {
    setTimes(withTyped);
    setTyped('');
  };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {text.help(zone)}
      </Text>
      {times.length === 0 ? (
        <Text size="sm">{text.none}</Text>
      ) : (
        <ul className={classes.times} aria-label={text.list}>
          {times.map((time) => (
            <li key={time}>
              <span>{formatMinutes(time)}</span>
              <ActionIcon
                size={24}
                variant="subtle"
                color="gray"
                aria-label={text.remove(formatMinutes(time))}
                onClick={() => setTimes(times.filter((one) => one !== time))}
              >
                <Icon name="x" size={14} />
              </ActionIcon>
            </li>
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
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {strings.common.cancel}
        </Button>
        <Button
          loading={save.isPending}
          onClick={() =>
            // A time that was typed and not added counts as well.
            save.mutate({ params: { path: { id: channel.id } }, body: { postingTimes: [...withTyped] } })
          }
        >
          {strings.common.save}
        </Button>
      </Group>
    </Stack>
  );
}
