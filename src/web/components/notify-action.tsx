import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** A button of a message. */
export interface Offer {
  readonly label: string;
  action(): Promise<unknown>;
}

interface Action extends Offer {
  readonly message: string;
  readonly color: 'green' | 'red';
  /** Another way to go on, beside the first. */
  readonly also?: Offer | undefined;
  /** Until it is pressed, or taken away; default: eight seconds. */
  readonly stays?: boolean;
}

/** Long enough to be read, reached and pressed; what it covers on a phone is wanted soon. */
const SHOWN_MS = 8000;

/** A message with a button or two, which take it away unless it stays. Returns what takes it away. */
export function notifyAction({ message, color, label, action, also, stays = false }: Action): () => void {
  const id = crypto.randomUUID();
  const hide = (): void => void notifications.hide(id);
  const offers = [...(also ? [also] : []), { label, action }];
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
        {offers.map((offer) => (
          <Button
            key={offer.label}
            flex="none"
            size="compact-sm"
            variant="default"
            onClick={() => {
              if (!stays) hide();
              void offer.action();
            }}
          >
            {offer.label}
          </Button>
        ))}
      </Group>
    ),
  });
  return hide;
}
