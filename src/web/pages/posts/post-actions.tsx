import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { change, useChange } from '../../api/change.ts';
import { http } from '../../api/client.ts';
import { CancelPost, isCancelled } from '../../components/cancel-post.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { latePart } from '../../components/late-part.tsx';
import type { SeriesDialogProps } from '../../components/series/series-dialog.tsx';
import { useZone } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { useFrozen } from '../../components/use-frozen.ts';
import { strings } from '../../strings/index.ts';
import { isPast, publishNow } from './change-time.ts';
import { MoveDialog } from './move-dialog.tsx';
import type { Detail } from './detail.ts';
import classes from './post.module.css';

const text = strings.post;
const SeriesDialog = latePart(() => import('../../components/series/series-dialog.tsx'));
type Status = Detail['status'];
const among = (...states: Status[]): ReadonlySet<Status> => new Set(states);

const EDITABLE = among('draft', 'scheduled');
const MOVABLE = among('draft', 'scheduled', 'missed');
const RETRIED = among('failed', 'partly_published');
const GOES_NOW = among('draft', 'scheduled', 'missed');
const ENDED = among('published', 'partly_published', 'failed');

/** What can be done with a post in its state, the likely thing first. */
export function PostActions({ post }: { post: Detail }) {
  const { status } = post;
  const [moving, setMoving] = useState(false);
  const [asking, setAsking] = useState<SeriesDialogProps['action'] | null>(null);
  const inSeries = post.inSeries && MOVABLE.has(status);
  const zone = useZone();
  const params = { path: { id: post.id } };
  const retry = useChange('post', '/posts/{id}/retry');
  const back = useChange('post', '/posts/{id}/restore');
  const setStatus = useChange('put', '/posts/{id}/status');
  // Scheduled for a date that has passed, a draft would be published at once: its date is asked for.
  const schedule = (): void => {
    if (isPast(post)) setMoving(true);
    else setStatus.mutate({ params, body: { status: 'schedule' } });
  };
  return (
    <div className={classes.actions}>
      <ErrorAlert error={retry.error ?? back.error ?? setStatus.error} />
      {status === 'draft' && (
        <Button loading={setStatus.isPending} onClick={schedule}>
          {text.schedule}
        </Button>
      )}
      {status === 'cancelled' && (
        <Button loading={back.isPending} onClick={() => back.mutate({ params })}>
          {isPast(post) ? text.restoreDraft : text.restore}
        </Button>
      )}
      {RETRIED.has(status) && (
        <Button loading={retry.isPending} onClick={() => retry.mutate({ params })} title={text.retryHelp}>
          {text.retry}
        </Button>
      )}
      {inSeries && EDITABLE.has(status) && (
        <Button
          variant="default"
          leftSection={<Icon name="pencil" size={16} />}
          onClick={() => setAsking('edit')}
        >
          {text.edit}
        </Button>
      )}
      {!inSeries && EDITABLE.has(status) && (
        <Button
          component={Link}
          to={`/compose?post=${post.id}`}
          variant="default"
          leftSection={<Icon name="pencil" size={16} />}
        >
          {text.edit}
        </Button>
      )}
      {MOVABLE.has(status) && (
        <Button
          variant={status === 'missed' ? 'filled' : 'default'}
          leftSection={<Icon name="calendar-time" size={16} />}
          onClick={() => (inSeries ? setAsking('move') : setMoving(true))}
        >
          {text.move}
        </Button>
      )}
      {GOES_NOW.has(status) && <PublishNow post={post} />}
      <Button
        component={Link}
        to={`/compose?copy=${post.id}`}
        variant="default"
        leftSection={<Icon name="copy" size={16} />}
      >
        {text.duplicate}
      </Button>
      {status === 'scheduled' && (
        <Button
          variant="default"
          loading={setStatus.isPending}
          leftSection={<Icon name="arrow-back-up" size={16} />}
          onClick={() => setStatus.mutate({ params, body: { status: 'draft' } })}
        >
          {text.toDraft}
        </Button>
      )}
      {inSeries && (
        <Button variant="subtle" c="red" onClick={() => setAsking('remove')}>
          {text.remove}
        </Button>
      )}
      {status !== 'cancelled' && !inSeries && <RemovePost post={post} />}
      {asking && (
        <SeriesDialog
          post={{ id: post.id, date: post.publishDate, isComing: false }}
          action={asking}
          zone={zone}
          onClose={() => setAsking(null)}
        />
      )}
      <MoveDialog
        post={post}
        opened={moving}
        schedules={status === 'draft'}
        onClose={() => setMoving(false)}
      />
    </div>
  );
}

function PublishNow({ post }: { post: Detail }) {
  const help = useFrozen() ? text.publishNowFrozen : text.publishNowHelp;
  return (
    <ConfirmButton
      label={text.publishNow}
      question={text.publishNowQuestion}
      help={help(isolated(post.integration.name))}
      harmless
      variant="default"
      leftSection={<Icon name="send" size={16} />}
      onConfirm={() => change(publishNow(post))}
    />
  );
}

/** What is being sent can no longer be stopped, but for the rest of a thread. */
function RemovePost({ post }: { post: Detail }) {
  const navigate = useNavigate();
  const [atNetwork, setAtNetwork] = useState(false);
  const isThread = post.items.length > 1;
  const query = post.removable && atNetwork ? { atNetwork: 'true' as const } : {};
  const params = { path: { id: post.id }, query };
  if (post.status === 'processing' || (post.status === 'publishing' && !isThread)) return null;
  if (isCancelled(post)) return <CancelPost post={post} channel={post.integration.name} variant="subtle" />;
  const [label, question] = ENDED.has(post.status)
    ? [text.removeAnyway, text.removeAnywayQuestion]
    : [text.remove, text.removeQuestion];
  return (
    <ConfirmButton
      label={label}
      question={question}
      keep={text.keep}
      help={
        post.removable ? (
          <Checkbox
            label={text.removeAtNetwork(isolated(post.integration.name))}
            description={text.removeAtNetworkHelp}
            checked={atNetwork}
            onChange={(event) => setAtNetwork(event.currentTarget.checked)}
          />
        ) : (
          text.removeHelp
        )
      }
      variant="subtle"
      onConfirm={() => change(http.DELETE('/posts/{id}', { params }), () => navigate('/'))}
    />
  );
}
