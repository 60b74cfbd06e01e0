import { useMediaQuery } from '@mantine/hooks';
import { useNotifications } from '@mantine/notifications';
import { Suspense, lazy, useState } from 'react';

const MessageList = lazy(() => import('./message-list.tsx'));

/**
 * The short messages, where they cover nothing that is wanted next: at the bottom of a window, and at the top
 * on a phone, whose menus and drawers come from the bottom. What shows them is fetched with the first one.
 */
export function Messages() {
  const { notifications } = useNotifications();
  const isPhone = useMediaQuery('(max-width: 43.99em)') ?? false;
  const [isNeeded, setIsNeeded] = useState(false);
  if (!isNeeded && notifications.length > 0) setIsNeeded(true);
  return isNeeded ? (
    <Suspense>
      <MessageList position={isPhone ? 'top-center' : 'bottom-right'} />
    </Suspense>
  ) : null;
}
