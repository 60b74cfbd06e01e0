import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { isApiError, isLost } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Channel } from './composer-context.ts';
import { ChangedMeanwhile } from './save-post.ts';
import { SentBefore } from './send-post.ts';

const text = strings.composer.send;

interface SendProblemProps {
  readonly error: unknown;
  readonly channels: readonly Channel[];
  /** What is on the page goes on under another id. */
  onKeepAsNew(): void;
  /** Saves the page over another person's version of the post with this revision. */
  onSaveOver(revision: number): void;
}

/** Why pressing the button made no posts, and what to do. What was written stays as it is. */
export function SendProblem({ error, channels, onKeepAsNew, onSaveOver }: SendProblemProps) {
  if (error === null) return null;
  if (isApiError(error)) {
    return <ErrorAlert error={error} title={text.failed} advice={adviceFor(error.statusCode)} />;
  }
  if (error instanceof ChangedMeanwhile) {
    return (
      <Alert color="orange" role="alert">
        <Text size="sm">{error.isUnsure ? text.changedUnsure : text.changedMeanwhile}</Text>
        <Group gap="sm" mt="xs">
          <Anchor href={`/posts/${error.post}`} target="_blank" rel="noreferrer" size="sm" underline="always">
            {text.openChanged}
          </Anchor>
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

/** A call that was given up may still be under way. */
function lostWords(error: unknown): string {
  if (error instanceof SyntaxError) return text.broken;
  return error instanceof TypeError ? text.unreachable : text.tooLate;
}

function adviceFor(status: number): string {
  if (status === 429) return text.advice.later;
  return status >= 500 ? text.advice.again : text.advice.change;
}
