import { useEffect, useRef, type RefObject } from 'react';

/** Around the bar (selection-bar.module.css). */
const GAP_PX = 24;

/** A bar that stays at the end of the window: what gets the focus is scrolled to above it
 * (`--crier-end-bar`). */
export function useEndBar(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    if (!current) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--crier-end-bar', `${current.offsetHeight + GAP_PX}px`),
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--crier-end-bar');
    };
  }, []);
  return bar;
}
