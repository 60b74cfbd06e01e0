import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import readable from './message-list.module.css';
import classes from './messages.module.css';

/** Between messages and the end of the window, or what stands there. */
const GAP_PX = 16;

/**
 * What stands at the end of a phone's window leaves the room that the messages take
 * (`--crier-messages-height`).
 */
export default function MessageList() {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = frame.current?.querySelector<HTMLElement>(`.${classes.list}[data-position=bottom-right]`);
    if (!list) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = list.offsetHeight;
      style.setProperty('--crier-messages-height', height ? `${height + GAP_PX}px` : '0px');
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={frame}>
      <Notifications
        position="bottom-right"
        withinPortal={false}
        classNames={{ root: classes.list, notification: readable.message }}
      />
    </div>
  );
}
