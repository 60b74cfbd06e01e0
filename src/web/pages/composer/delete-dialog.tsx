import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { Dialog } from '../../components/dialog.tsx';

const text = strings.composer.menu;

/** Asked before a draft is deleted. */
export function DeleteDialog({ onDelete, onClose }: { onDelete(): Promise<void>; onClose(): void }) {
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const run = async (): Promise<void> => {
    setPending(true);
    await onDelete().catch(setError);
    setPending(false);
  };
  return (
    <Dialog title={text.removeQuestion} onClose={onClose}>
      <Stack>
        <Text size="sm">{text.removeHelp}</Text>
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {strings.common.cancel}
          </Button>
          <Button color="red.9" loading={pending} onClick={() => void run()}>
            {text.remove}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
