import { Alert, Stack } from '@mantine/core';
import { notifications, useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { latePart } from './late-part.tsx';
import classes from './messages.module.css';

const MessageList = latePart(() => import('./message-list.tsx'), { instead: PlainMessages });

/** The short messages at the bottom of the window. What shows them is fetched with the first one. */
export function Messages() {
  const { notifications: shown } = useNotifications();
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded && shown.length > 0) setIsNeeded(true);
  return isNeeded ? <MessageList /> : null;
}

/**
 * The same without the file that shows them: offline, messages are wanted most. They stay until they are
 * closed.
 */
function PlainMessages() {
  const { notifications: shown } = useNotifications();
  return (
    <Stack gap="xs" className={classes.plain}>
      {shown.map(({ id, message, color, role = 'alert', withCloseButton = true }) => (
        <Alert
          key={id}
          role={role}
          color={color ?? 'gray'}
          withCloseButton={withCloseButton}
          onClose={() => notifications.hide(id ?? '')}
        >
          {message}
        </Alert>
      ))}
    </Stack>
  );
}
