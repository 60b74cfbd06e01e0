/** What Mantine's windows lack: they do not know of each other. */
import { useEffect, useRef } from 'react';

/** Mantine's own delay: what takes the window's place may want the focus itself. */
const DELAY_MS = 10;

/**
 * Gives the focus back to what had it before a window opened. Mantine forgets it for a window that is open
 * from its first moment, as those are that are fetched when they are needed.
 */
export function useFocusBack(opened: boolean): void {
  useEffect(() => {
    const before = document.activeElement;
    if (!opened || !(before instanceof HTMLElement)) return undefined;
    return () => {
      const atEnd = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        if ((now === document.body || now === atEnd) && before.isConnected) {
          before.focus({ preventScroll: true });
        }
      }, DELAY_MS);
    };
  }, [opened]);
}

type Close = () => void;

/** The windows that are open, the innermost last. */
const windows: { readonly current: Close }[] = [];

/** What takes Escape itself: an open list or menu (Mantine's mark, which our own parts set too), and a
 * card. */
const TAKES_ESCAPE = '[data-mantine-stop-propagation="true"], [role="dialog"]:not([aria-modal])';

/** One listener for all: with one each, a window would be the innermost as soon as the one above it is
 * gone. */
function closeInnermost({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing) return;
  if (target instanceof Element && target.closest(TAKES_ESCAPE)) return;
  windows.at(-1)?.current();
}

/**
 * Escape closes this window while it is the innermost one; of Mantine's own windows, which do not know of
 * each other, it closes all. `close` does nothing in a window that only an answer closes.
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
