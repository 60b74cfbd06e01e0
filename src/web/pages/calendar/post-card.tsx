import { Button, CloseButton, FocusTrap, Group, Portal, Stack, Text } from '@mantine/core';
import { useCallback, useState, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { change } from '../../api/change.ts';
import { api, http } from '../../api/client.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { CancelPost, isCancelled } from '../../components/cancel-post.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { formatRelative } from '../../format/date-time.tsx';
import { toPlainText } from '../../../../providers/_kit/stored-text.ts';
import { strings } from '../../strings/index.ts';
import { toneOf, whyFixed, type Entry, type Placed } from './entries.ts';
import classes from './post-card.module.css';
import { momentText } from './words.ts';

const text = strings.calendar.post;
const GAP = 8;
/** The card grows when the whole text has come. */
const ROOM_BELOW = 260;

interface PostCardProps {
  readonly placed: Placed;
  /** What was clicked. */
  readonly beside: DOMRect;
  onMove(): void;
  /** Of a post of a series: which of its posts are meant is asked then. */
  onSeries(action: 'edit' | 'move' | 'remove'): void;
  onClose(): void;
}

/** A post's content and actions, beside the post that was clicked. */
export function PostCard({ placed, beside, onMove, onSeries, onClose }: PostCardProps) {
  const { entry, day, minute } = placed;
  const [corner, setCorner] = useState<{ left: number; top: number } | null>(null);
  const card = useCallback(
    (node: HTMLDivElement | null) => {
      if (!node) return;
      const height = Math.max(node.offsetHeight, ROOM_BELOW);
      setCorner(cornerBeside(beside, { width: node.offsetWidth, height }));
    },
    [beside],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // The question before a deletion is a dialog of its own.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === 'Escape' && inside) onClose();
  };
  return (
    <Portal>
      <div className={classes.behind} onClick={onClose} />
      <div ref={card} className={classes.card} style={corner ?? { visibility: 'hidden' }}>
        <FocusTrap active>
          <div role="dialog" aria-label={text.label} onKeyDown={onKeyDown}>
            <Stack gap="sm">
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <Group gap="sm" wrap="nowrap" className={classes.channel}>
                  <ChannelAvatar channel={entry.channel} size={32} />
                  <div className={classes.channel}>
                    <Text size="sm" fw={600} truncate>
                      <bdi>{entry.channel.name}</bdi>
                    </Text>
                    <Text size="xs" c="dimmed">
                      {momentText(day, minute)} · {formatRelative(entry.publishDate)}
                    </Text>
                  </div>
                </Group>
                <CloseButton aria-label={strings.common.close} onClick={onClose} />
              </Group>
              <PostText entry={entry} />
              <Group gap="xs">
                <StateBadge status={entry.status} />
                {entry.createdBy && (
                  <Text size="xs" c="dimmed">
                    {text.by(entry.createdBy.name)}
                  </Text>
                )}
              </Group>
              {!entry.canMove && !entry.isRepeat && (
                <Text size="xs" c="dimmed">
                  {whyFixed(entry)}
                </Text>
              )}
              <PostActions entry={entry} onMove={onMove} onSeries={onSeries} onClose={onClose} />
            </Stack>
          </div>
        </FocusTrap>
      </div>
    </Portal>
  );
}

/** The whole text once it is read; until then, the first line. */
function PostText({ entry: { id, firstLine, thumbnail } }: { entry: Entry }) {
  const { data } = api.useQuery('get', '/posts/{id}', { params: { path: { id } } });
  const words = (data && toPlainText(data.content)) || firstLine || strings.calendar.noText;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Text size="sm" lineClamp={6} className={`any-text ${classes.text}`}>
        {words}
      </Text>
      {thumbnail && <img className={classes.thumbnail} src={thumbnail} alt="" />}
    </Group>
  );
}

function PostActions({
  entry,
  onMove,
  onSeries,
  onClose,
}: { entry: Entry } & Pick<PostCardProps, 'onMove' | 'onSeries' | 'onClose'>) {
  const { id } = entry;
  const inSeries = entry.inSeries && (entry.canMove || entry.isRepeat);
  const canMove = entry.canMove && !inSeries;
  const canRemove = toneOf(entry) !== 'busy' && entry.status !== 'published' && !inSeries;
  return (
    <Group gap={6}>
      <Button component={Link} to={`/posts/${id}`} size="xs" data-autofocus>
        {text.open}
      </Button>
      {inSeries &&
        (['edit', 'move'] as const).map((action) => (
          <Button key={action} size="xs" variant="default" onClick={() => onSeries(action)}>
            {text[action]}
          </Button>
        ))}
      {canMove && (
        <>
          <Button component={Link} to={`/compose?post=${id}`} size="xs" variant="default">
            {text.edit}
          </Button>
          <Button size="xs" variant="default" onClick={onMove}>
            {text.move}
          </Button>
        </>
      )}
      <Button component={Link} to={`/compose?copy=${id}`} size="xs" variant="default">
        {text.duplicate}
      </Button>
      {inSeries && (
        <Button size="xs" variant="default" c="red" onClick={() => onSeries('remove')}>
          {strings.post.remove}
        </Button>
      )}
      {canRemove && isCancelled(entry) && (
        <CancelPost post={entry} channel={entry.channel.name} size="xs" onDone={onClose} />
      )}
      {canRemove && !isCancelled(entry) && (
        <ConfirmButton
          label={strings.post.removeAnyway}
          size="xs"
          question={strings.post.removeAnywayQuestion}
          keep={strings.post.keep}
          help={strings.post.removeHelp}
          onConfirm={() => change(http.DELETE('/posts/{id}', { params: { path: { id } } }), onClose)}
        />
      )}
    </Group>
  );
}

/** Below what was clicked, above it where there is more room, and always inside the window. */
function cornerBeside(beside: DOMRect, { width, height }: { width: number; height: number }) {
  const { innerWidth, innerHeight } = window;
  const below = beside.bottom + GAP;
  const top = below + height + GAP <= innerHeight ? below : beside.top - GAP - height;
  return {
    left: Math.max(GAP, Math.min(beside.left, innerWidth - width - GAP)),
    top: Math.max(GAP, Math.min(top, innerHeight - height - GAP)),
  };
}
