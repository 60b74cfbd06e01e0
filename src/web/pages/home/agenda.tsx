import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDay } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { PostCard } from './post-card.tsx';
import { Section } from './section.tsx';
import type { PostList } from './use-list.ts';

const text = strings.home;
interface DayProps {
  readonly title: string;
  /** "2031-05-04" */
  readonly day: string;
  /** Its first posts; the calendar has the rest. */
  readonly list: PostList;
  readonly empty: string;
}

/** Today or tomorrow, post by post. What is late belongs to today. */
export function Day({ title, day, list, empty }: DayProps) {
  const { posts, frozen } = list;
  const more = list.total - posts.length;
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
          {posts.map((post) => (
            <PostCard key={post.id} post={post} frozen={frozen !== null} />
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
