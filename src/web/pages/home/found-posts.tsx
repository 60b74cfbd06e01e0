import { Button, Group, Text } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { strings } from '../../strings/index.ts';
import type { ListFilters } from './read-filters.ts';
import classes from './home.module.css';
import { Need } from './needs-you.tsx';
import { PostRow } from './post-row.tsx';
import { useList } from './use-list.ts';

const text = strings.home;
const PER_PAGE = 20;
/** The API counts so far. */
const MAX_COUNTED = 1000;

/** What matches, a page at a time. */
export default function FoundPosts({ filters }: { filters: ListFilters }) {
  const navigate = useNavigate();
  const { state, search } = useLocation() as {
    state: { cursors?: readonly string[] } | null;
    search: string;
  };
  // Of the pages up to this one. They are in the history: Back from a post comes to the page that it was on.
  const cursors = state?.cursors ?? [];
  const cursor = cursors.at(-1);
  const turnTo = (next: readonly string[]): void => void navigate({ search }, { state: { cursors: next } });
  const { data, error } = useList({
    show: 'all',
    ...filters,
    ...(cursor ? { cursor } : {}),
    limit: PER_PAGE,
  });
  if (error) return <ErrorAlert error={error} />;
  if (!data) return <LoadingRows rows={5} height={64} />;
  if (data.total === 0) {
    return <EmptyState title={text.nothingFound} help={text.nothingFoundHelp} picture="search" />;
  }
  const next = data.nextCursor;
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {text.found(data.total >= MAX_COUNTED ? text.more1000 : String(data.total))}
      </Text>
      <ul className={classes.list}>
        {data.posts.map((post) =>
          filters.show === 'attention' ? (
            <Need key={post.id} post={post} />
          ) : (
            <PostRow key={post.id} post={post} absolute />
          ),
        )}
      </ul>
      <Group justify="space-between">
        <Button
          variant="default"
          disabled={cursors.length === 0}
          onClick={() => turnTo(cursors.slice(0, -1))}
        >
          {text.earlier}
        </Button>
        <Button variant="default" disabled={!next} onClick={() => next && turnTo([...cursors, next])}>
          {text.later}
        </Button>
      </Group>
    </>
  );
}
