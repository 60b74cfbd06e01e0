import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Me } from '../api/session.ts';
import { BellInSideBar } from './bell-count.tsx';
import { install } from './install.ts';
import { compose, placesOf } from './places.ts';
import { usePalette } from './use-palette.ts';

/** The second key of a page follows the `g` within this time. */
const SEQUENCE_MS = 1500;

/** Elements that take keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"], [data-post]';

/**
 * Keys that act on every page: Ctrl-K or Cmd-K opens the palette; without a modifier, `/` opens it as well,
 * `?` lists the keys, `c` writes a post, and `g` and a letter lead to a page. Single keys can be turned off
 * (WCAG 2.2, 2.1.4).
 */
export default function Keys({ me }: { me: Me }) {
  const navigate = useNavigate();
  const { Palette, open, ...palette } = usePalette();
  const goingSince = useRef(-Infinity);
  useEffect(install, []);
  const actOn = useCallback(
    (key: string, isGoing: boolean): boolean => {
      const { first, more } = placesOf(me);
      const place = isGoing ? [...first, ...more].find((one) => one.key === key) : undefined;
      if (place) void navigate(place.to);
      else if (isGoing) return false;
      else if (key === 'c') void navigate(compose.to);
      else if (key === '/') open('search');
      else if (key === '?') open('keys');
      else return false;
      return true;
    },
    [me, navigate, open],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target, isComposing } = event;
      if (event.defaultPrevented || event.repeat || isComposing) return;
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        open('search');
        return;
      }
      const isTaken = target instanceof Element && target.closest(TAKES_KEYS) !== null;
      if (ctrlKey || metaKey || altKey || isTaken || !me.user.keyShortcuts) return;
      const isGoing = event.timeStamp - goingSince.current < SEQUENCE_MS;
      goingSince.current = key === 'g' && !isGoing ? event.timeStamp : -Infinity;
      if (actOn(key, isGoing)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [me, open, actOn]);
  return (
    <>
      <BellInSideBar />
      {Palette && <Palette me={me} {...palette} />}
    </>
  );
}
