import { now as serverNow } from '../../api/server-clock.ts';
import { VisuallyHidden } from '@mantine/core';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { strings } from '../../strings/index.ts';
import { addDays, clockChangeOn, dayOf, instantOf, minuteOf, MINUTE_MS, type Day } from './clock.ts';
import { useCompose } from './compose.ts';
import type { Placed, PlacedSlot } from './entries.ts';
import { placesOf, type Box } from './grid.ts';
import classes from './hours.module.css';
import type { GridProps } from './month.tsx';
import { PostChip } from './post-chip.tsx';
import { SlotLine } from './slot.tsx';
import { dateText, dayText, hourText, timeText, weekdayText } from './words.ts';

const text = strings.calendar;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/**
 * An hour is 48 pixels high: a line of text covers 27.5 minutes, a post with its time and two lines of
 * text 70.
 */
const SIZE = { line: 27.5, tall: 70 };
/** How many lines posts at the same time may take. */
const MAX_IN_WEEK = 4;
const MAX_IN_DAY = 10;
const WORKING_HOUR = 7;
const NONE: readonly never[] = [];

const minutesOf = (all: readonly { readonly minute: number }[]): number[] => all.map(({ minute }) => minute);
const percent = (minute: number): string => `${(minute / 1440) * 100}%`;

/** Days with their hours: a week, or one day. */
export function HourGrid(props: GridProps & { readonly days: readonly Day[] }) {
  const { days, today, zone, posts, slots, carried, openDay } = props;
  const now = useNow();
  // The Tab key leads to one hour of one day.
  const firstFree = days.find((day) => firstFreeHour(day, zone, now) < 24);
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current) current.scrollTop = (current.scrollHeight / 24) * WORKING_HOUR;
  }, []);
  return (
    <div ref={scroller} className={classes.scroller} data-days={days.length}>
      <div className={classes.heads}>
        <span className={classes.corner} />
        {days.map((day) => (
          <button
            key={day}
            type="button"
            className={classes.head}
            data-today={day === today}
            aria-current={day === today ? 'date' : undefined}
            onClick={() => openDay(day)}
          >
            <span aria-hidden>{weekdayText(day)}</span>
            <span aria-hidden className={classes.date}>
              {dateText(day)}
            </span>
            <VisuallyHidden>{text.openDay(dayText(day))}</VisuallyHidden>
          </button>
        ))}
      </div>
      <div className={classes.body} onKeyDown={roveHours}>
        <div className={classes.hours} aria-hidden>
          {HOURS.map((hour) => (
            <span key={hour}>{hour ? hourText(hour) : null}</span>
          ))}
        </div>
        {days.map((day) => (
          <DayColumn
            key={day}
            day={day}
            zone={zone}
            now={dayOf(now, zone) === day ? minuteOf(now, zone) : null}
            firstHour={firstFreeHour(day, zone, now)}
            tabStop={day === firstFree}
            most={days.length === 1 ? MAX_IN_DAY : MAX_IN_WEEK}
            posts={posts.get(day) ?? NONE}
            slots={slots.get(day) ?? NONE}
            carried={carried}
            openDay={openDay}
          />
        ))}
      </div>
    </div>
  );
}

/** The first hour of a day for which a post can be written; 24 = none. */
function firstFreeHour(day: Day, zone: string, now: number): number {
  const today = dayOf(now, zone);
  if (day !== today) return day < today ? 24 : 0;
  return Math.floor(minuteOf(now, zone) / 60) + 1;
}

/** The instant, in steps of a minute. */
function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The arrow keys lead from hour to hour, and from day to day. */
function roveHours(event: KeyboardEvent): void {
  const hour = event.target instanceof HTMLElement ? event.target.dataset.hour : undefined;
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
  };
  const step = steps[event.key];
  if (!hour || !step) return;
  const [day = '', at = '0'] = hour.split(' ');
  const next = `${addDays(day, step[0])} ${Number(at) + step[1]}`;
  event.preventDefault();
  document.querySelector<HTMLElement>(`[data-hour="${next}"]`)?.focus();
}

interface DayColumnProps extends Pick<GridProps, 'day' | 'zone' | 'carried' | 'openDay'> {
  /** The minute of now, on today alone. */
  readonly now: number | null;
  readonly firstHour: number;
  readonly tabStop: boolean;
  readonly most: number;
  readonly posts: readonly Placed[];
  readonly slots: readonly PlacedSlot[];
}

const DayColumn = memo(function DayColumn(props: DayColumnProps) {
  const { day, zone, now, firstHour, tabStop, most, posts, slots, carried, openDay } = props;
  const name = dayText(day);
  const places = placesOf(minutesOf(posts), minutesOf(slots), { ...SIZE, most });
  return (
    <div role="group" aria-label={name} className={classes.day} data-day={day} data-hours>
      <EmptyHours day={day} zone={zone} from={firstHour} tabStop={tabStop} />
      <ChangeOfClock day={day} zone={zone} />
      {slots.map((slot) => {
        const box = places.slots.get(slot.minute);
        return (
          box && (
            <div key={slot.ms} className={classes.slot} style={{ top: percent(box.top) }}>
              <SlotLine slot={slot} />
            </div>
          )
        );
      })}
      <Posts name={name} posts={posts} places={places} carried={carried} onMore={() => openDay(day)} />
      {now !== null && (
        <div className={classes.now} style={{ top: percent(now) }} role="img" aria-label={text.now} />
      )}
    </div>
  );
});

interface PostsProps {
  readonly name: string;
  readonly posts: readonly Placed[];
  readonly places: ReturnType<typeof placesOf>;
  readonly carried: string | undefined;
  onMore(): void;
}

function Posts({ name, posts, places, carried, onMore }: PostsProps) {
  return (
    <>
      {posts.map((placed, n) => {
        const found = places.posts[n];
        // One that is being carried is seen wherever it is.
        const box = found ?? (placed.key === carried ? { top: placed.minute, height: SIZE.line } : null);
        return (
          box && (
            <div key={placed.key} className={classes.post} style={placeOf(box)}>
              <PostChip
                placed={placed}
                shape={box.height < 2 * SIZE.line ? 'line' : 'box'}
                carried={placed.key === carried}
              />
            </div>
          )
        );
      })}
      {places.crowds.map(({ count, ...box }) => (
        <div key={box.top} className={classes.post} style={placeOf(box)}>
          <button
            type="button"
            className={classes.more}
            aria-label={text.moreOn(count, name)}
            onClick={onMore}
          >
            {text.more(count)}
          </button>
        </div>
      ))}
    </>
  );
}

const placeOf = ({ top, height }: Box): CSSProperties => ({ top: percent(top), height: percent(height) });

interface EmptyHoursProps {
  readonly day: Day;
  readonly zone: string;
  readonly from: number;
  readonly tabStop: boolean;
}

/** The hours that are not past open the composer. */
const EmptyHours = memo(function EmptyHours({ day, zone, from, tabStop }: EmptyHoursProps) {
  const compose = useCompose();
  const name = dayText(day);
  const stop = Math.min(23, Math.max(from, WORKING_HOUR + 2));
  return HOURS.map((hour) =>
    hour < from ? (
      <div key={hour} className={classes.hour} data-past />
    ) : (
      <button
        key={hour}
        type="button"
        className={classes.hour}
        data-hour={`${day} ${hour}`}
        tabIndex={tabStop && hour === stop ? 0 : -1}
        aria-label={text.writeAt(name, timeText(hour * 60))}
        onClick={() => compose(instantOf(day, hour * 60, zone))}
      />
    ),
  );
});

function ChangeOfClock({ day, zone }: { day: Day; zone: string }) {
  const change = clockChangeOn(day, zone);
  if (!change) return null;
  const { kind, from, to } = change;
  return (
    <div
      className={classes.change}
      data-kind={kind}
      style={{ top: percent(from), height: percent(to - from) }}
    >
      {kind === 'missing' ? text.missingHour : text.doubleHour}
    </div>
  );
}
