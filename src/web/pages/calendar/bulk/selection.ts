/** The posts of the calendar that are selected, to do one thing with all of them. */
import {
  createContext,
  useContext,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import type { Placed } from '../entries.ts';

const NONE: ReadonlySet<string> = new Set();

/** The keys of the selected posts; null while no post is selected, and a click opens one. */
export const Selected = createContext<ReadonlySet<string> | null>(null);

/** Whether a post is selected, for `aria-pressed`; undefined while a click opens it. */
export const useIsSelected = (key: string): boolean | undefined => useContext(Selected)?.has(key);

/** Dates to come of a repeated post have nothing of their own that could be changed. */
const canSelect = ({ entry }: Placed): boolean => !entry.isRepeat;

const postOf = ({ target }: { target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-post]') : null;

/** The mode in which each tap selects a post: a finger has no other keys. */
export interface TapMode {
  readonly isOn: boolean;
  set(isOn: boolean): void;
}

/**
 * With the mouse: Ctrl or Cmd and a click select a post, Shift and a click all up to it. With the keyboard,
 * on a post: X selects it, Shift and an arrow key the next one too, Ctrl-A all, Escape none. With a finger: a
 * button of the page begins, and each tap selects.
 *
 * @param placed the posts that are shown
 */
export function useSelection(placed: readonly Placed[], tapping: TapMode) {
  const [keys, setKeys] = useState(NONE);
  const anchor = useRef('');
  const order = useMemo(() => placed.filter(canSelect).toSorted((a, b) => a.ms - b.ms), [placed]);
  const posts = useMemo(() => order.filter(({ key }) => keys.has(key)), [order, keys]);

  const clear = (): void => {
    setKeys(NONE);
    tapping.set(false);
    // The bar that had the focus goes.
    requestAnimationFrame(() => {
      const post = document.querySelector<HTMLElement>(`[data-post="${CSS.escape(anchor.current)}"]`);
      if (document.activeElement === document.body) post?.focus();
    });
  };
  const keep = (entries: readonly Placed['entry'][]): void => {
    const ids = new Set(entries.map(({ id }) => id));
    setKeys(new Set(posts.filter(({ entry }) => ids.has(entry.id)).map(({ key }) => key)));
  };
  const toggle = (key: string): void => {
    if (!order.some((one) => one.key === key)) return;
    anchor.current = key;
    const next = new Set(posts.map((one) => one.key));
    if (!next.delete(key)) next.add(key);
    setKeys(next);
  };
  const extendTo = (key: string): void => {
    const from = order.findIndex((one) => one.key === anchor.current);
    const to = order.findIndex((one) => one.key === key);
    if (from < 0 || to < 0) toggle(key);
    else {
      const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      setKeys(new Set([...posts, ...between].map((one) => one.key)));
    }
  };

  /** Returns whether the click was about the selection. */
  const onClick = (event: MouseEvent): boolean => {
    const key = postOf(event)?.dataset.post;
    const { shiftKey, ctrlKey, metaKey } = event;
    const isMeant = shiftKey || ctrlKey || metaKey || tapping.isOn || posts.length > 0;
    if (key === undefined || !isMeant) return false;
    if (shiftKey) extendTo(key);
    else toggle(key);
    return true;
  };
  /** Returns whether the key was about the selection. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const key = postOf(event)?.dataset.post;
    // A dialog of the bar is elsewhere on the page, although its events come by here.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!isInside) return false;
    if (event.key === 'Escape' && posts.length > 0) clear();
    else if (key === undefined || event.altKey) return false;
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      setKeys(new Set(order.map((one) => one.key)));
    } else if (event.ctrlKey || event.metaKey) return false;
    else if (event.key.toLowerCase() === 'x') toggle(key);
    else if (event.shiftKey && event.key in STEPS) {
      if (!keys.has(key)) toggle(key);
      const next = order[order.findIndex((one) => one.key === key) + (STEPS[event.key] ?? 0)];
      if (next) extendTo(next.key);
      if (next) document.querySelector<HTMLElement>(`[data-post="${CSS.escape(next.key)}"]`)?.focus();
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isOn = tapping.isOn || posts.length > 0;
  return { posts, keys: isOn ? keys : null, clear, keep, onClick, onKeyDown };
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
