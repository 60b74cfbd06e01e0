import { Button, CloseButton, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { ClockField } from '../../components/clock-field.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { issueOf } from '../../components/issues.ts';
import { notifySuccess } from '../../components/notify.ts';
import { notifyUndo } from '../../components/notify-undo.tsx';
import { formatDate, useZone } from '../../format/date-time.tsx';
import { nextHour } from '../../format/zone.ts';
import { strings } from '../../strings/index.ts';
import { isPast, moveBack, moveTo } from './change-time.ts';
import type { Detail } from './detail.ts';

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

/** Back to where it was; a draft that was scheduled, and what had missed its date, have no way back to it. */
function notifyMoved(post: Detail, text: string, scheduled: boolean): void {
  if (scheduled || isPast(post)) notifySuccess(text);
  else notifyUndo(text, () => change(moveBack(post)));
}

function MoveForm({ post, schedules, onClose }: Omit<MoveDialogProps, 'opened'>) {
  const zone = useZone();
  const [date, setDate] = useState<string | null>(() => (isPast(post) ? nextHour() : post.publishDate));
  const [problem, setProblem] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const submit = async (): Promise<void> => {
    if (!date) return setProblem(text.moveMissing);
    if (isPast({ publishDate: date })) return setProblem(text.movePast);
    setPending(true);
    await change(moveTo(post, date, schedules)).then(() => {
      notifyMoved(post, text.moved(formatDate(date, zone)), schedules);
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
        <ClockField
          label={text.moveLabel}
          description={text.moveZone(zone.replaceAll('_', ' '))}
          value={date}
          zone={zone}
          error={problem ?? issueOf(error, 'date')}
          onChange={(next) => {
            setDate(next);
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
