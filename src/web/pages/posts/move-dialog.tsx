import { Button, CloseButton, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { notifySuccess } from '../../components/notify.ts';
import { formatDate, useZone } from '../../format/date-time.tsx';
import { fromClock, nextHour, toClock } from '../../format/zone.ts';
import { strings } from '../../strings/index.ts';
import { isPast, moveTo } from './change-time.ts';
import type { Detail } from './post.tsx';

const text = strings.post;

interface MoveDialogProps {
  readonly post: Detail;
  readonly opened: boolean;
  /** Whether a draft is scheduled for its new time. */
  readonly schedules: boolean;
  onClose(): void;
}

/** Asks for another date and time, in the organisation's zone. The past is refused, never sent at once. */
export function MoveDialog({ post, opened, schedules, onClose }: MoveDialogProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} centered lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p="lg">
          <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
            <Modal.Title fw={600}>{text.moveTitle}</Modal.Title>
            <CloseButton aria-label={strings.common.close} onClick={onClose} />
          </Group>
          <MoveForm post={post} schedules={schedules} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function MoveForm({ post, schedules, onClose }: Omit<MoveDialogProps, 'opened'>) {
  const zone = useZone();
  const [clock, setClock] = useState(() => toClock(isPast(post) ? nextHour() : post.publishDate, zone));
  const [problem, setProblem] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const submit = async (): Promise<void> => {
    const date = fromClock(clock, zone);
    if (!date) return setProblem(text.moveMissing);
    if (isPast({ publishDate: date })) return setProblem(text.movePast);
    setPending(true);
    await change(moveTo(post, date, schedules)).then(() => {
      notifySuccess(text.moved(formatDate(date, zone)));
      onClose();
    }, setError);
    setPending(false);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <TextInput
          type="datetime-local"
          label={text.moveLabel}
          description={text.moveZone(zone.replaceAll('_', ' '))}
          value={clock}
          error={problem ?? issueOf(error, 'date')}
          onChange={(event) => {
            setClock(event.currentTarget.value);
            setProblem(undefined);
            setError(undefined);
          }}
          data-autofocus
        />
        {!issueOf(error, 'date') && <ErrorAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.common.cancel}
          </Button>
          <Button type="submit" loading={pending}>
            {schedules ? text.schedule : text.move}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
