import { useEffect, useRef, type RefObject } from 'react';

/**
 * Passes the height of the lower bar to the composer (`--composer-bar`): what stands above it sticks to it.
 * Short messages stay above its button (`--crier-messages-above`).
 */
export function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    if (!current) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = current;
      current.parentElement?.style.setProperty('--composer-bar', `${offsetHeight}px`);
      const above = offsetHeight ? innerHeight - current.getBoundingClientRect().top : 0;
      style.setProperty('--crier-messages-above', `${Math.max(0, above)}px`);
    });
    observer.observe(current);
    // A page that becomes longer or shorter moves it.
    if (current.parentElement) observer.observe(current.parentElement);
    return () => {
      observer.disconnect();
      style.removeProperty('--crier-messages-above');
    };
  }, []);
  return bar;
}
