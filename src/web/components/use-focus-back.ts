import { useEffect } from 'react';

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
