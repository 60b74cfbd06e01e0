import { useEffect, useRef, type RefObject } from 'react';

/** Passes the height of the lower bar to the composer (`--composer-bar`): what stands above it sticks to
 * it. */
export function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    if (!current) return undefined;
    const observer = new ResizeObserver(() =>
      current.parentElement?.style.setProperty('--composer-bar', `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return bar;
}
