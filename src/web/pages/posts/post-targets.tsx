import { Link } from 'react-router';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { strings } from '../../strings/index.ts';
import type { Detail, Story } from './detail.ts';
import classes from './post.module.css';

/** The channels of the same request with the outcome of each; nothing when there is only one. */
export function PostTargets({ post, story }: { post: Detail; story: Story | undefined }) {
  const targets = story?.targets ?? [];
  if (targets.length < 2) return null;
  return (
    <nav aria-label={strings.post.targets}>
      <ul className={classes.targets}>
        {targets.map(({ id, channel, status }) => (
          <li key={id}>
            <Link
              to={`/posts/${id}`}
              className={classes.target}
              aria-current={id === post.id ? 'page' : undefined}
            >
              <ChannelAvatar channel={channel} size={24} />
              <bdi className="any-text">{channel.name}</bdi>
              <StateBadge status={status} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
