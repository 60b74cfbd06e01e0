import { DndContext, DragOverlay, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { now } from '../../api/server-clock.ts';
import { strings } from '../../strings/index.ts';
import { clockOf, instantOf, type Day } from './clock.ts';
import type { Placed } from './entries.ts';
import { snap } from './grid.ts';
import { ChipPicture } from './post-chip.tsx';
import classes from './drag.module.css';
import { momentText } from './words.ts';

interface MoveByDragProps {
  readonly zone: string;
  find(key: string): Placed | undefined;
  /** `asked`: the time of the clock where it was dropped, which the clock may skip. */
  onMove(placed: Placed, ms: number, asked: string): void;
  readonly children: ReactNode;
}

/** Where a post would be dropped. */
interface Target {
  readonly element: Element;
  readonly day: Day;
  readonly minute: number;
}

interface Dragged {
  readonly placed: Placed;
  /** How far below its upper edge the post is held. */
  readonly held: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Posts below it can be dragged to another day, or among hours to another time. */
export function MoveByDrag({ zone, find, onMove, children }: MoveByDragProps) {
  // A finger scrolls; held for a moment, it drags.
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [label, setLabel] = useState<HTMLElement | null>(null);
  const target = useTarget(dragged, label, zone);
  const end = useCallback((): void => setDragged(null), []);
  return (
    <DndContext
      sensors={sensors}
      accessibility={{
        announcements: SILENT,
        screenReaderInstructions: { draggable: strings.calendar.move.help },
      }}
      onDragStart={({ active, activatorEvent }) => setDragged(begin(find(String(active.id)), activatorEvent))}
      onDragCancel={end}
      onDragEnd={() => {
        const to = target.current;
        if (dragged && to && !isSame(to, dragged.placed)) {
          const { day, minute } = to;
          onMove(dragged.placed, instantOf(day, minute, zone), clockOf(day, minute));
        }
        end();
      }}
    >
      {children}
      <DragOverlay dropAnimation={null} className={classes.overlay}>
        {dragged && (
          <>
            <ChipPicture placed={dragged.placed} />
            <div ref={setLabel} className={classes.label} />
          </>
        )}
      </DragOverlay>
    </DndContext>
  );
}

/** Dropped where it was, it stays: of an hour that comes twice, it may be in the second. */
const isSame = (to: Target, { day, minute }: Placed): boolean => to.day === day && to.minute === minute;

/** The calendar announces moves itself, also those with the keyboard. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/**
 * Follows the pointer while a post is dragged. Marks the day below it and writes its date into the label
 * without drawing the calendar again: with a thousand posts, that would be felt.
 */
function useTarget(
  dragged: Dragged | null,
  label: HTMLElement | null,
  zone: string,
): RefObject<Target | null> {
  const target = useRef<Target | null>(null);
  // Where the pointer has moved to since the press. Recorded before a drag too: a fast mouse has made its
  // last move by the time that the drag is drawn. A finger that only holds a post moves nothing.
  const moved = useRef<Point | null>(null);
  useEffect(() => {
    const press = (): void => {
      moved.current = null;
    };
    const move = (event: Event): void => {
      moved.current = pointOf(event);
    };
    return listen({ mousedown: press, touchstart: press, mousemove: move });
  }, []);
  useEffect(() => {
    if (!dragged) return undefined;
    const follow = (point: Point): void => {
      const next = targetAt(point, dragged);
      if (next?.element !== target.current?.element) target.current?.element.removeAttribute('data-over');
      target.current = next;
      if (next) {
        const moment = momentText(next.day, next.minute);
        const isPast = instantOf(next.day, next.minute, zone) <= now();
        next.element.setAttribute('data-over', isPast ? 'past' : 'true');
        if (label) label.textContent = isPast ? strings.calendar.move.overPast(moment) : moment;
      } else if (label) label.textContent = '';
    };
    const move = (event: Event): void => follow((moved.current = pointOf(event)));
    if (moved.current) follow(moved.current);
    const stop = listen({ mousemove: move, touchmove: move });
    return () => {
      stop();
      target.current?.element.removeAttribute('data-over');
      target.current = null;
    };
  }, [dragged, label, zone]);
  return target;
}

/** Listens on the window, until what it returns is called. */
function listen(listeners: Readonly<Record<string, (event: Event) => void>>): () => void {
  const ended = new AbortController();
  for (const [type, listener] of Object.entries(listeners)) {
    addEventListener(type, listener, { signal: ended.signal });
  }
  return () => ended.abort();
}

function pointOf(event: Event): Point {
  const point = 'touches' in event ? (event as TouchEvent).touches[0] : (event as MouseEvent);
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}

function begin(placed: Placed | undefined, event: Event): Dragged | null {
  const element = event.target instanceof Element ? event.target.closest('[data-post]') : null;
  if (!placed || !element) return null;
  return { placed, held: pointOf(event).y - element.getBoundingClientRect().top };
}

/** Where only days are shown, a post keeps its time. */
function targetAt({ x, y }: Point, { held, placed: { minute } }: Dragged): Target | null {
  const element = document
    .elementsFromPoint(x, y)
    .find((one) => one instanceof HTMLElement && one.dataset.day);
  if (!(element instanceof HTMLElement)) return null;
  const { day = '', hours } = element.dataset;
  if (hours === undefined) return { element, day, minute };
  const { top, height } = element.getBoundingClientRect();
  return { element, day, minute: snap(((y - held - top) / height) * 1440) };
}
