import { VisuallyHidden } from '@mantine/core';
import { useCallback, useMemo, useState, type MouseEvent } from 'react';
import { latePart } from '../../components/late-part.tsx';
import type { SeriesDialogProps } from '../../components/series/series-dialog.tsx';
import { strings } from '../../strings/index.ts';
import { Selected, useSelection, type TapMode } from './bulk/selection.ts';
import { SelectionBar } from './bulk/selection-bar.tsx';
import { useCarry } from './carry.ts';
import type { Day } from './clock.ts';
import { MoveByDrag } from './drag.tsx';
import { byDay, place, slotsByDay, type Entry, type Placed, type Slot } from './entries.ts';
import type { View } from './grid.ts';
import { HourGrid } from './hours.tsx';
import { PostList } from './list.tsx';
import { MonthGrid, type GridProps } from './month.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useMoves, type Changes, type Moves } from './moves.ts';
import { PostCard } from './post-card.tsx';

const SeriesDialog = latePart(() => import('../../components/series/series-dialog.tsx'));

interface CalendarBodyProps {
  readonly view: View;
  readonly days: readonly Day[];
  readonly grid: Pick<GridProps, 'day' | 'today' | 'zone' | 'firstDay'>;
  readonly entries: readonly Entry[];
  readonly slots: readonly Slot[];
  readonly filtered: boolean;
  readonly tapping: TapMode;
  showDay(day: Day): void;
  openDay(day: Day): void;
}

interface Opened {
  readonly key: string;
  readonly beside: DOMRect;
}

/** The posts in one of the views, and everything that can be done with them there. */
export function CalendarBody(props: CalendarBodyProps) {
  const { view, days, grid, entries, slots, filtered, tapping, showDay, openDay } = props;
  const { zone } = grid;
  const [asking, setAsking] = useState<Omit<SeriesDialogProps, 'zone' | 'onClose'> | null>(null);
  const moves = useMovesOrAsk(useMoves(zone, slots), setAsking);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [moving, setMoving] = useState<Placed | null>(null);
  const placed = usePlaced(entries, moves.changes, zone);
  const find = useCallback((key: string) => placed.find((one) => one.key === key), [placed]);
  const { carry, onKeyDown, drop } = useCarry({ view, zone, moves, find, showDay });
  const selection = useSelection(placed, tapping);
  const posts = useMemo(() => {
    if (!carry) return byDay(placed);
    const held = { ...carry.entry, publishDate: new Date(carry.ms).toISOString() };
    return byDay([...placed.filter(({ key }) => key !== carry.key), place(held, zone)]);
  }, [placed, carry, zone]);
  const freeSlots = useMemo(() => slotsByDay(slots, zone), [slots, zone]);
  const onClick = (event: MouseEvent): void => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-post]') : null;
    if (!element?.dataset.post) return;
    drop();
    if (selection.onClick(event)) return;
    setOpened({ key: element.dataset.post, beside: element.getBoundingClientRect() });
  };
  const shown = opened && find(opened.key);
  const shared = { ...grid, posts, slots: freeSlots, carried: carry?.key, openDay };
  const close = (): void => {
    setOpened(null);
    if (opened) document.querySelector<HTMLElement>(`[data-post="${CSS.escape(opened.key)}"]`)?.focus();
  };
  return (
    <div
      onClick={onClick}
      onKeyDownCapture={(event) => carry !== null || selection.onKeyDown(event) || onKeyDown(event)}
      onKeyUp={keepSpace}
    >
      <VisuallyHidden role="status" aria-live="assertive" data-said>
        {moves.said}
      </VisuallyHidden>
      <Selected value={selection.keys}>
        <MoveByDrag zone={zone} find={find} onMove={({ entry }, ...to) => void moves.move(entry, ...to)}>
          {view === 'month' && <MonthGrid {...shared} />}
          {(view === 'week' || view === 'day') && <HourGrid key={view} {...shared} days={days} />}
          {view === 'list' && <PostList {...shared} days={days} filtered={filtered} />}
        </MoveByDrag>
      </Selected>
      <VisuallyHidden>
        {strings.calendar.move.help} {strings.calendar.bulk.help}
      </VisuallyHidden>
      {selection.keys && (
        <SelectionBar posts={selection.posts} zone={zone} clear={selection.clear} keep={selection.keep} />
      )}
      {opened && shown && (
        <PostCard
          placed={shown}
          beside={opened.beside}
          onClose={close}
          onMove={() => {
            close();
            setMoving(shown);
          }}
          onSeries={(action) => {
            close();
            setAsking({ post: seriesPost(shown.entry), action });
          }}
        />
      )}
      {asking && <SeriesDialog {...asking} zone={zone} onClose={() => setAsking(null)} />}
      {moving && (
        <MoveDialog
          placed={moving}
          zone={zone}
          onClose={() => setMoving(null)}
          onMove={(...to) => {
            setMoving(null);
            void moves.move(moving.entry, ...to);
          }}
        />
      )}
    </div>
  );
}

const seriesPost = ({ id, publishDate, isRepeat }: Entry) => ({ id, date: publishDate, isComing: isRepeat });

/** A post of a series that is dropped elsewhere: which of its posts are meant is asked first. */
function useMovesOrAsk(
  moves: Moves,
  ask: (asked: Omit<SeriesDialogProps, 'zone' | 'onClose'>) => void,
): Moves {
  return {
    ...moves,
    async move(entry, ms, asked) {
      if (!entry.inSeries) return moves.move(entry, ms, asked);
      if (ms === Date.parse(entry.publishDate)) return;
      ask({ post: seriesPost(entry), action: 'move', to: new Date(ms).toISOString() });
    },
  };
}

/**
 * Some browsers click a button when the space bar is let go, which has just picked a post up or dropped it.
 */
function keepSpace(event: React.KeyboardEvent): void {
  const { key, target } = event;
  if (key === ' ' && target instanceof HTMLElement && target.dataset.post) event.preventDefault();
}

/** Posts with what has just been changed about them. Those that stay the same are drawn once. */
function usePlaced(entries: readonly Entry[], changes: Changes, zone: string): readonly Placed[] {
  const read = useMemo(() => entries.map((entry) => place(entry, zone)), [entries, zone]);
  return useMemo(
    () =>
      changes.size === 0
        ? read
        : read.map((one) => {
            const change = one.entry.isRepeat ? undefined : changes.get(one.entry.id);
            return change ? place({ ...one.entry, ...change }, zone) : one;
          }),
    [read, changes, zone],
  );
}
