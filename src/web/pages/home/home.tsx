import { Anchor, Button, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type Schemas } from '../../api/client.ts';
import { PageLayout } from '../../components/page-layout.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';
import { PostRow } from './post-row.tsx';

type Post = Schemas['Post'];
const text = strings.posts;
const DAY_MS = 86_400_000;
const WINDOW_DAYS = 30;
/** Each step shows four times as many days; four steps reach 21 years. */
const STEP = 4;
const WIDEST_DAYS = WINDOW_DAYS * STEP ** 4;
const REFRESH_MS = 10_000;
const NEEDS_ATTENTION = new Set<Post['status']>(['unconfirmed', 'missed', 'failed', 'partly_published']);

/** The home page: posts that need attention, upcoming posts, drafts and published posts. */
export default function HomePage() {
  const [days, setDays] = useState({ before: WINDOW_DAYS, after: WINDOW_DAYS });
  const [now] = useState(Date.now);
  const range = {
    startDate: new Date(now - days.before * DAY_MS).toISOString(),
    endDate: new Date(now + days.after * DAY_MS).toISOString(),
  };
  const { data, error, isPending } = api.useQuery(
    'get',
    '/posts',
    { params: { query: range } },
    { refetchInterval: REFRESH_MS, placeholderData: (before) => before },
  );
  const drafts = api.useQuery(
    'get',
    '/posts',
    { params: { query: { state: 'DRAFT' } } },
    { refetchInterval: REFRESH_MS },
  );
  const failed = api.useQuery(
    'get',
    '/posts',
    { params: { query: { state: 'ERROR' } } },
    { refetchInterval: REFRESH_MS },
  );
  const posts = data?.posts ?? [];
  const attention = (failed.data?.posts ?? []).filter((post) => NEEDS_ATTENTION.has(post.status));
  const attentionIds = new Set(attention.map((post) => post.id));
  const upcoming = posts.filter((post) => post.state === 'QUEUE');
  const past = posts
    .filter((post) => (post.state === 'PUBLISHED' || post.state === 'ERROR') && !attentionIds.has(post.id))
    .toReversed();
  const isEmpty =
    !isPending && posts.length === 0 && attention.length === 0 && drafts.data?.posts.length === 0;
  return (
    <PageLayout title={text.title}>
      <ErrorAlert error={error} />
      {isPending && <Skeleton height={180} />}
      {isEmpty && <FirstSteps />}
      {attention.length > 0 && <PostList title={text.needsYou} posts={attention} />}
      {data && !isEmpty && (
        <PostList
          title={text.upcoming}
          posts={upcoming}
          empty={text.nothingUpcoming}
          more={
            days.after < WIDEST_DAYS && {
              label: text.showLater,
              onClick: () => setDays({ ...days, after: days.after * STEP }),
            }
          }
        />
      )}
      {drafts.data && drafts.data.posts.length > 0 && (
        <PostList title={text.drafts} posts={drafts.data.posts} />
      )}
      {data && !isEmpty && (
        <PostList
          title={text.past}
          posts={past}
          empty={text.nothingPast}
          more={
            days.before < WIDEST_DAYS && {
              label: text.showEarlier,
              onClick: () => setDays({ ...days, before: days.before * STEP }),
            }
          }
        />
      )}
    </PageLayout>
  );
}

interface PostListProps {
  readonly title: string;
  readonly posts: readonly Post[];
  /** Shown instead of an empty list. */
  readonly empty?: string;
  /** A button below the list; false = none. */
  readonly more?: false | { readonly label: string; onClick(): void };
}

function PostList({ title, posts, empty, more }: PostListProps) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group justify="space-between" align="baseline">
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {posts.length || ''}
        </Text>
      </Group>
      {posts.length === 0 && (
        <Text c="dimmed" size="sm">
          {empty}
        </Text>
      )}
      {posts.length > 0 && (
        <Paper withBorder component="ul" p={0} m={0} style={{ listStyle: 'none', overflow: 'hidden' }}>
          {posts.map((post) => (
            <PostRow key={`${post.id}${post.publishDate}`} post={post} />
          ))}
        </Paper>
      )}
      {more && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={more.onClick}>
            {more.label}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function FirstSteps() {
  const channels = api.useQuery('get', '/integrations');
  const sandbox = channels.data?.find((channel) => channel.identifier === 'sandbox');
  // Without the channel's id, the command could not be pasted as it is.
  if (channels.isPending) return <Skeleton height={180} />;
  const body = JSON.stringify({
    type: 'now',
    date: new Date().toISOString(),
    shortLink: false,
    tags: [],
    posts: [
      {
        integration: { id: sandbox?.id ?? 'CHANNEL' },
        value: [{ content: 'Hello from Crier' }],
        settings: { __type: sandbox?.identifier ?? 'NETWORK' },
      },
    ],
  });
  const command = [
    `curl ${location.origin}/public/v1/posts \\`,
    '  -H "Authorization: YOUR_API_KEY" -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join('\n');
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2}>{text.empty}</Title>
        <Text>{text.emptyHelp}</Text>
        <Code block tabIndex={0}>
          {command}
        </Code>
        <Anchor component={Link} to="/settings/api-keys">
          {text.emptyKeys}
        </Anchor>
      </Stack>
    </Paper>
  );
}
