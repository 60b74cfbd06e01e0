import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDay, useZone } from '../../format/date-time.tsx';
import { dayOf } from '../../format/days.ts';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { PostCard } from './post-card.tsx';
import { Section } from './section.tsx';
import type { PostList, Summary } from './use-list.ts';

const text = strings.home;
/** Cards of a day; the calendar has the rest. */
const MAX = 6;

/** Today and tomorrow, post by post. What is late belongs to today. */
export function Agenda({ list, today, tomorrow }: { list: PostList; today: string; tomorrow: string }) {
  const zone = useZone();
  const isTomorrow = ({ publishDate }: Summary): boolean => dayOf(publishDate, zone) >= tomorrow;
  const beyond = list.total - list.posts.length;
  return (
    <>
      <Day
        title={text.today}
        day={today}
        posts={list.posts.filter((post) => !isTomorrow(post))}
        frozen={list.frozen !== null}
        empty={text.nothingToday}
      />
      <Day
        title={text.tomorrow}
        day={tomorrow}
        posts={list.posts.filter(isTomorrow)}
        frozen={list.frozen !== null}
        beyond={beyond}
        empty={text.nothingTomorrow}
      />
    </>
  );
}

interface DayProps {
  readonly title: string;
  /** "2031-05-04" */
  readonly day: string;
  readonly posts: readonly Summary[];
  /** Whether publishing is frozen at the moment. */
  readonly frozen: boolean;
  /** How many more there are than were read. */
  readonly beyond?: number;
  readonly empty: string;
}

function Day({ title, day, posts, frozen, beyond = 0, empty }: DayProps) {
  const more = Math.max(0, posts.length - MAX) + beyond;
  return (
    <Section title={title} beside={formatDay(day)}>
      {posts.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}{' '}
          <Anchor component={Link} to="/compose" size="sm" underline="always">
            {text.plan}
          </Anchor>
        </Text>
      )}
      {posts.length > 0 && (
        <ul className={classes.cards}>
          {posts.slice(0, MAX).map((post) => (
            <PostCard key={post.id} post={post} frozen={frozen} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Anchor component={Link} to={`/calendar?view=day&day=${day}`} size="sm">
          {text.more(more)}
        </Anchor>
      )}
    </Section>
  );
}
