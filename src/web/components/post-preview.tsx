import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.ts';
import { strings } from '../strings/index.ts';
import { ChannelAvatar, type AvatarChannel } from './channel-avatar.tsx';
import { PostMedia } from './post-media.tsx';
import classes from './post-preview.module.css';
import { PostText } from './post-text.tsx';

type Part = Pick<Schemas['PostDetail']['items'][number], 'id' | 'content' | 'image'>;

interface PostPreviewProps {
  readonly channel: AvatarChannel & { readonly profile?: string | null };
  readonly parts: readonly Part[];
  /** Beside the name. */
  readonly when?: ReactNode;
  /** Below each part. */
  readonly below?: (part: Part, n: number) => ReactNode;
}

/** A post as its network shows it: the author, the text, the pictures, and the rest of the thread below. */
export function PostPreview({ channel, parts, when, below }: PostPreviewProps) {
  return (
    <div className={classes.thread}>
      {parts.map((part, n) => (
        <section key={part.id} className={classes.part} aria-label={strings.posts.part(n + 1, parts.length)}>
          <div className={classes.side}>
            <ChannelAvatar channel={channel} size={44} />
            {n < parts.length - 1 && <span className={classes.line} aria-hidden="true" />}
          </div>
          <div className={classes.body}>
            <div className={classes.head}>
              <bdi className={classes.name}>{channel.name}</bdi>
              {channel.profile && channel.profile !== channel.name && (
                <Text component="bdi" size="sm" c="dimmed" className="any-text">
                  {channel.profile}
                </Text>
              )}
              {n === 0 && when && (
                <Text component="span" size="sm" c="dimmed">
                  {when}
                </Text>
              )}
            </div>
            <PostText content={part.content} />
            <PostMedia files={part.image} />
            {below?.(part, n)}
          </div>
        </section>
      ))}
    </div>
  );
}
