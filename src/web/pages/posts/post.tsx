import { now } from '../../api/server-clock.ts';
import { Anchor, Group, Text, Title } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useLive } from '../../api/live.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { PageState } from '../../components/page-state.tsx';
import { PostPreview } from '../../components/post-preview.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { ruleInWords } from '../../components/series/rule-words.ts';
import { DateTime, useZone } from '../../format/date-time.tsx';
import { firstLine } from '../../format/first-line.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Detail, Story } from './detail.ts';
import { PartBelow } from './part-below.tsx';
import { PostActions } from './post-actions.tsx';
import { PostHistory } from './post-history.tsx';
import { PostLinks } from './post-links.tsx';
import { PostNumbers } from './post-numbers.tsx';
import { PostTargets } from './post-targets.tsx';
import classes from './post.module.css';
import { ResolvePost } from './resolve-post.tsx';
import { WhatNext } from './what-next.tsx';

const text = strings.post;
const IN_PROGRESS = new Set<Detail['status']>(['publishing', 'processing']);
/** How often the page asks: while the post is being published or due, otherwise, and while changes arrive. */
const FAST_MS = 1000;
const SLOW_MS = 8000;

/** One post as its network shows it, its outcome, and the actions on it. */
export default function PostPage() {
  const { id = '' } = useParams();
  const params = { params: { path: { id } } };
  const quiet = useLive(SLOW_MS);
  const { data: post, error } = api.useQuery('get', '/posts/{id}', params, {
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? FAST_MS : quiet),
  });
  const { data: story } = api.useQuery('get', '/posts/{id}/story', params, {
    refetchInterval: post && isBusy(post) ? FAST_MS : quiet,
  });
  return (
    <PageLayout
      title={post ? firstLine(post.content) || strings.posts.noText : strings.posts.title}
      hideTitle={post !== undefined}
      width="wide"
    >
      <BackLink />
      <ErrorAlert error={error} />
      {!post && !error && <Loading />}
      {post && <PostContent key={post.id} post={post} story={story} />}
    </PageLayout>
  );
}

/** Leads to the page that the person came from; to the home page where that was not one of the app. */
function BackLink() {
  const { key } = useLocation();
  const navigate = useNavigate();
  const isFirst = key === 'default';
  const goBack = (event: MouseEvent): void => {
    if (isFirst || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Anchor component={Link} to="/" size="sm" className={classes.back} onClick={goBack}>
      <Icon name="arrow-left" size={16} /> {isFirst ? strings.common.nav.home : text.back}
    </Anchor>
  );
}

/** Published a moment from now, or being published. */
function isBusy(post: Detail): boolean {
  if (post.hold) return false;
  const soon = new Date(post.publishDate).getTime() - now() < 30_000;
  return IN_PROGRESS.has(post.status) || (post.status === 'scheduled' && soon);
}

function PostContent({ post, story }: { post: Detail; story: Story | undefined }) {
  const own = story?.targets.find(({ id }) => id === post.id)?.channel;
  const channel = { ...post.integration, profile: own?.profile ?? null };
  const zone = useZone();
  return (
    <>
      <div>
        <Group justify="space-between" align="center" gap="sm">
          <Title order={1} className="any-text">
            {text.postTo(isolated(channel.name))}
          </Title>
          <StateBadge status={post.status} />
        </Group>
        {post.repeat && (
          <Group gap={4}>
            <Icon name="repeat" size={16} />
            <Text size="sm">{ruleInWords(post.repeat, post.publishDate, zone)}</Text>
          </Group>
        )}
        <PageState />
      </div>
      <PostTargets post={post} story={story} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <PostPreview
            channel={channel}
            parts={post.items}
            when={<DateTime date={post.publishedAt ?? post.publishDate} />}
            below={(part, n) => <PartBelow post={post} part={part} n={n} />}
          />
          {post.status === 'published' && <PostNumbers id={post.id} />}
          <PostLinks post={post} />
          <PostHistory post={post} story={story} />
        </div>
        <div className={classes.side}>
          <WhatNext post={post} story={story} />
          {post.status === 'unconfirmed' && <ResolvePost post={post} />}
          <PostActions post={post} />
        </div>
      </div>
    </>
  );
}
