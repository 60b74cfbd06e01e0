import { useNotifications } from '@mantine/notifications';
import { Suspense, lazy, useState } from 'react';

const MessageList = lazy(() => import('./message-list.tsx'));

/** The short messages at the bottom of the window. What shows them is fetched with the first one. */
export function Messages() {
  const { notifications } = useNotifications();
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded && notifications.length > 0) setIsNeeded(true);
  return isNeeded ? (
    <Suspense>
      <MessageList position="bottom-right" />
    </Suspense>
  ) : null;
}
