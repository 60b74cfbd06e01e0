import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryClient } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { notifyError } from './notify.ts';

/** Long enough to be read, reached and pressed; what it covers on a phone is wanted soon. */
const SHOWN_MS = 8000;

/** A message about what was just done, with a button that takes it back. `undo` throws what the API refuses. */
export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID();
  const run = async (): Promise<void> => {
    notifications.hide(id);
    await undo().catch(notifyError);
    await queryClient.invalidateQueries();
  };
  notifications.show({
    id,
    color: 'green',
    autoClose: SHOWN_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" className="any-text">
          {message}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => void run()}>
          {strings.common.undo}
        </Button>
      </Group>
    ),
  });
}
