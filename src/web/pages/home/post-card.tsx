import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { SeriesMark } from '../../components/series-mark.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { formatRelative, formatTime, useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { Thumbnail } from './thumbnail.tsx';
import type { Summary } from './use-list.ts';

const text = strings.home;

/** A post of today or tomorrow: when, where, what. A click anywhere on it opens its page. */
export function PostCard({ post, frozen }: { post: Summary; frozen: boolean }) {
  const zone = useZone();
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <time dateTime={post.publishDate} className={classes.time}>
          {formatTime(post.publishDate, zone)}
        </time>
        <Text component="span" size="xs" c={frozen ? 'orange' : 'dimmed'}>
          {frozen ? text.waits : formatRelative(post.publishDate)}
        </Text>
        <SeriesMark post={post} />
        {post.status !== 'scheduled' && <StateBadge status={post.status} />}
      </div>
      <div className={classes.cardBody}>
        <Link to={`/posts/${post.id}`} className={classes.words} dir="auto">
          {post.firstLine || text.noText}
        </Link>
        <Thumbnail post={post} large />
      </div>
      <div className={classes.cardFoot}>
        <ChannelAvatar channel={post.channel} size={24} />
        <bdi className={classes.channel}>{post.channel.name}</bdi>
        {post.parts > 1 && (
          <Text component="span" size="xs" c="dimmed">
            {text.parts(post.parts)}
          </Text>
        )}
      </div>
    </li>
  );
}
