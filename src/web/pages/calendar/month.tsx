import { memo, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { strings } from '../../strings/index.ts';
import type { Day } from './clock.ts';
import { composeUrl, timeOn, useCompose } from './compose.ts';
import type { Placed, PlacedSlot } from './entries.ts';
import { weeksOf } from './grid.ts';
import classes from './month.module.css';
import { PostChip } from './post-chip.tsx';
import { SlotLine } from './slot.tsx';
import { useRovingDays } from './roving.ts';
import { dateText, dayText, weekdayText } from './words.ts';

const text = strings.calendar;
/** Lines of a day, the count of further posts included. */
const LINES = 4;

/** What the grids show, for any days. */
export interface GridProps {
  readonly day: Day;
  readonly today: Day;
  readonly zone: string;
  readonly firstDay: number;
  readonly posts: ReadonlyMap<Day, readonly Placed[]>;
  readonly slots: ReadonlyMap<Day, readonly PlacedSlot[]>;
  /** The key of the post that is carried with the keyboard. */
  readonly carried: string | undefined;
  openDay(day: Day): void;
}

const NONE: readonly never[] = [];

export function MonthGrid({ day, today, zone, firstDay, posts, slots, carried, openDay }: GridProps) {
  const weeks = weeksOf(day, firstDay);
  const roving = useRovingDays(weeks.flat(), today);
  const compose = useCompose();
  const onClick = (event: MouseEvent): void => {
    const { target } = event;
    const empty = target instanceof HTMLElement && 'empty' in target.dataset;
    const cell = empty ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined;
    if (cell && cell >= today) compose(timeOn(cell, zone));
  };
  return (
    <div className={classes.month} onClick={onClick} onKeyDown={roving.onKeyDown}>
      <div className={classes.weekdays} aria-hidden>
        {weeks[0]?.map((one) => (
          <span key={one}>{weekdayText(one)}</span>
        ))}
      </div>
      <div className={classes.weeks}>
        {weeks.flat().map((one) => (
          <MonthDay
            key={one}
            day={one}
            zone={zone}
            today={today}
            outside={one.slice(0, 7) !== day.slice(0, 7)}
            posts={posts.get(one) ?? NONE}
            slots={slots.get(one) ?? NONE}
            carried={carried}
            tabIndex={roving.tabIndexOf(one)}
            openDay={openDay}
          />
        ))}
      </div>
    </div>
  );
}

interface MonthDayProps extends Pick<GridProps, 'day' | 'today' | 'zone' | 'carried' | 'openDay'> {
  readonly outside: boolean;
  readonly posts: readonly Placed[];
  readonly slots: readonly PlacedSlot[];
  readonly tabIndex: number;
}

const MonthDay = memo(function MonthDay(props: MonthDayProps) {
  const { day, today, zone, outside, posts, slots, carried, tabIndex, openDay } = props;
  const name = dayText(day);
  const shown = visible(posts, carried);
  const hidden = posts.length - shown.length;
  const room = hidden ? 0 : LINES - 1 - shown.length;
  return (
    <div
      role="group"
      aria-label={name}
      className={classes.day}
      data-day={day}
      data-empty
      data-today={day === today}
      data-past={day < today}
      data-outside={outside}
    >
      <div className={classes.head} data-empty>
        <button
          type="button"
          className={classes.date}
          tabIndex={tabIndex}
          data-rove={day}
          data-kind="open"
          aria-label={text.openDay(name)}
          aria-current={day === today ? 'date' : undefined}
          onClick={() => openDay(day)}
        >
          {dateText(day)}
        </button>
        {day >= today && (
          <Link
            to={composeUrl(timeOn(day, zone))}
            className={classes.add}
            tabIndex={tabIndex}
            data-rove={day}
            data-kind="add"
            aria-label={text.writeOn(name)}
          >
            <Icon name="plus" size={14} />
          </Link>
        )}
      </div>
      {shown.map((placed) => (
        <PostChip key={placed.key} placed={placed} shape="line" carried={placed.key === carried} />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          className={classes.more}
          aria-label={text.moreOn(hidden, name)}
          onClick={() => openDay(day)}
        >
          {text.more(hidden)}
        </button>
      )}
      {slots.slice(0, Math.max(0, room)).map((slot) => (
        <SlotLine key={slot.ms} slot={slot} />
      ))}
      {posts.length > 0 && (
        <button type="button" tabIndex={-1} className={classes.count} onClick={() => openDay(day)}>
          <span aria-hidden>{posts.length}</span>
          <span className={classes.hidden}>{text.posts(posts.length)}</span>
        </button>
      )}
    </div>
  );
});

/** The first posts of a day; one that is being carried is always among them. */
function visible(posts: readonly Placed[], carried: string | undefined): readonly Placed[] {
  if (posts.length <= LINES) return posts;
  const first = posts.slice(0, LINES - 1);
  const held = carried === undefined ? undefined : posts.find(({ key }) => key === carried);
  return !held || first.includes(held) ? first : [...first.slice(0, -1), held];
}
