import { useState, type KeyboardEvent } from 'react';
import { addDays, type Day } from './clock.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * One day of a month is in the order of the Tab key, and the arrow keys lead to the others. What takes the
 * focus names its day as `data-rove` and what it is as `data-kind`.
 */
export function useRovingDays(days: readonly Day[], today: Day) {
  const [focused, setFocused] = useState<Day | null>(null);
  const current = [focused, today].find((day) => day !== null && days.includes(day)) ?? days[0];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    const { rove, kind } = event.target.dataset;
    const element =
      rove &&
      document.querySelector<HTMLElement>(`[data-rove="${addDays(rove, step)}"][data-kind="${kind ?? ''}"]`);
    if (!element) return;
    event.preventDefault();
    setFocused(element.dataset.rove ?? null);
    element.focus();
  };
  return { onKeyDown, tabIndexOf: (day: Day): number => (day === current ? 0 : -1) };
}
