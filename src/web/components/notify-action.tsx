import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

interface Action {
  readonly message: string;
  readonly color: 'green' | 'red';
  /** Of the button. */
  readonly label: string;
  action(): Promise<unknown>;
  /** Until it is pressed, or taken away; default: eight seconds. */
  readonly stays?: boolean;
}

/** Long enough to be read, reached and pressed; what it covers on a phone is wanted soon. */
const SHOWN_MS = 8000;

/** A message with a button, which takes it away unless it stays. Returns what takes it away. */
export function notifyAction({ message, color, label, action, stays = false }: Action): () => void {
  const id = crypto.randomUUID();
  const hide = (): void => void notifications.hide(id);
  notifications.show({
    id,
    color,
    role: 'alert',
    autoClose: stays ? false : SHOWN_MS,
    withCloseButton: !stays,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" className="any-text">
          {message}
        </Text>
        <Button
          flex="none"
          size="compact-sm"
          variant="default"
          onClick={() => {
            if (!stays) hide();
            void action();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  });
  return hide;
}
