import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { SeriesMark } from '../../components/series-mark.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { Thumbnail } from './thumbnail.tsx';
import type { Summary } from './use-list.ts';

interface PostRowProps {
  readonly post: Summary;
  /** A sentence below the beginning of the text. */
  readonly why?: ReactNode;
  /** At the end of the row: the one thing to do, or numbers. */
  readonly end?: ReactNode;
  /** Instead of the distance to now. */
  readonly absolute?: boolean;
}

/** A post in a list; a click anywhere but on its button opens its page. */
export function PostRow({ post, why, end, absolute }: PostRowProps) {
  return (
    <li className={classes.row}>
      <ChannelAvatar channel={post.channel} size={36} />
      <div className={classes.rowBody}>
        <div className={classes.rowHead}>
          <Link to={`/posts/${post.id}`} className={classes.words} dir="auto">
            {post.firstLine || strings.home.noText}
          </Link>
          <SeriesMark post={post} size={16} />
          <StateBadge status={post.status} />
        </div>
        <Text size="xs" c="dimmed" className="any-text">
          <bdi>{post.channel.name}</bdi> ·{' '}
          <DateTime date={post.publishedAt ?? post.publishDate} relative={!absolute} />
        </Text>
        {why && (
          <Text component="div" size="sm" className="any-text">
            {why}
          </Text>
        )}
      </div>
      <Thumbnail post={post} />
      {end && <div className={classes.rowEnd}>{end}</div>}
    </li>
  );
}
