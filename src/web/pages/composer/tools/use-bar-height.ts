import { useEffect, useRef, type RefObject } from 'react';

/** Above and below the button where it stands alone (composer.module.css). */
const GAP_PX = 16;

/**
 * Passes the height of the lower bar to the composer (`--composer-bar`): what stands above it sticks to it.
 * Short messages stay above its button (`--crier-messages-above`). What gets the focus, or is written, is
 * scrolled to above all of them (`--crier-end-bar`).
 */
export function useBarHeight(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    if (!current) return undefined;
    const { parentElement: composer, lastElementChild: button } = current;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = current;
      composer?.style.setProperty('--composer-bar', `${offsetHeight}px`);
      const above = offsetHeight ? innerHeight - current.getBoundingClientRect().top : 0;
      style.setProperty('--crier-messages-above', `${Math.max(0, above)}px`);
      const alone = button instanceof HTMLElement ? button.offsetHeight + GAP_PX : 0;
      const ends = offsetHeight || alone;
      const heights = [...(composer?.querySelectorAll<HTMLElement>('[data-status]') ?? [])].map(heightOf);
      style.setProperty('--crier-end-bar', `${ends + Math.max(0, ...heights)}px`);
    });
    observer.observe(current);
    // A page that becomes longer or shorter moves it; a counter or a problem makes it longer.
    if (composer) observer.observe(composer);
    return () => {
      observer.disconnect();
      for (const name of ['--crier-messages-above', '--crier-end-bar']) style.removeProperty(name);
    };
  }, []);
  return bar;
}

const heightOf = ({ offsetHeight }: HTMLElement): number => offsetHeight;
