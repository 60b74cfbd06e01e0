import { Portal } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './hint.module.css';

const DELAY_MS = 300;

interface HintProps {
  readonly label: string;
  /** Default: above. */
  readonly side?: 'above' | 'right';
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/**
 * A text beside what the pointer or the focus is on; they must not be needed to understand it. The library's
 * tooltip would bring the placing of every menu along, which is more than the whole home page.
 */
export function Hint({ label, side = 'above', disabled = false, children }: HintProps) {
  const [at, setAt] = useState<DOMRect | null>(null);
  const around = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setAt(null);
  };
  const show = (): void => {
    clearTimeout(timer.current);
    if (disabled) return;
    timer.current = setTimeout(
      () => setAt(around.current?.firstElementChild?.getBoundingClientRect() ?? null),
      DELAY_MS,
    );
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!at) return undefined;
    // It would stay where it is, and what it belongs to would not.
    addEventListener('scroll', hide, true);
    addEventListener('keydown', hide, true);
    return () => {
      removeEventListener('scroll', hide, true);
      removeEventListener('keydown', hide, true);
    };
  });
  return (
    <span
      ref={around}
      className={classes.around}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onClick={hide}
    >
      {children}
      {at && !disabled && (
        <Portal>
          <div role="tooltip" className={classes.hint} data-side={side} style={placeBeside(at, side)}>
            {label}
          </div>
        </Portal>
      )}
    </span>
  );
}

function placeBeside({ top, left, right, width, height }: DOMRect, side: 'above' | 'right') {
  return side === 'right'
    ? { top: top + height / 2, left: right }
    : { top, left: Math.min(Math.max(left + width / 2, 96), innerWidth - 96) };
}
