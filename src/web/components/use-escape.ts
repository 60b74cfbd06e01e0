import { useEffect, useRef } from 'react';

type Close = () => void;

/** The windows that are open, the innermost last. */
const windows: { readonly current: Close }[] = [];

/** What takes Escape itself: an open list or menu (Mantine's mark, which our own parts set too), and a card. */
const TAKES_ESCAPE = '[data-mantine-stop-propagation="true"], [role="dialog"]:not([aria-modal])';

/** One listener for all: with one each, a window would be the innermost as soon as the one above it is gone. */
function closeInnermost({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing) return;
  if (target instanceof Element && target.closest(TAKES_ESCAPE)) return;
  windows.at(-1)?.current();
}

/**
 * Escape closes this window while it is the innermost one; of Mantine's own windows, which do not know of each
 * other, it closes all. `close` does nothing in a window that only an answer closes.
 */
export function useEscape(opened: boolean, close: Close): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!opened) return undefined;
    if (!windows.length) addEventListener('keydown', closeInnermost, { capture: true });
    windows.push(latest);
    return () => {
      windows.splice(windows.indexOf(latest), 1);
      if (!windows.length) removeEventListener('keydown', closeInnermost, { capture: true });
    };
  }, [opened]);
}
