import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { useFrozen } from '../../components/use-frozen.ts';
import { formatDate, formatRelative } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { latePart } from '../../components/late-part.tsx';
import type { Channel } from './composer-context.ts';
import classes from './composer.module.css';
import type { Sent } from './send-post.ts';

const text = strings.composer.result;
const Repeats = latePart(() => import('./tools/repeats.tsx'));

interface ResultProps {
  readonly sent: Sent;
  /** Why the draft is still there; null as a rule. */
  readonly left: unknown;
  readonly channels: readonly Channel[];
  readonly zone: string;
  /** The rule by which they are repeated. */
  readonly repeat: string | null;
  onAgain(): void;
}

/** The result of a draft: its posts, each with its page. */
export function Result({ sent, left, channels, zone, repeat, onAgain }: ResultProps) {
  const isFrozen = useFrozen();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack align="center" gap="md" className={classes.result} role="status">
      <span className={classes.resultMark}>
        <Icon name={sent.date || sent.queued ? 'calendar-event' : 'send'} size={28} />
      </span>
      <Title order={2} ref={heading} tabIndex={-1} ta="center">
        {sent.date || sent.queued ? text.scheduled : isFrozen ? text.frozen : text.publishing}
      </Title>
      {sent.date && (!sent.queued || sent.posts.length === 1) && (
        <Text ta="center">
          {formatDate(sent.date, zone)}{' '}
          <Text span c="dimmed">{`(${formatRelative(sent.date)}) · ${zone}`}</Text>
        </Text>
      )}
      {repeat && sent.date && <Repeats repeat={repeat} date={sent.date} zone={zone} />}
      <ErrorAlert error={left} title={text.draftLeft} />
      <ul className={classes.resultList}>
        {sent.posts.map(({ postId, integration }) => {
          const channel = channels.find(({ id }) => id === integration);
          return (
            <li key={postId}>
              {channel && <ChannelAvatar channel={channel} size={28} />}
              <Anchor component={Link} to={`/posts/${postId}`} underline="always">
                <bdi>{channel?.name ?? text.post}</bdi>
              </Anchor>
              {sent.queued && sent.posts.length > 1 && <QueuedFor postId={postId} zone={zone} />}
            </li>
          );
        })}
      </ul>
      <Group justify="center">
        <Button variant="default" component={Link} to="/calendar">
          {text.calendar}
        </Button>
        <Button onClick={onAgain}>{text.again}</Button>
      </Group>
    </Stack>
  );
}

/** The posting time that the server chose; nothing while it is not known. */
function QueuedFor({ postId, zone }: { postId: string; zone: string }) {
  const { data } = api.useQuery('get', '/posts/{id}', { params: { path: { id: postId } } });
  return data && <Text c="dimmed">{formatDate(data.publishDate, zone)}</Text>;
}
