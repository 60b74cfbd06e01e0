import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { isApiError, isLost } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { errorReason } from '../../components/issues.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Channel } from './composer-context.ts';
import { PostGone, type Gone } from './open-state.ts';
import { ChangedMeanwhile } from './save-post.ts';
import { SentBefore } from './send-post.ts';

const text = strings.composer.send;

interface SendProblemProps {
  readonly error: unknown;
  readonly channels: readonly Channel[];
  /** What is on the page goes on under another id. */
  onKeepAsNew(): void;
  /** What is on the page goes on as a new post. */
  onGone(gone: Gone): void;
  /** Saves the page over another person's version of the post with this revision. */
  onSaveOver(revision: number): void;
  /** In place of a free posting time that another post has taken: the next one, or the same all the same. */
  onTaken(choice: 'next' | 'keep'): void;
}

/** Why pressing the button made no posts, and what to do. What was written stays as it is. */
export function SendProblem(props: SendProblemProps) {
  const { error, channels, onKeepAsNew, onGone, onSaveOver, onTaken } = props;
  if (error === null) return null;
  if (isApiError(error) && error.code === 'slot_taken') {
    return <TimeTaken error={error} onTaken={onTaken} />;
  }
  if (isApiError(error)) {
    return <ErrorAlert error={error} title={text.failed} advice={adviceFor(error.statusCode)} />;
  }
  if (error instanceof PostGone) {
    return (
      <Alert color="orange" role="alert">
        <Text size="sm">{strings.composer.gone[error.gone]}</Text>
        <Group gap="sm" mt="xs">
          {error.post && <ViewPost id={error.post} />}
          <Button size="compact-sm" variant="default" onClick={() => onGone(error.gone)}>
            {strings.composer.dialogs.keepAsNew}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (error instanceof ChangedMeanwhile) {
    return (
      <Alert color="orange" role="alert">
        <Text size="sm">{error.isUnsure ? text.changedUnsure : text.changedMeanwhile}</Text>
        <Group gap="sm" mt="xs">
          <ViewPost id={error.post} />
          <Button size="compact-sm" variant="default" onClick={() => onSaveOver(error.revision)}>
            {text.saveOver}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (!(error instanceof SentBefore)) {
    return (
      <Alert color="red" role="alert">
        {!navigator.onLine ? text.offline : isLost(error) ? lostWords(error) : text.broken}
      </Alert>
    );
  }
  return (
    <Alert color="orange" role="alert" className="any-text">
      <Text size="sm">{text.sentBefore}</Text>
      <Group gap="sm" mt="xs">
        {error.sent.posts.map(({ postId, integration }) => (
          <Anchor key={postId} component={Link} to={`/posts/${postId}`} size="sm" underline="always">
            {text.openPost(isolated(channels.find(({ id }) => id === integration)?.name ?? ''))}
          </Anchor>
        ))}
        <Button size="compact-sm" variant="default" onClick={onKeepAsNew}>
          {strings.composer.dialogs.keepAsNew}
        </Button>
      </Group>
    </Alert>
  );
}

const TimeTaken = ({ error, onTaken }: Pick<SendProblemProps, 'error' | 'onTaken'>) => (
  <Alert color="orange" role="alert" title={text.failed} className="any-text">
    <Text size="sm">{errorReason(error)}</Text>
    <Group gap="sm" mt="xs">
      <Button size="compact-sm" onClick={() => onTaken('next')}>
        {text.nextFree}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onTaken('keep')}>
        {text.keepTime}
      </Button>
    </Group>
  </Alert>
);

const ViewPost = ({ id }: { id: string }) => (
  <Anchor href={`/posts/${id}`} target="_blank" rel="noreferrer" size="sm" underline="always">
    {text.openChanged}
  </Anchor>
);

/** A call that was given up may still be under way. */
function lostWords(error: unknown): string {
  if (error instanceof SyntaxError) return text.broken;
  return error instanceof TypeError ? text.unreachable : text.tooLate;
}

function adviceFor(status: number): string {
  if (status === 429) return text.advice.later;
  return status >= 500 ? text.advice.again : text.advice.change;
}
