import { Alert, Anchor, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Schemas } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { PostPreview } from '../../components/post-preview.tsx';
import { TemporalLine } from '../../components/temporal-line.tsx';
import { formatDuration, formatRelative, isLate } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';

const text = strings.setup.post;
/** After this time, the page explains the wait. */
const SLOW_MS = 20_000;

interface FirstPostOutProps {
  readonly post: Schemas['PostDetail'] | undefined;
  readonly error: unknown;
}

/** The first post while it is published, as it appeared, and the two ways to go on. */
export function FirstPostOut({ post, error }: FirstPostOutProps) {
  const [began] = useState(Date.now);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const running = !error && (!post || post.state === 'QUEUE');
  const isPublished = post?.state === 'PUBLISHED';
  return (
    <Stack>
      <ErrorAlert error={error} />
      <Group gap="xs" role="status">
        {running && <Loader size="xs" aria-hidden="true" />}
        {isPublished && <Icon name="circle-check" />}
        <Title order={2} size="h3" ref={heading} tabIndex={-1}>
          {headingOf(post)}
        </Title>
      </Group>
      {post && (
        <PostPreview
          channel={post.integration}
          parts={post.items}
          when={isPublished ? formatRelative(post.publishedAt ?? post.publishDate) : undefined}
        />
      )}
      {running && <TemporalLine />}
      {post?.hold && <Alert color="orange">{strings.common.issue(post.hold)}</Alert>}
      {post?.error && (
        <Alert color="red" className="any-text">
          {strings.common.issue(post.error.explanation ?? post.error)}
        </Alert>
      )}
      {running && Date.now() - began > SLOW_MS && (
        <Text size="sm" c="dimmed">
          {text.slow}
        </Text>
      )}
      {isPublished && (
        <Text size="sm">
          {isLate(post.latenessMs) && `${text.late(formatDuration(post.latenessMs))} `}
          {post.releaseURL && (
            <Anchor href={post.releaseURL} target="_blank" rel="noreferrer" underline="always">
              {text.open}
            </Anchor>
          )}
        </Text>
      )}
      <NextSteps isPublished={isPublished} />
    </Stack>
  );
}

function NextSteps({ isPublished }: { isPublished: boolean }) {
  return (
    <Stack gap="xs">
      <Button
        component={Link}
        to="/channels"
        variant={isPublished ? 'filled' : 'default'}
        leftSection={<Icon name="plug" size={16} />}
      >
        {text.connect}
      </Button>
      <Button component={Link} to="/compose" variant="default" leftSection={<Icon name="pencil" size={16} />}>
        {text.next}
      </Button>
      <Anchor component={Link} to="/" size="sm" ta="center">
        {text.finish}
      </Anchor>
    </Stack>
  );
}

function headingOf(post: Schemas['PostDetail'] | undefined): string {
  if (!post || post.state === 'QUEUE') return text.waiting;
  return post.state === 'PUBLISHED' ? text.published : text.failed;
}
