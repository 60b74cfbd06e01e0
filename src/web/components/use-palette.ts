import { useCallback, useEffect, useRef, useState } from 'react';
import { notifyPartFailed } from './late-part.tsx';
import type Palette from './palette.tsx';
import type { Typed } from './palette.tsx';
import { useEscape } from './window.ts';

type Opened = 'search' | 'keys';

const NOTHING: Typed = { query: '', isEntered: false };

/** Where keys arrive by themselves, once it is there and has the focus. */
const WINDOWS = { search: '[data-palette]', keys: '[role="dialog"]' };

/**
 * The palette, whose file is fetched when it is opened first. Keys are the palette's from the moment that it
 * is asked for: what is typed before its field has the focus is in the field then.
 */
export function usePalette() {
  const [Part, setPart] = useState<typeof Palette | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [typed, setTyped] = useState(NOTHING);
  const hideFailure = useRef<() => void>(undefined);
  const onClose = useCallback(() => {
    setOpened(null);
    setTyped(NOTHING);
  }, []);
  const open = useCallback(
    (what: Opened): void => {
      setOpened(what);
      hideFailure.current?.();
      const load = async (): Promise<void> => {
        const file = await import('./palette.tsx');
        hideFailure.current?.();
        setPart(() => file.default);
      };
      load().catch(() => {
        onClose();
        hideFailure.current = notifyPartFailed(() => load().then(() => setOpened(what)));
      });
    },
    [onClose],
  );
  useEscape(opened !== null, onClose);
  useHeldKeys(opened, setTyped);
  return { Palette: Part, opened, typed, open, onType: setTyped, onClose };
}

/** Keeps keys from everything else until they arrive in the window that is opened. */
function useHeldKeys(opened: Opened | null, type: (change: (typed: Typed) => Typed) => void): void {
  useEffect(() => {
    if (!opened) return undefined;
    const hold = (event: KeyboardEvent): void => {
      const { target, isComposing } = event;
      if (isComposing || (target instanceof Element && target.closest(WINDOWS[opened]))) return;
      const change = changeBy(event);
      if (!change) return;
      event.preventDefault();
      event.stopPropagation();
      if (opened === 'search') type(change);
    };
    addEventListener('keydown', hold, { capture: true });
    return () => removeEventListener('keydown', hold, { capture: true });
  }, [opened, type]);
}

/** What a key does in a field; undefined: nothing. */
function changeBy(event: KeyboardEvent): ((typed: Typed) => Typed) | undefined {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')) return undefined;
  if (key === 'Enter') return ({ query }) => ({ query, isEntered: query.trim() !== '' });
  if (key === 'Backspace') return ({ query }) => ({ ...NOTHING, query: [...query].slice(0, -1).join('') });
  return key.length === 1 ? ({ query }) => ({ ...NOTHING, query: query + key }) : undefined;
}
