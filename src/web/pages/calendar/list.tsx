import { Badge, Button, Text, Title } from '@mantine/core';
import { memo, type CSSProperties } from 'react';
import { Link } from 'react-router';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { SeriesMark } from '../../components/series-mark.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { strings } from '../../strings/index.ts';
import type { Day } from './clock.ts';
import { useIsSelected } from './bulk/selection.ts';
import { composeUrl, timeOn } from './compose.ts';
import type { Placed } from './entries.ts';
import classes from './list.module.css';
import { fullDayText, timeText } from './words.ts';

const text = strings.calendar;

interface ListProps {
  readonly days: readonly Day[];
  readonly today: Day;
  readonly zone: string;
  readonly posts: ReadonlyMap<Day, readonly Placed[]>;
  readonly carried: string | undefined;
  readonly filtered: boolean;
}

/** The posts of a month, day by day. The browser draws only the days that are near the window. */
export function PostList({ days, today, zone, posts, carried, filtered }: ListProps) {
  const shown = days.filter((day) => posts.has(day));
  if (shown.length === 0) {
    const day = days.includes(today) ? today : (days[0] ?? today);
    return (
      <EmptyState
        title={filtered ? text.emptyFiltered : text.empty}
        help={filtered ? '' : text.emptyHelp}
        action={
          filtered ? undefined : (
            <Button component={Link} to={composeUrl(timeOn(day, zone))}>
              {text.newPost}
            </Button>
          )
        }
      />
    );
  }
  return (
    <div className={classes.list}>
      {shown.map((day) => (
        <ListDay key={day} day={day} isToday={day === today} posts={posts.get(day) ?? []} carried={carried} />
      ))}
    </div>
  );
}

interface ListDayProps {
  readonly day: Day;
  readonly isToday: boolean;
  readonly posts: readonly Placed[];
  readonly carried: string | undefined;
}

/** What a day that is not drawn yet takes: without it, what is on the screen would jump while one scrolls. */
const heightOf = (count: number): CSSProperties => ({ containIntrinsicHeight: `auto ${48 + 53 * count}px` });

const ListDay = memo(function ListDay({ day, isToday, posts, carried }: ListDayProps) {
  return (
    <div role="group" aria-label={fullDayText(day)} className={classes.day} style={heightOf(posts.length)}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {fullDayText(day)}
        </Title>
        {isToday && <Badge variant="light">{text.today}</Badge>}
        <Text span size="sm" c="dimmed" ml="auto">
          {text.posts(posts.length)}
        </Text>
      </div>
      {posts.map((placed) => (
        <Row key={placed.key} placed={placed} carried={placed.key === carried} />
      ))}
    </div>
  );
});

const Row = memo(function Row({ placed, carried }: { placed: Placed; carried: boolean }) {
  const { key, entry, minute } = placed;
  const isSelected = useIsSelected(key);
  return (
    <button
      type="button"
      className={classes.row}
      aria-pressed={isSelected}
      data-post={key}
      data-carried={carried}
    >
      <span className={classes.time}>{timeText(minute)}</span>
      <ChannelAvatar channel={entry.channel} size={30} />
      <span className={classes.words}>
        <span className={classes.text} dir="auto">
          {entry.firstLine || text.noText}
        </span>
        <span className={classes.facts}>
          <bdi>{entry.channel.name}</bdi>
          {entry.tags.map(({ id, name }) => (
            <span key={id} className={classes.tag}>
              {name}
            </span>
          ))}
        </span>
      </span>
      {entry.thumbnail && <img className={classes.thumbnail} src={entry.thumbnail} alt="" loading="lazy" />}
      <SeriesMark post={entry} size={16} />
      <StateBadge status={entry.status} />
    </button>
  );
});
