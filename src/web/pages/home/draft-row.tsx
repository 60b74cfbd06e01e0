import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Answer, Schemas } from '../../api/client.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import classes from './home.module.css';
import { Thumbnail } from './thumbnail.tsx';

export type Composition = Answer<'listCompositions'>['compositions'][number];

interface DraftRowProps {
  readonly composition: Composition;
  readonly channels: readonly Schemas['Integration'][];
  /** What else can be done with it, at the end of the row. */
  readonly children?: ReactNode;
}

/** A draft of the composer; a click anywhere in the row goes on writing it. */
export function DraftRow({ composition, channels, children }: DraftRowProps) {
  const chosen = channels.filter(({ id }) => composition.channels.includes(id));
  return (
    <li className={classes.row}>
      {chosen.slice(0, 3).map((channel) => (
        <ChannelAvatar key={channel.id} channel={channel} size={36} />
      ))}
      <div className={classes.rowBody}>
        <Link to={`/compose/${composition.id}`} className={classes.words} dir="auto">
          {composition.firstLine || strings.home.noText}
        </Link>
        <Text size="xs" c="dimmed" className="any-text">
          {composition.edits && `${strings.home.changes} · `}
          {composition.updatedBy && (
            <>
              <bdi>{composition.updatedBy}</bdi> ·{' '}
            </>
          )}
          <DateTime date={composition.updatedAt} relative />
        </Text>
      </div>
      <Thumbnail post={composition} />
      {children && <div className={classes.rowMenu}>{children}</div>}
    </li>
  );
}
